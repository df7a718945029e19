/**
 * Parses the SearchQuery JSON of Vue Storefront's query builder (C2). Its meaning was measured with the builder itself;
 * where the builder throws, or the operator is unknown, the reply is an error message.
 */
import {
  type Bounds,
  type Counting,
  type Scalar,
  SEARCH_LIMITS,
  type SearchCondition,
  type SearchQuery,
  type SortKey,
} from './search-query.ts'

/** Limits of a query; shoppers' queries are far smaller. */
export const QUERY_MAX = {
  filters: 100,
  values: 1000,
  depth: 12,
  text: 200,
  sorts: 5,
  countings: 100,
} as const

export type ParseResult<Value> = { ok: true; value: Value } | { ok: false; message: string }

export function parseError(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const RANGE_AS: ReadonlyMap<string, keyof Bounds> = new Map([
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['from', 'gte'],
  ['moreq', 'gte'],
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['to', 'lte'],
])
const OR_RANGE = new Map(
  [...RANGE_AS.keys()].map((name) => [`or${name.charAt(0).toUpperCase()}${name.slice(1)}`, name]),
)
/** The builder reads a bare list as its first element, `0`. */
const OPERATORS = ['or', 'nor', 'neq', 'nin', 'eq', 'in', 'like', '0']
/** The price ranges that clients aggregate. */
const PRICE_RANGES = [
  { from: 0, to: 50 },
  { from: 50, to: 100 },
  { from: 100, to: 150 },
  { from: 150 },
] as const
/** "price" filters by the final price. */
const PRICE_FILTER_KEY = 'final_price'

/** Parses a SearchQuery; missing keys are empty. */
export function readSearchQuery(body: Json): ParseResult<SearchQuery> {
  const filters = list(body._appliedFilters)
  const available = list(body._availableFilters)
  const sorts = list(body._appliedSort)
  if (!filters || !available || !sorts)
    return parseError('The filters and sorts of a search query are lists.')
  if (filters.length > QUERY_MAX.filters) return parseError(`Ask with at most ${QUERY_MAX.filters} filters.`)
  if (available.length > QUERY_MAX.countings)
    return parseError(`Count at most ${QUERY_MAX.countings} fields.`)
  const text = body._searchText ?? ''
  if (typeof text !== 'string' || text.length > QUERY_MAX.text) {
    return parseError(`A search text has at most ${QUERY_MAX.text} letters.`)
  }
  const where: SearchCondition[] = []
  const any: SearchCondition[] = []
  for (const filter of filters) {
    const read = readFilter(filter)
    if (!read.ok) return read
    where.push(...read.value.where)
    any.push(...read.value.any)
  }
  if (any.length > 0) where.push({ kind: 'any', of: any })
  const sort = readSorts(sorts)
  if (!sort.ok) return sort
  const count = readAvailable(available, filters)
  if (!count.ok) return count
  return { ok: true, value: { where, text: text.trim(), sort: sort.value, count: count.value } }
}

function list(value: unknown): unknown[] | null {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : null
}

interface FilterParts {
  where: SearchCondition[]
  any: SearchCondition[]
}

function scopesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value ?? 'default']
}

function readFilter(filter: unknown): ParseResult<FilterParts> {
  if (!isObject(filter) || typeof filter.attribute !== 'string' || filter.attribute === '') {
    return parseError('A filter needs an attribute.')
  }
  const { attribute, value } = filter
  const scopes = scopesOf(filter.scope)
  const parts: FilterParts = { where: [], any: [] }
  if (scopes.includes('default')) {
    const read = readDefault(attribute, value)
    if (!read.ok) return read
    if (read.value) parts[read.value.shared ? 'any' : 'where'].push(read.value.condition)
  }
  if (scopes.includes('catalog')) {
    const read = readCatalog(attribute, value)
    if (!read.ok) return read
    if (read.value) parts.where.push(read.value)
  }
  return { ok: true, value: parts }
}

/** Splits filters by scope. `shared` conditions form one group of which any must hold. */
function readDefault(
  field: string,
  given: unknown,
): ParseResult<{ condition: SearchCondition; shared: boolean } | null> {
  if (given === null || given === undefined) return parseError(`The filter of ${field} has no value.`)
  const value: Json = isScalar(given) ? { in: [given] } : (given as Json)
  const keys = Object.keys(value)
  const [operator] = keys
  if (operator === undefined) return { ok: true, value: null }
  if (keys.every((key) => RANGE_AS.has(key))) return asRange(field, value, false)
  if (keys.every((key) => OR_RANGE.has(key))) {
    return asRange(field, Object.fromEntries(keys.map((key) => [OR_RANGE.get(key), value[key]])), true)
  }
  if (!OPERATORS.includes(operator) && !RANGE_AS.has(operator)) {
    return parseError(`${operator.slice(0, 40)} is no operator.`)
  }
  const shared = operator === 'or' || operator === 'nor'
  const negated = ['neq', 'nin', 'nor'].includes(operator)
  const inner = value[operator]
  if (inner === null || inner === undefined) {
    // `or: null` means missing and `nor: null` existing, opposite to the other operators.
    const exists: SearchCondition = { kind: 'exists', field }
    const missing = operator === 'or' || (negated && operator !== 'nor')
    return { ok: true, value: { condition: missing ? { kind: 'not', of: exists } : exists, shared } }
  }
  const values = readValues(field, inner)
  if (!values.ok) return values
  const among: SearchCondition = { kind: 'among', field, values: values.value }
  return { ok: true, value: { condition: negated ? { kind: 'not', of: among } : among, shared } }
}

function readCatalog(field: string, given: unknown): ParseResult<SearchCondition | null> {
  if (given === null || given === undefined) return { ok: true, value: null }
  const value: Json = isScalar(given)
    ? { in: [given] }
    : Array.isArray(given)
      ? { in: given }
      : (given as Json)
  const keys = Object.keys(value)
  const [operator] = keys
  if (operator === undefined) return { ok: true, value: null }
  if (keys.some((key) => RANGE_AS.has(key))) {
    if (!keys.every((key) => RANGE_AS.has(key)))
      return parseError(`The range of ${field} has other operators in it.`)
    const read = asRange(field === 'price' ? PRICE_FILTER_KEY : field, value, false)
    return read.ok ? { ok: true, value: read.value.condition } : read
  }
  if (!OPERATORS.includes(operator)) return parseError(`${operator.slice(0, 40)} is no operator.`)
  const inner = value[operator]
  if (inner === null || inner === undefined) return { ok: true, value: null }
  const values = readValues(field, inner)
  if (!values.ok) return values
  const facet: SearchCondition = { kind: 'facet', field, values: values.value }
  const negated = ['neq', 'nin', 'nor'].includes(operator)
  return { ok: true, value: negated ? { kind: 'not', of: facet } : facet }
}

/** Reads one value or a list, without `null`s. */
export function readValues(field: string, given: unknown): ParseResult<Scalar[]> {
  const values = (Array.isArray(given) ? given : [given]).filter((value) => value !== null)
  if (values.length > QUERY_MAX.values) return parseError(`${field} is asked for too many values.`)
  if (!values.every(isScalar)) return parseError(`The values of ${field} are texts, numbers or truths.`)
  return { ok: true, value: values }
}

/** Reads a range from an object whose keys are all range operators. */
export function asRange(
  field: string,
  value: Json,
  shared: boolean,
): ParseResult<{ condition: SearchCondition; shared: boolean }> {
  const bounds: Bounds = {}
  for (const [operator, bound] of Object.entries(value)) {
    const name = RANGE_AS.get(operator)
    if (name === undefined) return parseError(`${operator.slice(0, 40)} is no bound of a range.`)
    if (bound === null || bound === '') continue
    if (!isScalar(bound)) return parseError(`The bounds of ${field} are numbers or texts.`)
    bounds[name] = bound
  }
  return { ok: true, value: { condition: { kind: 'range', field, bounds }, shared } }
}

function readSorts(sorts: readonly unknown[]): ParseResult<SortKey[]> {
  if (sorts.length > QUERY_MAX.sorts) return parseError(`Sort by at most ${QUERY_MAX.sorts} fields.`)
  const keys: SortKey[] = []
  for (const sort of sorts) {
    if (!isObject(sort) || typeof sort.field !== 'string' || sort.field === '')
      return parseError('A sort needs a field.')
    const order = isObject(sort.options) ? (sort.options.order ?? 'asc') : (sort.options ?? 'asc')
    const direction = readDirection(order)
    if (direction === null) return parseError('A sort goes asc or desc.')
    keys.push({ field: sort.field, descending: direction })
  }
  return { ok: true, value: keys }
}

/** Returns true for descending; `null` for an unknown direction. */
export function readDirection(order: unknown): boolean | null {
  if (typeof order !== 'string') return null
  const word = order.toLowerCase()
  return word === 'desc' ? true : word === 'asc' || word === '' ? false : null
}

/** Parses `created_at:desc`, `created_at` and the empty text. */
export function parseSortClause(text: string): ParseResult<SortKey[]> {
  const [field = '', order = 'asc', ...rest] = text.trim().split(':')
  if (field === '') return { ok: true, value: [] }
  const descending = readDirection(order)
  if (descending === null || rest.length > 0) return parseError('A sort is written field:asc or field:desc.')
  return { ok: true, value: [{ field, descending }] }
}

/** Counts of a facet come twice, for the field and for its variants; clients add both together. */
function readAvailable(available: readonly unknown[], filters: readonly unknown[]): ParseResult<Counting[]> {
  const count: Counting[] = []
  for (const filter of available) {
    if (!isObject(filter) || typeof filter.field !== 'string' || filter.field === '') {
      return parseError('A filter to count needs a field.')
    }
    if (!scopesOf(filter.scope).includes('catalog')) continue
    const { field } = filter
    if (field === 'price') {
      count.push(...priceCounting(filters))
      continue
    }
    const size = isObject(filter.options) ? filter.options.size : undefined
    const asked = size === undefined || size === null ? SEARCH_LIMITS.maxAggregation : Number(size)
    if (!Number.isInteger(asked) || asked < 0 || asked > SEARCH_LIMITS.maxAggregation) {
      return parseError(`A count lists at most ${SEARCH_LIMITS.maxAggregation} values.`)
    }
    for (const name of [field, `${field}_options`]) {
      count.push({ kind: 'terms', name: `agg_terms_${name}`, field: name, size: asked })
    }
  }
  return { ok: true, value: count }
}

function priceCounting(filters: readonly unknown[]): Counting[] {
  const own = filters.find((filter) => isObject(filter) && filter.attribute === 'price') as Json | undefined
  const { gte, lte } = isObject(own?.value) ? own.value : {}
  const bound = (value: unknown) => (isScalar(value) && value !== '' ? Number(value) : Number.NaN)
  const range = {
    ...(Number.isFinite(bound(gte)) && bound(gte) > 0 ? { from: bound(gte) } : {}),
    ...(Number.isFinite(bound(lte)) && bound(lte) > 0 ? { to: bound(lte) } : {}),
  }
  const ranges = Object.keys(range).length > 0 ? [...PRICE_RANGES, range] : [...PRICE_RANGES]
  return [
    { kind: 'terms', name: 'agg_terms_price', field: 'price', size: 10 },
    { kind: 'ranges', name: 'agg_range_price', field: 'price', ranges },
    { kind: 'max', name: 'agg_max_price', field: 'price' },
    { kind: 'min', name: 'agg_min_price', field: 'price' },
  ]
}
