/** The pictures of a product: its photographs where there are any, else the drawings of its tire. */
import Gallery from '../../../client/catalog/images/gallery.island.tsx'
import type { GalleryView } from '../../../client/catalog/images/gallery-arrow.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import type { Product } from '../../../schema/catalog/product/product.ts'
import type { Parts } from '../../../schema/catalog/product/product-parts.ts'
import { pictureAlt, toAppearance, VIEWS } from '../../../schema/catalog/product/tire-appearance.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { productHref } from '../../../schema/paths.ts'
import { pictureHref } from './address.ts'
import { photoHref } from './product-photos.page.ts'

const VIEW_LABELS: Record<(typeof VIEWS)[number], string> = {
  'three-quarter': 'Whole tire',
  sidewall: 'Sidewall',
  tread: 'Tread',
  dot: 'DOT code',
}

/** Tires of a bundle or group that are shown. */
const MAX_PARTS = 4

interface Photo {
  src: string
  label: string
}

function photographs(product: Product, photos: readonly Photo[]): GalleryView[] {
  return photos.map(({ src, label }, index) => ({
    key: `photo-${index + 1}`,
    label: label || `Photograph ${index + 1}`,
    src: photoHref(src),
    thumb: photoHref(src),
    alt: `Photograph: ${productTitle(product)}${label ? `, ${label.toLowerCase()}` : ''}`,
  }))
}

function drawings({ tire }: Product): GalleryView[] {
  if (!tire) return []
  const look = toAppearance(tire)
  return VIEWS.filter((key) => key !== 'dot' || look.dot).map((key) => ({
    key,
    label: VIEW_LABELS[key],
    src: pictureHref(look, key, 1000),
    thumb: pictureHref(look, key, 350),
    alt: pictureAlt(look, key),
  }))
}

/** A bundle or a group is shown by the tires it is made of. */
function drawingsOfParts({ bundle, associated }: Parts): GalleryView[] {
  const parts = [...bundle.flatMap(({ links }) => links), ...associated]
  return parts.slice(0, MAX_PARTS).flatMap(({ sku, offer: { product } }) => {
    if (!product.tire) return []
    const look = toAppearance(product.tire)
    return {
      key: sku,
      label: `${productTitle(product)}, ${product.tire.size}`,
      src: pictureHref(look, 'three-quarter', 1000),
      thumb: pictureHref(look, 'three-quarter', 350),
      alt: pictureAlt(look, 'three-quarter'),
    }
  })
}

/** What a product can show of itself; nothing for a plan or a file. */
export function viewsOf(product: Product, parts: Parts, photos: readonly Photo[]): GalleryView[] {
  if (photos.length > 0) return photographs(product, photos)
  return product.tire ? drawings(product) : drawingsOfParts(parts)
}

function captionOf({ tire }: Product, drawn: boolean): string | undefined {
  if (!drawn) return `Photographs of ${tire?.condition === 'Used' ? 'this very tire' : 'the product'}.`
  if (!tire || tire.condition === 'New') return undefined
  return 'Drawing of the model with the tread that was measured. It is no photograph of this tire.'
}

/** `view` is what the address asks for, a key of the views or nothing. */
export function Pictures({
  product,
  views,
  view,
  drawn,
}: {
  product: Product
  views: readonly GalleryView[]
  view: string | undefined
  /** False where they are photographs. */
  drawn: boolean
}) {
  const first = views[0]
  if (!first) return null
  const caption = captionOf(product, drawn)
  return (
    <Island
      name="gallery"
      when="interaction"
      component={Gallery}
      props={{
        views,
        shown: views.find(({ key }) => key === view)?.key ?? first.key,
        path: productHref(product),
        ...(caption ? { caption } : {}),
      }}
    />
  )
}
