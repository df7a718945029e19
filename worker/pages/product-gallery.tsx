/** The pictures of a product: its photographs where there are any, else the drawings of its tire. */
import Gallery from '../../client/islands/gallery.tsx'
import type { GalleryView } from '../../client/islands/gallery-arrow.tsx'
import { Island } from '../../client/islands/island.tsx'
import { lookOf, pictureAlt, pictureHref, VIEWS } from '../../schema/domain/look.ts'
import type { Product } from '../../schema/domain/product.ts'
import { productTitle } from '../../schema/domain/tire-text.ts'
import { productHref } from '../../schema/paths.ts'
import { photoHref } from './product-photos.ts'

const VIEW_LABELS: Record<(typeof VIEWS)[number], string> = {
  'three-quarter': 'Whole tire',
  sidewall: 'Sidewall',
  tread: 'Tread',
  dot: 'DOT code',
}

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
  const look = lookOf(tire)
  return VIEWS.filter((key) => key !== 'dot' || look.dot).map((key) => ({
    key,
    label: VIEW_LABELS[key],
    src: pictureHref(look, key, 1000),
    thumb: pictureHref(look, key, 350),
    alt: pictureAlt(look, key),
  }))
}

/** `view` is what the address asks for, a key of the views or nothing. */
export function Pictures({
  product,
  photos,
  view,
}: {
  product: Product
  photos: readonly Photo[]
  view: string | undefined
}) {
  const views = photos.length > 0 ? photographs(product, photos) : drawings(product)
  const first = views[0]
  if (!first) return null
  const caption =
    photos.length > 0
      ? `Photographs of ${product.tire?.condition === 'Used' ? 'this very tire' : 'the product'}.`
      : product.tire?.condition === 'New'
        ? undefined
        : 'Drawing of the model with the tread that was measured. It is no photograph of this tire.'
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
