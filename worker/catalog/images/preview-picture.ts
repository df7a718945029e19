/**
 * Pictures for link previews and shopping feeds, which do not support SVG: photographs, or drawings as PNG.
 */
import { isViewable } from '../../../schema/catalog/product/product.ts'
import { type TireAppearance, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { findProducts } from '../product/product.sql.ts'
import { pictureHref } from './picture-address.ts'

export const PREVIEW_WIDTH = 1000
export const PREVIEW_VIEW = 'three-quarter'

/** The first photograph of a product, by its name in `product_media`, or what its drawing shows. */
export type Preview = { photo: string } | { appearance: TireAppearance }

/** Returns the preview of a product; `null` for products without photograph and tire, and for hidden products. */
export async function findPreview(db: D1Database, sku: string): Promise<Preview | null> {
  const product = (await findProducts(db, [sku])).get(sku)
  if (!product || !isViewable(product)) return null
  if (product.photo) return { photo: product.photo }
  return product.tire ? { appearance: toAppearance(product.tire) } : null
}

/** Returns the storage key of a picture; products with the same appearance share one picture. */
export function previewKey(appearance: TireAppearance): string {
  return pictureHref(appearance, PREVIEW_VIEW, PREVIEW_WIDTH).slice(1).replace(/svg$/, 'png')
}
