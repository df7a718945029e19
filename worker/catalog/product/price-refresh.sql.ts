import { and, isNotNull, ne, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/**
 * Updates stored prices to the time `now` (ms) and returns the number of changed products. Lists filter and
 * sort by `final_price` and `price_by_tire`, which become wrong when a special price begins or ends. The SQL
 * repeats the rule of schema/catalog/price/price.ts. A trigger of the database writes each changed product to the
 * change feed, so that the pages that show it are rendered again.
 */
export async function refreshPrices(db: D1Database, now: number): Promise<number> {
  const { price, specialPrice, specialFrom, specialTo, setqty } = product
  const finalPrice = sql<number>`case
    when ${specialPrice} is not null and ${specialPrice} < ${price}
      and (${specialFrom} is null or ${specialFrom} <= ${now}) and (${specialTo} is null or ${specialTo} >= ${now})
    then ${specialPrice} else ${price} end`
  const changed = await connect(db)
    .update(product)
    .set({ finalPrice, priceByTire: sql`(${finalPrice} + ${setqty} - 1) / ${setqty}` })
    .where(and(isNotNull(specialPrice), ne(product.finalPrice, finalPrice)))
    .returning({ id: product.id })
  return changed.length
}
