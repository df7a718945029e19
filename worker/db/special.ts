/** Products with a special price, by the index of those. */

/** List prices in cents, whether the special one runs or not. */
export async function readSpecials(db: D1Database): Promise<{ id: number; price: number }[]> {
  const { results } = await db
    .prepare('select id, price from product where special_price is not null and visibility > 1')
    .all<{ id: number; price: number }>()
  return results
}
