/** Reads ids of products by fields that are not in the catalog's index, each from an index of the table. */

/** Reads products of these types or sales forms that have a page of their own; at most `limit`. */
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

/** Reads the list prices in cents of products with a special price, also one that does not run. */
export async function readSpecials(db: D1Database): Promise<{ id: number; price: number }[]> {
  const { results } = await db
    .prepare('select id, price from product where special_price is not null and visibility > 1')
    .all<{ id: number; price: number }>()
  return results
}

/** SQL of the columns that searches need beside the catalog's index; the usual ones are in an index of the table. */
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
  // Only a running special price counts; the table has the final price.
  special_price: 'case when special_price is not null and final_price < price then final_price end',
} as const
export type SearchedColumn = keyof typeof COLUMNS

/** Reads the products of each value of a column, ascending by value; at most `limit` values. */
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
