import { and, isNotNull, ne, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/**
 * Updates stored prices to the moment `now` (ms). Lists filter and sort by `final_price` and `price_by_tire`; a special
 * price that begins or ends makes them wrong. The rule is schema/catalog/price/price.ts, repeated here in SQL. Where a
 * price changed, the database raises the catalog's version, so that every page is rendered again. Returns how many
 * products changed.
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
