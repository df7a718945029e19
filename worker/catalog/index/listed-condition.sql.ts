import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'

/**
 * Which rows of `product` a caller receives, in SQL; `isEnabled` and `isViewable` of schema/catalog/product/product.ts are
 * the same rules over a product that was read. `visibility > 1` is literal, because the partial indices are chosen by it.
 */
export const IS_ENABLED = sql`${product.status} in (0, 1)`
export const IS_OPENABLE = sql`${product.visibility} > 1 and ${IS_ENABLED}`
/** In stock, too; the query joins `stock`. */
export const IS_LISTED = sql`${IS_OPENABLE} and (${stock.manage} = 0 or ${stock.qty} >= ${product.setqty})`
