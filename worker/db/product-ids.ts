/** Ids of products by what the index in memory does not know, each read from an index of the table. */

/** Products of these types, or of these sales forms, that may stand alone; at most `limit`. */
export async function idsOf(
  db: D1Database,
  by: 'type_id' | 'kind',
  values: readonly string[],
  limit: number,
): Promise<number[]> {
  const { results } = await db
    .prepare(
      `select id from product where visibility > 1 and ${by === 'kind' ? 'kind' : 'type_id'} in (select value from json_each(?))
       limit ?`,
    )
    .bind(JSON.stringify(values), limit)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

/** List prices in cents of products with a special one, whether it runs or not. */
export async function readSpecials(db: D1Database): Promise<{ id: number; price: number }[]> {
  const { results } = await db
    .prepare('select id, price from product where special_price is not null and visibility > 1')
    .all<{ id: number; price: number }>()
  return results
}
