/** Conditions, sorts and aggregations on fields that are not in the index, from columns of the table. */

import { LRUCache } from 'lru-cache'
import { formatApiTimestamp } from '../../../schema/catalog/price/compat-price.api.ts'
import type { AggregationResult } from '../../../schema/compat/catalog/catalog-document.api.ts'
import { isField } from '../../../schema/compat/catalog/catalog-fields.api.ts'
import { aggregate, termsResult } from '../../../schema/compat/catalog/search-aggregations.ts'
import { matches } from '../../../schema/compat/catalog/search-match.ts'
import type {
  AggregationRequest,
  Scalar,
  SearchCondition,
  SortKey,
} from '../../../schema/compat/catalog/search-query.ts'
import { toDollars } from '../../../schema/platform/money.ts'
import { readColumn, type SearchedColumn } from './product-ids.sql.ts'

interface ColumnField {
  column: SearchedColumn
  /** Converts the column's value to the document's. */
  toScalar(value: string | number): Scalar
}

const moment: ColumnField = { column: 'created_at', toScalar: (at) => formatApiTimestamp(Number(at)) }
const amount = (column: SearchedColumn): ColumnField => ({
  column,
  toScalar: (cents) => toDollars(Number(cents)),
})
const plain = (column: SearchedColumn): ColumnField => ({ column, toScalar: (value) => value })

const FIELDS: ReadonlyMap<string, ColumnField> = new Map([
  ['sub_condition', plain('sub_condition')],
  ['manufacture_part_number', plain('part_number')],
  ['type_id', plain('type_id')],
  ['utype', plain('kind')],
  ['final_price', amount('final_price')],
  ['price_by_tire', amount('price_by_tire')],
  ['tread_depth', plain('tread_depth')],
  ['setqty', plain('setqty')],
  ['dot', plain('dot')],
  ['sku_price_grade', plain('price_grade')],
  ['tax_class_id', plain('tax_class_id')],
  ['created_at', moment],
  ['updated_at', moment],
  ['special_price', amount('special_price')],
  ['special_price_incl_tax', amount('special_price')],
  ['original_special_price', amount('special_price')],
  ['original_special_price_incl_tax', amount('special_price')],
])

/** Largest number of values that a column is read for; the largest catalog has fewer. */
const VALUES_MAX = 250_000
/** Number of cached columns: one of 100,000 products needs about 10 of the 128 MB of an isolate. */
const MAX_CACHED_COLUMNS = 3

type Column = readonly { value: string | number; ids: readonly number[] }[]

/** Columns by the version of the products and name, so that a repeated search reads nothing from the database. */
const columns = new LRUCache<string, Column>({ max: MAX_CACHED_COLUMNS })

async function columnOf(db: D1Database, productsVersion: string, column: SearchedColumn): Promise<Column> {
  const key = `${productsVersion} ${column}`
  const found = columns.get(key) ?? (await readColumn(db, column, VALUES_MAX))
  columns.set(key, found)
  return found
}

/** Returns the ids of the products whose column meets the condition; `null` for other fields. */
export async function idsByColumn(
  db: D1Database,
  productsVersion: string,
  condition: Exclude<SearchCondition, { kind: 'not' | 'all' | 'any' }>,
): Promise<Set<number> | null> {
  const field = FIELDS.get(condition.field)
  if (!field) return null
  const ids = new Set<number>()
  for (const { value, ids: own } of await columnOf(db, productsVersion, field.column)) {
    if (matches({ [condition.field]: field.toScalar(value) }, condition)) for (const id of own) ids.add(id)
  }
  return ids
}

/**
 * Sorts these products by a column: products without a value last, ties by id in the same direction; `null`
 * for other fields.
 */
export async function sortByColumn(
  db: D1Database,
  productsVersion: string,
  sort: readonly SortKey[],
  ids: readonly number[],
): Promise<number[] | null> {
  const [key, ...others] = sort
  const field = key && others.length === 0 ? FIELDS.get(key.field) : undefined
  if (!key || !field) return null
  const unsorted = new Set(ids)
  const sorted = (await columnOf(db, productsVersion, field.column)).flatMap(({ ids: own }) =>
    own.filter((id) => unsorted.delete(id)).sort((a, b) => a - b),
  )
  const without = [...unsorted].sort((a, b) => a - b)
  return key.descending ? [...sorted.reverse(), ...without.reverse()] : [...sorted, ...without]
}

/** Checks whether a column provides the aggregation; an aggregation of an unknown field is empty. */
export function isColumnAggregation({ field }: AggregationRequest): boolean {
  return FIELDS.has(field) || !isField('product', field)
}

/** Computes an aggregation over these products from one of the columns. */
export async function aggregateColumn(
  db: D1Database,
  productsVersion: string,
  request: AggregationRequest,
  wantedIds: ReadonlySet<number>,
): Promise<AggregationResult> {
  const field = FIELDS.get(request.field)
  if (!field) return aggregate([], [], [], request)
  const readWanted = async (column: SearchedColumn) =>
    (await columnOf(db, productsVersion, column)).map(({ value, ids }) => ({
      value,
      ids: ids.filter((id) => wantedIds.has(id)),
    }))
  const values = (await readWanted(field.column)).filter(({ ids }) => ids.length > 0)
  if (request.kind !== 'terms') {
    const documents = values.flatMap(({ value, ids }) =>
      ids.map(() => ({ [request.field]: field.toScalar(value) })),
    )
    return aggregate(documents, documents, [], request)
  }
  const prices = new Map<number, number>()
  // An aggregation of the price needs no other prices: each value is its own minimum.
  if (field.column !== 'final_price') {
    for (const { value, ids } of await readWanted('final_price'))
      for (const id of ids) prices.set(id, Number(value))
  }
  const buckets = new Map<string, { count: number; min: number }>()
  for (const { value, ids } of values) {
    const key = String(field.toScalar(value))
    const known = buckets.get(key) ?? { count: 0, min: Number.POSITIVE_INFINITY }
    const min = ids.reduce((lowest, id) => Math.min(lowest, prices.get(id) ?? Number(value)), known.min)
    buckets.set(key, { count: known.count + ids.length, min })
  }
  return termsResult(
    [...buckets].map(([key, { count, min }]) => ({
      key,
      doc_count: count,
      agg_min_final_price: { value: toDollars(min) },
    })),
    request.size,
  )
}
