/**
 * Parses the SearchQuery JSON of Vue Storefront's query builder (C2). Its meaning was found by running the
 * builder; where the builder throws, or an operator is unknown, the result is an error message.
 */
import {
  type AggregationRequest,
  type Bounds,
  type Scalar,
  SEARCH_LIMITS,
  type SearchCondition,
  type SearchQuery,
  type SortKey,
} from './search-query.ts'

/** Limits of a query; the queries of shoppers are far smaller. */
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

/** Range operators with the bound that each of them sets. */
const RANGE_OPERATORS: ReadonlyMap<string, keyof Bounds> = new Map([
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['from', 'gte'],
  ['moreq', 'gte'],
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['to', 'lte'],
])
/** Range operators of a shared condition, such as `orGt`, with the plain operator. */
const OR_RANGE_OPERATORS = new Map(
  [...RANGE_OPERATORS.keys()].map((name) => [`or${name.charAt(0).toUpperCase()}${name.slice(1)}`, name]),
)
/** `0` is the first element of a plain list: the builder reads the key of this element as the operator. */
const OPERATORS = ['or', 'nor', 'neq', 'nin', 'eq', 'in', 'like', '0']
/** The price ranges of the price aggregation. */
const PRICE_RANGES = [
  { from: 0, to: 50 },
  { from: 50, to: 100 },
  { from: 100, to: 150 },
  { from: 150 },
] as const
/** Field that a filter of "price" compares. */
const PRICE_FILTER_KEY = 'final_price'

/** Parses a SearchQuery; missing keys are empty. */
export function parseSearchQuery(body: Json): ParseResult<SearchQuery> {
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
  const aggregations = readAvailable(available, filters)
  if (!aggregations.ok) return aggregations
  return {
    ok: true,
    value: { where, text: text.trim(), sort: sort.value, aggregations: aggregations.value },
  }
}

function list(value: unknown): unknown[] | null {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : null
}

interface FilterParts {
  where: SearchCondition[]
  /** Conditions of the shared group, of which one must be true. */
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

/** Reads a filter of the scope "default". One of all `shared` conditions of a query must be true. */
function readDefault(
  field: string,
  operand: unknown,
): ParseResult<{ condition: SearchCondition; shared: boolean } | null> {
  if (operand === null || operand === undefined) return parseError(`The filter of ${field} has no value.`)
  const value: Json = isScalar(operand) ? { in: [operand] } : (operand as Json)
  const keys = Object.keys(value)
  const [operator] = keys
  if (operator === undefined) return { ok: true, value: null }
  const isShared = keys.every((key) => OR_RANGE_OPERATORS.has(key))
  if (isShared || keys.every((key) => RANGE_OPERATORS.has(key))) {
    const bounds = keys.map((key) => [OR_RANGE_OPERATORS.get(key) ?? key, value[key]])
    const range = asRange(field, Object.fromEntries(bounds))
    return range.ok ? { ok: true, value: { condition: range.value, shared: isShared } } : range
  }
  if (!OPERATORS.includes(operator) && !RANGE_OPERATORS.has(operator)) {
    return parseError(`${operator.slice(0, 40)} is no operator.`)
  }
  const shared = operator === 'or' || operator === 'nor'
  const negated = ['neq', 'nin', 'nor'].includes(operator)
  const inner = value[operator]
  if (inner === null || inner === undefined) {
    // `or: null` means that the field is missing, `nor: null` that it exists: the opposite of the other
    // operators.
    const exists: SearchCondition = { kind: 'exists', field }
    const missing = operator === 'or' || (negated && operator !== 'nor')
    return { ok: true, value: { condition: missing ? { kind: 'not', of: exists } : exists, shared } }
  }
  const values = readValues(field, inner)
  if (!values.ok) return values
  const among: SearchCondition = { kind: 'among', field, values: values.value }
  return { ok: true, value: { condition: negated ? { kind: 'not', of: among } : among, shared } }
}

/** Reads a filter of the scope "catalog". */
function readCatalog(field: string, operand: unknown): ParseResult<SearchCondition | null> {
  if (operand === null || operand === undefined) return { ok: true, value: null }
  const value: Json = isScalar(operand)
    ? { in: [operand] }
    : Array.isArray(operand)
      ? { in: operand }
      : (operand as Json)
  const keys = Object.keys(value)
  const [operator] = keys
  if (operator === undefined) return { ok: true, value: null }
  if (keys.some((key) => RANGE_OPERATORS.has(key))) {
    if (!keys.every((key) => RANGE_OPERATORS.has(key)))
      return parseError(`The range of ${field} has other operators in it.`)
    return asRange(field === 'price' ? PRICE_FILTER_KEY : field, value)
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

/** Reads one value or a list, without `null`. */
export function readValues(field: string, operand: unknown): ParseResult<Scalar[]> {
  const values = [operand].flat().filter((value) => value !== null)
  if (values.length > QUERY_MAX.values) return parseError(`${field} is asked for too many values.`)
  if (!values.every(isScalar)) return parseError(`The values of ${field} are texts, numbers or truths.`)
  return { ok: true, value: values }
}

/** Reads a range from an object whose keys are all range operators. */
export function asRange(field: string, value: Json): ParseResult<SearchCondition> {
  const bounds: Bounds = {}
  for (const [operator, bound] of Object.entries(value)) {
    const name = RANGE_OPERATORS.get(operator)
    if (name === undefined) return parseError(`${operator.slice(0, 40)} is no bound of a range.`)
    if (bound === null || bound === '') continue
    if (!isScalar(bound)) return parseError(`The bounds of ${field} are numbers or texts.`)
    bounds[name] = bound
  }
  return { ok: true, value: { kind: 'range', field, bounds } }
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

/** Reads the requested aggregations: two for each facet, whose counts clients add. */
function readAvailable(
  available: readonly unknown[],
  filters: readonly unknown[],
): ParseResult<AggregationRequest[]> {
  const requests: AggregationRequest[] = []
  for (const filter of available) {
    if (!isObject(filter) || typeof filter.field !== 'string' || filter.field === '') {
      return parseError('A filter to count needs a field.')
    }
    if (!scopesOf(filter.scope).includes('catalog')) continue
    const { field } = filter
    if (field === 'price') {
      requests.push(...priceAggregations(filters))
      continue
    }
    const size = isObject(filter.options) ? filter.options.size : undefined
    const limit = size === undefined || size === null ? SEARCH_LIMITS.maxAggregation : Number(size)
    if (!Number.isInteger(limit) || limit < 0 || limit > SEARCH_LIMITS.maxAggregation) {
      return parseError(`A count lists at most ${SEARCH_LIMITS.maxAggregation} values.`)
    }
    for (const name of [field, `${field}_options`]) {
      requests.push({ kind: 'terms', name: `agg_terms_${name}`, field: name, size: limit })
    }
  }
  return { ok: true, value: requests }
}

/** Returns the aggregations of the price; the range of the price filter is one more range. */
function priceAggregations(filters: readonly unknown[]): AggregationRequest[] {
  const own = filters.find((filter) => isObject(filter) && filter.attribute === 'price') as Json | undefined
  const { gte, lte } = isObject(own?.value) ? own.value : {}
  const isBound = (value: unknown) =>
    isScalar(value) && value !== '' && Number.isFinite(Number(value)) && Number(value) > 0
  const range = {
    ...(isBound(gte) ? { from: Number(gte) } : {}),
    ...(isBound(lte) ? { to: Number(lte) } : {}),
  }
  const ranges = Object.keys(range).length > 0 ? [...PRICE_RANGES, range] : [...PRICE_RANGES]
  return [
    { kind: 'terms', name: 'agg_terms_price', field: 'price', size: 10 },
    { kind: 'ranges', name: 'agg_range_price', field: 'price', ranges },
    { kind: 'max', name: 'agg_max_price', field: 'price' },
    { kind: 'min', name: 'agg_min_price', field: 'price' },
  ]
}
