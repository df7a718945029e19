/**
 * Appearance and storage keys of PNG pictures for link previews and shopping feeds, which do not support SVG.
 */
import { isViewable } from '../../../schema/catalog/product/product.ts'
import { type TireAppearance, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { findProducts } from '../product/product.sql.ts'
import { pictureHref } from './picture-address.ts'

export const PREVIEW_WIDTH = 1000
export const PREVIEW_VIEW = 'three-quarter'

/** Returns the appearance of a product; `null` for products without a tire and for hidden products. */
export async function previewAppearance(db: D1Database, sku: string): Promise<TireAppearance | null> {
  const product = (await findProducts(db, [sku])).get(sku)
  return product?.tire && isViewable(product) ? toAppearance(product.tire) : null
}

/** Returns the storage key of a picture; products with the same appearance share one picture. */
export function previewKey(appearance: TireAppearance): string {
  return pictureHref(appearance, PREVIEW_VIEW, PREVIEW_WIDTH).slice(1).replace(/svg$/, 'png')
}
