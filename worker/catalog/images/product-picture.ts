/** The picture of a product in cards, carts and lists: its first photograph, or a drawing. */
import { extraPicture } from '../../../schema/catalog/product/extra-picture.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { pictureAlt, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { thumbnailHref } from './photo-address.ts'
import { pictureHref } from './picture-address.ts'

/** Returns the picture with its text alternative; `null` for a product that is drawn by its parts. */
export function productPicture(
  product: Pick<Product, 'tire' | 'photo' | 'name' | 'type'>,
): { src: string; alt: string } | null {
  const { tire, photo } = product
  if (photo) return { src: thumbnailHref(photo), alt: `Photo: ${productTitle(product)}` }
  if (tire) {
    const appearance = toAppearance(tire)
    return {
      src: pictureHref(appearance, 'three-quarter', 350),
      alt: pictureAlt(appearance, 'three-quarter'),
    }
  }
  const drawing = extraPicture(product)
  return drawing === null ? null : { src: drawing, alt: '' }
}
