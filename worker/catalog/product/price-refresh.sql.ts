/**
 * `final_price` and `price_by_tire` are stored because lists filter and sort by them; a special price that begins or
 * ends makes them wrong. The law is schema/catalog/price/price.ts, written here once more in SQL.
 */
const FINAL = `CASE
  WHEN special_price IS NOT NULL AND special_price < price
    AND (special_from IS NULL OR special_from <= ?1) AND (special_to IS NULL OR special_to >= ?1)
  THEN special_price ELSE price END`

const STALE = `special_price IS NOT NULL AND final_price <> ${FINAL}`

/**
 * Brings stored prices in line with the moment `now` (ms). Where one changed, the database raises the catalog's version,
 * so that every page is made anew. Returns how many products changed.
 */
export async function refreshPrices(db: D1Database, now: number): Promise<number> {
  const { results } = await db
    .prepare(
      `UPDATE product SET final_price = ${FINAL}, price_by_tire = (${FINAL} + setqty - 1) / setqty WHERE ${STALE}
       RETURNING id`,
    )
    .bind(now)
    .all()
  return results.length
}
