import { eq } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { IS_LISTED } from './listed-condition.sql.ts'

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
