import { eq, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/**
 * SQL conditions for the rows of `product` that shoppers may see; `isEnabled` and `isViewable` of
 * schema/catalog/product/product.ts are the same rules for a loaded product. `visibility > 1` is literal
 * because SQLite chooses the partial indexes by this text.
 */
export const IS_ENABLED = sql`${product.status} in (0, 1)`
export const IS_VIEWABLE = sql`${product.visibility} > 1 and ${IS_ENABLED}`
/** Also requires stock; the query must join `stock`. */
export const IS_LISTED = sql`${IS_VIEWABLE} and (${stock.manage} = 0 or ${stock.qty} >= ${product.setqty})`

/** Returns whether shoppers can find any product in a list. */
export async function hasListedProduct(db: D1Database): Promise<boolean> {
  const row = await connect(db)
    .select({ id: product.id })
    .from(product)
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(IS_LISTED)
    .limit(1)
    .get()
  return row !== undefined
}
