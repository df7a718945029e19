/** The pictures of a product: its photographs if it has any, otherwise drawings of its tire. */
import Gallery from '../../../client/catalog/images/gallery.island.tsx'
import type { GalleryView } from '../../../client/catalog/images/gallery-arrow.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { extraPicture } from '../../../schema/catalog/product/extra-picture.ts'
import { isComposedProduct, type Product } from '../../../schema/catalog/product/product.ts'
import type { Parts } from '../../../schema/catalog/product/product-parts.ts'
import { pictureAlt, toAppearance, VIEWS } from '../../../schema/catalog/product/tire-appearance.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { productHref } from '../../../schema/paths.ts'
import { tiresOfParts } from '../product/parts-facts.tsx'
import { photoHref, thumbnailHref } from './photo-address.ts'
import { pictureHref } from './picture-address.ts'

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
    label: label || `Photo ${index + 1}`,
    src: photoHref(src),
    thumb: thumbnailHref(src),
    alt: `Photo: ${productTitle(product)}${label ? `, ${label.toLowerCase()}` : ''}`,
  }))
}

function drawings(product: Product): GalleryView[] {
  const { tire } = product
  const drawing = extraPicture(product)
  if (drawing) {
    const label = productTitle(product)
    return [{ key: 'drawing', label, src: drawing, thumb: drawing, alt: `Drawing: ${label}` }]
  }
  if (!tire) return []
  const appearance = toAppearance(tire)
  return VIEWS.filter((key) => key !== 'dot' || appearance.dot).map((key) => ({
    key,
    label: VIEW_LABELS[key],
    src: pictureHref(appearance, key, 1000),
    thumb: pictureHref(appearance, key, 350),
    alt: pictureAlt(appearance, key),
  }))
}

/** Returns drawings of the tires in a bundle or group. */
function drawingsOfParts(parts: Parts): GalleryView[] {
  return tiresOfParts(parts).map(({ product, tire, axle }) => {
    const appearance = toAppearance(tire)
    return {
      key: product.sku,
      label: axle ? `${axle}, ${tire.size}` : `${productTitle(product)}, ${tire.size}`,
      src: pictureHref(appearance, 'three-quarter', 1000),
      thumb: pictureHref(appearance, 'three-quarter', 350),
      alt: pictureAlt(appearance, 'three-quarter'),
    }
  })
}

/** Returns the pictures of a product: its photographs, or drawings of the product or of its parts. */
export function galleryViews(product: Product, parts: Parts, photos: readonly Photo[]): GalleryView[] {
  if (photos.length > 0) return photographs(product, photos)
  return isComposedProduct(product.type) ? drawingsOfParts(parts) : drawings(product)
}

function captionOf({ tire, setqty }: Product, drawn: boolean): string | undefined {
  const used = setqty > 1 ? 'these very tires' : 'this very tire'
  if (!drawn) return `Photos of ${tire?.condition === 'Used' ? used : 'the product'}.`
  if (!tire || tire.condition === 'New') return undefined
  return 'Drawing, not a photo of this tire. Tread depth is as measured.'
}

/** The gallery; `view` is the parameter of the address, which may name one of the views. */
export function ProductGallery({
  product,
  views,
  view,
  drawn,
}: {
  product: Product
  views: readonly GalleryView[]
  view: string | undefined
  /** True for drawings, false for photographs. */
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
