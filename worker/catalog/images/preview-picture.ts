/** Pictures for link previews and shopping feeds, which take no SVG: how they look, and where they are stored. */

import { isViewable } from '../../../schema/catalog/product/product.ts'
import { type TireAppearance, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { findProducts } from '../product/product.sql.ts'
import { pictureHref } from './address.ts'

export const PREVIEW_WIDTH = 1000
export const PREVIEW_VIEW = 'three-quarter'

/** How this product looks; `null` for what is no tire, and for what the shop does not show. */
export async function previewAppearance(db: D1Database, sku: string): Promise<TireAppearance | null> {
  const product = (await findProducts(db, [sku])).get(sku)
  return product?.tire && isViewable(product) ? toAppearance(product.tire) : null
}

/** Units that look alike share one picture. */
export function previewKey(look: TireAppearance): string {
  return pictureHref(look, PREVIEW_VIEW, PREVIEW_WIDTH).slice(1).replace(/svg$/, 'png')
}
