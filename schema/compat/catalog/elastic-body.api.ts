/**
 * Parses the part of Elasticsearch's query language that clients of this API send (C2). Any other key of a
 * body is refused with an error that names the key.
 */

import {
  asRange,
  isObject,
  isScalar,
  type ParseResult,
  parseError,
  QUERY_MAX,
  readDirection,
  readValues,
} from './search-query.api.ts'
import {
  type AggregationRequest,
  RANDOM_SORT,
  SEARCH_LIMITS,
  type SearchCondition,
  type SearchQuery,
  type SortKey,
} from './search-query.ts'

type Json = Record<string, unknown>

/** A parsed node: conditions that must all be true, and a text. */
interface Node {
  where: SearchCondition[]
  text: string
}

interface ParserState {
  /** Number of parsed nodes, to limit the work. */
  nodes: number
  /** Whether the query requests the random sort. */
  random: boolean
}

/** Keys of a body that do not change the query. */
const IGNORED = new Set([
  'size',
  'from',
  '_source',
  'min_score',
  'track_total_hits',
  'suggest',
  'version',
  'timeout',
])

/** Parses a body. It ignores keys that change no result (`IGNORED`) and refuses other unknown keys. */
export function parseElasticBody(body: Json): ParseResult<SearchQuery> {
  const state: ParserState = { nodes: 0, random: false }
  let node: Node = { where: [], text: '' }
  let sort: SortKey[] = []
  let aggregations: AggregationRequest[] = []
  for (const [key, value] of Object.entries(body)) {
    if (IGNORED.has(key)) continue
    if (key === 'query' || key === 'filter' || key === 'post_filter') {
      const read = readNode(value, state, 0, false)
      if (!read.ok) return read
      node = join(node, read.value)
    } else if (key === 'sort') {
      const read = readSort(value)
      if (!read.ok) return read
      sort = read.value
    } else if (key === 'aggs' || key === 'aggregations') {
      const read = readAggregations(value)
      if (!read.ok) return read
      aggregations = read.value
    } else return parseError(`${key.slice(0, 40)} is not understood in a search body.`)
  }
  if (state.random) sort = [{ field: RANDOM_SORT, descending: false }]
  const text = node.text.slice(0, QUERY_MAX.text).trim()
  return { ok: true, value: { where: node.where, text, sort, aggregations } }
}

/** A node without conditions. */
const NOTHING: Node = { where: [], text: '' }

function join(a: Node, b: Node): Node {
  return { where: [...a.where, ...b.where], text: a.text || b.text }
}

function all(where: readonly SearchCondition[]): SearchCondition {
  const [only] = where
  return where.length === 1 && only ? only : { kind: 'all', of: where }
}

function toNode(condition: SearchCondition): ParseResult<Node> {
  return { ok: true, value: { where: [condition], text: '' } }
}

/** Reads a node. `filtering` is true inside a filter, where one clause of a `should` must be true. */
function readNode(node: unknown, state: ParserState, depth: number, filtering: boolean): ParseResult<Node> {
  state.nodes += 1
  if (state.nodes > QUERY_MAX.filters * 5) return parseError('The search body has too many parts.')
  if (depth > QUERY_MAX.depth) return parseError('The search body is nested too deeply.')
  if (!isObject(node)) return parseError('A query is an object.')
  const entries = Object.entries(node)
  const [entry] = entries
  if (!entry) return { ok: true, value: NOTHING }
  if (entries.length > 1) return parseError('A query has one kind.')
  const [kind, value] = entry
  if (kind === 'match_all') return { ok: true, value: NOTHING }
  if (!isObject(value)) return parseError(`${kind.slice(0, 40)} needs an object.`)
  switch (kind) {
    case 'bool':
      return readBool(value, state, depth, filtering)
    case 'constant_score':
      return readNode(value.filter ?? {}, state, depth + 1, true)
    case 'nested':
      return readNode(value.query ?? {}, state, depth + 1, filtering)
    case 'function_score':
      return readFunctionScore(value, state, depth)
    case 'exists':
      return typeof value.field === 'string'
        ? toNode({ kind: 'exists', field: value.field })
        : parseError('exists needs a field.')
    case 'ids': {
      const values = readValues('ids', value.values)
      return values.ok ? toNode({ kind: 'among', field: 'id', values: values.value }) : values
    }
    case 'multi_match':
    case 'query_string':
    case 'simple_query_string':
      return typeof value.query === 'string'
        ? { ok: true, value: { where: [], text: value.query } }
        : parseError(`${kind} needs a query.`)
    default:
      return readLeaf(kind, value)
  }
}

function readLeaf(kind: string, value: Json): ParseResult<Node> {
  const [entry, ...others] = Object.entries(value).filter(([key]) => key !== 'boost')
  if (!entry || others.length > 0) return parseError(`${kind.slice(0, 40)} names one field.`)
  const [field, options] = entry
  if (kind === 'range') {
    if (!isObject(options)) return parseError(`The range of ${field} needs bounds.`)
    const { boost: _, format: __, ...bounds } = options
    const range = asRange(field, bounds)
    return range.ok ? toNode(range.value) : range
  }
  const operand = isObject(options) ? (options.value ?? options.query) : options
  if (kind === 'prefix' || kind === 'match_phrase_prefix' || kind === 'wildcard') {
    const text = isScalar(operand) ? String(operand) : ''
    const prefix = kind === 'wildcard' ? text.replace(/\*$/, '') : text
    if (prefix === '' || (kind === 'wildcard' && /[*?]/.test(prefix)))
      return parseError(`${kind} needs the beginning of a text.`)
    return toNode({ kind: 'prefix', field, value: prefix })
  }
  if (!['terms', 'term', 'match', 'match_phrase'].includes(kind))
    return parseError(`${kind.slice(0, 40)} is no query here.`)
  const values = readValues(field, operand)
  return values.ok ? toNode({ kind: 'among', field, values: values.value }) : values
}

function readNodes(
  clause: unknown,
  state: ParserState,
  depth: number,
  filtering: boolean,
): ParseResult<Node[]> {
  const nodes: Node[] = []
  for (const part of clause === undefined ? [] : [clause].flat()) {
    const read = readNode(part, state, depth + 1, filtering)
    if (!read.ok) return read
    nodes.push(read.value)
  }
  return { ok: true, value: nodes }
}

function readBool(value: Json, state: ParserState, depth: number, filtering: boolean): ParseResult<Node> {
  const known = ['must', 'filter', 'should', 'must_not', 'minimum_should_match', 'boost']
  const unknownKey = Object.keys(value).find((key) => !known.includes(key))
  if (unknownKey !== undefined) return parseError(`${unknownKey.slice(0, 40)} is not understood in bool.`)
  const must = readNodes(value.must, state, depth, filtering)
  const filter = readNodes(value.filter, state, depth, true)
  const should = readNodes(value.should, state, depth, filtering)
  const not = readNodes(value.must_not, state, depth, true)
  if (!must.ok) return must
  if (!filter.ok) return filter
  if (!should.ok) return should
  if (!not.ok) return not
  const node = [...must.value, ...filter.value].reduce(join, { where: [], text: '' })
  for (const part of not.value) {
    if (part.text !== '') return parseError('A text cannot be excluded.')
    node.where.push({ kind: 'not', of: all(part.where) })
  }
  if (should.value.length === 0) return { ok: true, value: node }
  // A `should` with a text and the skus that the text may be is one text search.
  const text = should.value.find((part) => part.text !== '')?.text ?? ''
  if (text !== '') return { ok: true, value: join(node, { where: [], text }) }
  const minimum = value.minimum_should_match
  if (minimum !== undefined && Number(minimum) !== 0 && Number(minimum) !== 1) {
    return parseError('minimum_should_match is 0 or 1 here.')
  }
  const isOnlyClause = value.must === undefined && value.filter === undefined
  // Outside of a filter and beside other clauses, a `should` only affects the score.
  if (filtering || isOnlyClause || Number(minimum) === 1) {
    node.where.push(
      catalogFacet(should.value) ?? { kind: 'any', of: should.value.map((part) => all(part.where)) },
    )
  }
  return { ok: true, value: node }
}

/**
 * Returns the facet that the query builder writes as two alternatives: the values of the field, or the values
 * of `field_options` of a configurable product. A range stands in both alternatives and is read once.
 */
function catalogFacet(parts: readonly Node[]): SearchCondition | null {
  const [plain, variants] = parts.map(({ where }) => where)
  const [own, ...others] = plain ?? []
  if (!own || others.length > 0 || parts.length !== 2 || !variants) return null
  const isConfigurable = variants.some((part) => part.kind === 'among' && part.field === 'type_id')
  if (!isConfigurable) return null
  if (own.kind === 'range' && variants.some((part) => part.kind === 'range' && part.field === own.field))
    return own
  if (own.kind !== 'among') return null
  const optionsPart = variants.some((part) => part.kind === 'among' && part.field === `${own.field}_options`)
  return optionsPart ? { kind: 'facet', field: own.field, values: own.values } : null
}

/** Reads the random sort of the query builder: the filter of the function is the complete query. */
function readFunctionScore(value: Json, state: ParserState, depth: number): ParseResult<Node> {
  const inner = readNode(value.query ?? {}, state, depth + 1, false)
  if (!inner.ok) return inner
  let node = inner.value
  if (value.random_score !== undefined) state.random = true
  for (const one of Array.isArray(value.functions) ? value.functions : []) {
    if (!isObject(one) || !isObject(one.random_score)) continue
    state.random = true
    const { weight: _, random_score: __, ...bool } = one
    const read = readNode({ bool }, state, depth + 1, true)
    if (!read.ok) return read
    node = join(node, read.value)
  }
  return { ok: true, value: node }
}

/** Reads `[{field: "asc"}]`, `[{field: {order}}]`, `"field"`, and the nested lists of bodybuilder. */
function readSort(sort: unknown): ParseResult<SortKey[]> {
  const keys: SortKey[] = []
  for (const part of [sort].flat(2)) {
    if (typeof part === 'string') keys.push({ field: part, descending: false })
    else if (isObject(part)) {
      for (const [field, options] of Object.entries(part)) {
        const descending = readDirection(isObject(options) ? (options.order ?? 'asc') : options)
        if (descending === null) return parseError('A sort goes asc or desc.')
        keys.push({ field, descending })
      }
    } else return parseError('A sort names a field.')
  }
  if (keys.length > QUERY_MAX.sorts) return parseError(`Sort by at most ${QUERY_MAX.sorts} fields.`)
  return { ok: true, value: keys }
}

function readAggregations(body: unknown): ParseResult<AggregationRequest[]> {
  if (!isObject(body)) return parseError('Aggregations are an object.')
  const entries = Object.entries(body)
  if (entries.length > QUERY_MAX.countings * 2)
    return parseError(`Count at most ${QUERY_MAX.countings} fields.`)
  const requests: AggregationRequest[] = []
  for (const [name, aggregation] of entries) {
    if (!isObject(aggregation)) return parseError(`The aggregation ${name.slice(0, 40)} is not understood.`)
    const [entry] = Object.entries(aggregation).filter(
      ([key]) => !['aggs', 'aggregations', 'meta'].includes(key),
    )
    const [kind, options] = entry ?? []
    if (!isObject(options) || typeof options.field !== 'string') {
      return parseError(`The aggregation ${name.slice(0, 40)} needs a field.`)
    }
    const { field } = options
    if (kind === 'terms') {
      const size = Number(options.size ?? 10)
      if (!Number.isInteger(size) || size < 0 || size > SEARCH_LIMITS.maxAggregation) {
        return parseError(`A count lists at most ${SEARCH_LIMITS.maxAggregation} values.`)
      }
      requests.push({ kind, name, field, size })
    } else if (kind === 'min' || kind === 'max') requests.push({ kind, name, field })
    else if (kind === 'range') {
      const ranges = readRanges(options.ranges)
      if (!ranges) return parseError('A range to count has numbers, at most 20 of them.')
      requests.push({ kind: 'ranges', name, field, ranges })
    } else return parseError(`${String(kind).slice(0, 40)} is no aggregation here.`)
  }
  return { ok: true, value: requests }
}

function readRanges(list: unknown): { from?: number; to?: number }[] | null {
  if (!Array.isArray(list) || list.length > 20) return null
  const ranges: { from?: number; to?: number }[] = []
  for (const range of list) {
    if (!isObject(range)) return null
    const read: { from?: number; to?: number } = {}
    for (const name of ['from', 'to'] as const) {
      if (range[name] === undefined || range[name] === null) continue
      const value = Number(range[name])
      if (!Number.isFinite(value)) return null
      read[name] = value
    }
    ranges.push(read)
  }
  return ranges
}
