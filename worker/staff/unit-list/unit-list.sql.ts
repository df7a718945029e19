/** Lists units by any filters, in any order, page by page (H14). */
import { type SQL, sql } from 'drizzle-orm'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { UnitFilter, UnitRange, UnitSort } from '../../../schema/staff/unit-list/unit-filter.ts'
import {
  type SearchWord,
  type UnitSearch,
  youngestMade,
} from '../../../schema/staff/unit-list/unit-search.ts'
import { bin, unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { connect, inList, toStatement } from '../../platform/drizzle.sql.ts'
import { hasSku } from '../units/find-unit.sql.ts'

export const UNITS_PER_PAGE = 100
/** More are counted as "1,000+", because counting all of them would cost as much as reading them. */
export const COUNTED_MAX = 1_000

export interface ListedUnit {
  id: number
  sku: string
  slug: string
  size: string | null
  brand: string
  model: string | null
  condition: string | null
  grade: string | null
  treadDepth: number | null
  dot: string | null
  /** Cents. */
  price: number
  state: UnitState
  bin: string | null
  /** Tires that can be sold. */
  qty: number
  /** Milliseconds. */
  createdAt: number
  photo: string | null
}

/** Week and year of a DOT code as a text that sorts by time: `1924` for `2419`. */
const MADE = sql`substr(${product.dot}, -2) || substr(${product.dot}, -4, 2)`
const GRADE = sql`(${product.passport} ->> '$.grade')`
const IN_STOCK = sql`exists (select 1 from ${stock} where ${stock.stockSku} = ${product.stockSku} and ${stock.qty} > 0)`

/** What a sort compares; equal values are ordered by id. Never null, because a page continues behind the last value. */
const SORTS: Readonly<Record<UnitSort, { key: SQL; isDescending?: boolean; isText?: boolean }>> = {
  newest: { key: sql`${product.createdAt}`, isDescending: true },
  oldest: { key: sql`${product.createdAt}` },
  'price-low': { key: sql`${product.finalPrice}` },
  'price-high': { key: sql`${product.finalPrice}`, isDescending: true },
  'tread-high': { key: sql`coalesce(${product.treadDepth}, -1)`, isDescending: true },
  'tread-low': { key: sql`coalesce(${product.treadDepth}, 99)` },
  'made-last': { key: sql`coalesce(${MADE}, '')`, isDescending: true, isText: true },
  bin: {
    key: sql`coalesce((select printf('%07d', ${bin.walk}) from ${bin} where ${bin.code} = ${unit.bin}) || ' ' || ${unit.bin}, '~')`,
    isText: true,
  },
  sku: { key: sql`${product.sku}`, isText: true },
}

/** Which units are asked for. */
export interface UnitQuestion {
  filter: UnitFilter
  search: UnitSearch
  /** Milliseconds. */
  now: number
}

interface PageRequest extends UnitQuestion {
  /** The cursor of the page before. */
  after: string | null
}

export interface UnitPage {
  units: ListedUnit[]
  /** The cursor for the next page; `null` on the last one. */
  next: string | null
  /** At most one more than `COUNTED_MAX`. */
  total: number
}

/** Returns a page of the list, and how many units it has in all. */
export async function listUnits(db: D1Database, request: PageRequest): Promise<UnitPage> {
  const where = unitConditionsOf(request)
  const source = unitSourceOf(request)
  const { page, direction } = pageOf(request, UNITS_PER_PAGE + 1)
  const [rows, counted] = await db.batch<Record<string, unknown>>([
    toStatement(db, rowsOf(page, direction)),
    toStatement(
      db,
      sql`select count(*) as total from (select 1 from ${source} where ${sql.join(where, sql` and `)} limit ${COUNTED_MAX + 1})`,
    ),
  ])
  const found = (rows?.results ?? []) as unknown as (ListedUnit & { sortKey: string | number })[]
  const last = found.length > UNITS_PER_PAGE ? found[UNITS_PER_PAGE - 1] : undefined
  return {
    units: found.slice(0, UNITS_PER_PAGE).map(({ sortKey: _, ...listed }) => listed),
    next: last ? `${last.sortKey}~${last.id}` : null,
    total: Number(counted?.results[0]?.total ?? 0),
  }
}

/** Returns the statement of a page: the ids of its units in their order. */
function pageOf(request: PageRequest, limit: number): { page: SQL; direction: SQL } {
  const { filter, after } = request
  const { key, isDescending = false } = SORTS[filter.sort]
  const where = [...unitConditionsOf(request), ...cursorCondition(filter.sort, after)]
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const page = sql`select ${product.id} as id, ${product.sku} as sku, ${key} as sort_key from ${unitSourceOf(request)}
    where ${sql.join(where, sql` and `)} order by sort_key ${direction}, ${product.id} ${direction} limit ${limit}`
  return { page, direction }
}

/** Returns the skus of the first units of a list, in its order. */
export async function listSkus(db: D1Database, question: UnitQuestion, limit: number): Promise<string[]> {
  const { page } = pageOf({ ...question, after: null }, limit)
  return (await connect(db).all<{ sku: string }>(page)).map(({ sku }) => sku)
}

/** Reads the rows of a page: only these few come from the tables themselves, the others from the index. */
function rowsOf(page: SQL, direction: SQL): SQL {
  return sql`with page as (${page})
    select ${product.id} as id, ${product.sku} as sku, ${product.urlKey} as slug, ${product.size} as size,
      ${product.brand} as brand, ${product.model} as model, ${product.condition} as condition, ${GRADE} as grade,
      ${product.treadDepth} as treadDepth, ${product.dot} as dot, ${product.finalPrice} as price,
      ${unit.state} as state, ${unit.bin} as bin, coalesce(${stock.qty}, 0) as qty,
      ${product.createdAt} as createdAt, page.sort_key as sortKey,
      (select ${productMedia.image} from ${productMedia} where ${productMedia.productId} = ${product.id}
        order by ${productMedia.position} limit 1) as photo
    from page join ${product} on ${product.id} = page.id join ${unit} on ${unit.productId} = page.id
      left join ${stock} on ${stock.stockSku} = ${product.stockSku}
    order by page.sort_key ${direction}, page.id ${direction}`
}

/** Reads first the table that has the fewest rows for the question; `cross join` keeps SQLite from changing the order. */
export function unitSourceOf({ filter: { bin: place, lot, by }, search }: UnitQuestion): SQL {
  if (lot !== null || by !== null || (place !== null && place !== 'none'))
    return sql`${unit} cross join ${product} on ${product.id} = ${unit.productId}`
  // A week is in no index of its own, so its units are looked for in the list.
  const isFound = search.kind === 'code' && search.code.week === null
  const index = isFound ? sql`` : sql`indexed by product_unit_list`
  return sql`${product} ${index} cross join ${unit} on ${unit.productId} = ${product.id}`
}

/** Returns the conditions of a filter on products and units. */
export function unitConditionsOf({ filter, search, now }: UnitQuestion): SQL[] {
  return [
    // In the words of the index, so that SQLite can use it.
    sql`${product.brand} is not null and ${product.parentId} is null`,
    ...searchCondition(search),
    ...stateCondition(filter),
    ...inCondition(sql`${product.sizeSlug}`, filter.size),
    ...inCondition(sql`${product.brandSlug}`, filter.brand),
    ...inCondition(sql`${product.conditionSlug}`, filter.condition),
    ...inCondition(GRADE, filter.grade),
    ...rangeCondition(sql`${product.treadDepth}`, filter.depth),
    ...rangeCondition(sql`${product.finalPrice}`, inCents(filter.price)),
    ...ageCondition(filter.age, now),
    ...rangeCondition(sql`${product.createdAt}`, sinceDays(filter.listed, now)),
    ...unitTableConditions(filter),
  ]
}

function searchCondition(search: UnitSearch): SQL[] {
  switch (search.kind) {
    case 'all':
      return []
    case 'none':
      return [sql`false`]
    case 'code': {
      const { code } = search
      return [
        code.week === null
          ? codeCondition(code)
          : sql`(${codeCondition(code)} or ${weekCondition(code.week)})`,
      ]
    }
    case 'words':
      return [
        ...(search.sizes === null ? [] : [sql`${product.sizeSlug} in ${inList(search.sizes)}`]),
        ...search.words.map(wordCondition),
      ]
  }
}

/** Units with this number, and the set that a tire with it is sold in. */
function codeCondition({ skus, tin }: SearchWord): SQL {
  return sql`${product.id} in (select ${product.id} from ${product} where ${hasSku(skus)}
    union select ${unit.productId} from ${unit} where ${unit.tin} = ${tin}
    union select ${unit.setId} from ${unit} join ${product} on ${product.id} = ${unit.productId}
      where ${unit.setId} is not null and ${hasSku(skus)})`
}

function weekCondition(week: string): SQL {
  return sql`substr(${product.dot}, -4) = ${week}`
}

/** A word without digits is part of a name alone. */
function wordCondition(word: SearchWord): SQL {
  const { text, week, rating } = word
  const names = sql`instr(${product.brandSlug} || '-' || coalesce(${product.modelSlug}, '') || '-' || lower(${product.sku}), ${text}) > 0`
  return sql`(${sql.join(
    [
      names,
      ...(/\d/.test(text) ? [codeCondition(word)] : []),
      ...(week === null ? [] : [weekCondition(week)]),
      ...(rating === null ? [] : [ratingCondition(rating)]),
    ],
    sql` or `,
  )})`
}

function ratingCondition({ load, dual, speed }: NonNullable<SearchWord['rating']>): SQL {
  const second = dual === null ? sql`true` : sql`${product.tireLoadDual} = ${dual}`
  return sql`(${product.tireLoad} = ${load} and ${product.tireSpeed} = ${speed} and ${second})`
}

function stateCondition({ state }: UnitFilter): SQL[] {
  if (state.length === 0) return []
  const others = state.filter((one) => one !== 'live' && one !== 'sold-out')
  const parts = [
    ...(others.length > 0 ? [sql`${unit.state} in ${inList(others)}`] : []),
    ...(state.includes('live') ? [sql`(${unit.state} = 'live' and ${IN_STOCK})`] : []),
    ...(state.includes('sold-out') ? [sql`(${unit.state} = 'live' and not ${IN_STOCK})`] : []),
  ]
  return [sql`(${sql.join(parts, sql` or `)})`]
}

function unitTableConditions({ bin: place, lot, by, photo, second }: UnitFilter): SQL[] {
  return [
    ...(place === null ? [] : [place === 'none' ? sql`${unit.bin} is null` : binCondition(place)]),
    ...(lot === null ? [] : [sql`${unit.lotId} = ${lot}`]),
    ...(by === null ? [] : [sql`${unit.takenBy} = ${by}`]),
    ...(photo === null
      ? []
      : [sql`not exists (select 1 from ${productMedia} where ${productMedia.productId} = ${product.id})`]),
    ...(second === null ? [] : [sql`${unit.secondBy} is null and ${product.conditionSlug} = 'used'`]),
  ]
}

/** `A-12` has itself and all bins that begin with `A-12-`. */
function binCondition(place: string): SQL {
  return sql`(${unit.bin} = ${place} or ${unit.bin} between ${`${place}-`} and ${`${place}-~`})`
}

function inCondition(column: SQL, values: readonly string[]): SQL[] {
  return values.length === 0 ? [] : [sql`${column} in ${inList(values)}`]
}

function rangeCondition(column: SQL, range: UnitRange | null): SQL[] {
  return [
    ...(range?.min == null ? [] : [sql`${column} >= ${range.min}`]),
    ...(range?.max == null ? [] : [sql`${column} <= ${range.max}`]),
  ]
}

function inCents(range: UnitRange | null): UnitRange | null {
  const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100))
  return range && { min: cents(range.min), max: cents(range.max) }
}

/** Days since a unit came in are times in the other direction. */
function sinceDays(range: UnitRange | null, now: number): UnitRange | null {
  return (
    range && {
      min: range.max === null ? null : now - (range.max + 1) * DAY_MS + 1,
      max: range.min === null ? null : now - range.min * DAY_MS,
    }
  )
}

function ageCondition(range: UnitRange | null, now: number): SQL[] {
  if (range === null) return []
  return [
    sql`${product.dot} is not null`,
    ...(range.min === null ? [] : [sql`${MADE} <= ${youngestMade(range.min, now)}`]),
    ...(range.max === null ? [] : [sql`${MADE} > ${youngestMade(range.max + 1, now)}`]),
  ]
}

/** A cursor is the sort's value of the last row and its id. */
function cursorCondition(sort: UnitSort, after: string | null): SQL[] {
  const [, value, id] = /^(.*)~(\d{1,15})$/s.exec(after ?? '') ?? []
  if (value === undefined || id === undefined) return []
  const { key, isDescending, isText } = SORTS[sort]
  if (!isText && !/^-?\d+(?:\.\d+)?$/.test(value)) return []
  const compared = isText ? value : Number(value)
  return [sql`(${key}, ${product.id}) ${sql.raw(isDescending ? '<' : '>')} (${compared}, ${Number(id)})`]
}

export interface FilterChoice {
  slug: string
  label: string
}

export interface UnitChoices {
  brands: FilterChoice[]
  sizes: FilterChoice[]
  people: { id: number; name: string }[]
}

/** What a list can be filtered by: brands and sizes of the yard, found by jumping from value to value of an index, and staff. */
export async function unitChoices(db: D1Database): Promise<UnitChoices> {
  const [brands, sizes, people] = await db.batch([
    toStatement(db, distinct(sql`${product.brandSlug}`, sql`${product.brand}`)),
    toStatement(db, distinct(sql`${product.sizeSlug}`, sql`${product.size}`)),
    toStatement(
      db,
      sql`select ${staff.id} as id, ${staff.name} as name from ${staff} order by ${staff.name}`,
    ),
  ])
  return {
    brands: (brands?.results ?? []) as FilterChoice[],
    sizes: (sizes?.results ?? []) as FilterChoice[],
    people: (people?.results ?? []) as UnitChoices['people'],
  }
}

function distinct(slug: SQL, label: SQL): SQL {
  const next = (than: SQL) =>
    sql`(select min(${slug}) from ${product} where ${slug} > ${than} and visibility > 1)`
  return sql`with recursive choice (slug) as (select ${next(sql`''`)} union all
      select ${next(sql`choice.slug`)} from choice where choice.slug is not null)
    select choice.slug as slug,
      (select ${label} from ${product} where ${slug} = choice.slug and visibility > 1 limit 1) as label
    from choice where choice.slug is not null`
}
