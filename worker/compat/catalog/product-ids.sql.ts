/** Reads ids of products by fields that the catalog's index lacks, with indexes of the table. */
import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/** The condition of the partial indexes of the table. */
const HAS_PAGE = sql`${product.visibility} > 1`

/** Reads the ids of products with these types or sales forms and their own page; at most `limit`. */
export async function findIdsByType(
  db: D1Database,
  by: 'type' | 'kind',
  values: readonly string[],
  limit: number,
): Promise<number[]> {
  const rows = await connect(db)
    .select({ id: product.id })
    .from(product)
    .where(and(HAS_PAGE, inArray(product[by], inList(values))))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Reads the list prices in cents of products with a special price, whether or not it is valid now. */
export async function readSpecialPrices(db: D1Database): Promise<{ id: number; price: number }[]> {
  return connect(db)
    .select({ id: product.id, price: product.price })
    .from(product)
    .where(and(isNotNull(product.specialPrice), HAS_PAGE))
}

/** Columns that searches need beside the catalog's index; an index of the table covers the frequent ones. */
const COLUMNS = {
  sub_condition: product.subCondition,
  part_number: product.partNumber,
  type_id: product.type,
  kind: product.kind,
  final_price: product.finalPrice,
  price_by_tire: product.priceByTire,
  tread_depth: product.treadDepth,
  setqty: product.setqty,
  dot: product.dot,
  price_grade: product.priceGrade,
  tax_class_id: product.taxClassId,
  created_at: product.createdAt,
  special_price: product.specialPrice,
} as const
export type SearchedColumn = keyof typeof COLUMNS

/** A special price that is valid now: the final price of the table is then below the price. */
const CURRENT_SPECIAL = sql`case when ${product.specialPrice} is not null and ${product.finalPrice} < ${product.price} then ${product.finalPrice} end`

/** Reads the products of each value of a column, ascending by value; at most `limit` values. */
export async function readColumn(
  db: D1Database,
  column: SearchedColumn,
  limit: number,
): Promise<{ value: string | number; ids: number[] }[]> {
  const value = column === 'special_price' ? CURRENT_SPECIAL : sql`${COLUMNS[column]}`
  const rows = await connect(db)
    .select({
      value: value as ReturnType<typeof sql<string | number | null>>,
      ids: sql<string>`json_group_array(${product.id})`,
    })
    .from(product)
    .where(and(HAS_PAGE, isNotNull(COLUMNS[column])))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .limit(limit)
  return rows.flatMap((row) =>
    row.value === null ? [] : [{ value: row.value, ids: JSON.parse(row.ids) as number[] }],
  )
}
