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

/** SQL of the columns that searches ask for beside the index in memory; the usual ones stand in an index of the table. */
const COLUMNS = {
  sub_condition: 'sub_condition',
  part_number: 'part_number',
  type_id: 'type_id',
  kind: 'kind',
  final_price: 'final_price',
  price_by_tire: 'price_by_tire',
  tread_depth: 'tread_depth',
  setqty: 'setqty',
  dot: 'dot',
  price_grade: 'price_grade',
  tax_class_id: 'tax_class_id',
  created_at: 'created_at',
  // Only what runs is a special price; the database keeps what is paid.
  special_price: 'case when special_price is not null and final_price < price then final_price end',
} as const
export type SearchedColumn = keyof typeof COLUMNS

/** The products of each value that a column has, in ascending order of the values; at most `limit` values. */
export async function readColumn(
  db: D1Database,
  column: SearchedColumn,
  limit: number,
): Promise<{ value: string | number; ids: number[] }[]> {
  const rows = await db
    .prepare(
      `select ${COLUMNS[column]} as value, json_group_array(id) from product
       where visibility > 1 and ${column} is not null group by 1 order by 1 limit ?`,
    )
    .bind(limit)
    .raw<[value: string | number | null, ids: string]>()
  return rows.flatMap(([value, ids]) => (value === null ? [] : [{ value, ids: JSON.parse(ids) as number[] }]))
}
