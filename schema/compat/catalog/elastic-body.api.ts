/**
 * Parses the part of Elasticsearch's query language that clients of this API send (C2). Other keys of a body are
 * refused with their names.
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
  type Counting,
  RANDOM_SORT,
  SEARCH_LIMITS,
  type SearchCondition,
  type SearchQuery,
  type SortKey,
} from './search-query.ts'

type Json = Record<string, unknown>

/** The meaning of a node: conditions that must all hold, and a text. */
interface Node {
  where: SearchCondition[]
  text: string
}

interface Reading {
  /** Number of conditions so far; bounds the work. */
  nodes: number
  random: boolean
}

/** Keys of a body without a meaning for the query. */
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

/** Accepts keys that change no result (`IGNORED`); any other one is refused, never guessed. */
export function readElasticBody(body: Json): ParseResult<SearchQuery> {
  const reading: Reading = { nodes: 0, random: false }
  let node: Node = { where: [], text: '' }
  let sort: SortKey[] = []
  let count: Counting[] = []
  for (const [key, value] of Object.entries(body)) {
    if (IGNORED.has(key)) continue
    if (key === 'query' || key === 'filter' || key === 'post_filter') {
      const read = readNode(value, reading, 0, false)
      if (!read.ok) return read
      node = join(node, read.value)
    } else if (key === 'sort') {
      const read = readSort(value)
      if (!read.ok) return read
      sort = read.value
    } else if (key === 'aggs' || key === 'aggregations') {
      const read = readAggregations(value)
      if (!read.ok) return read
      count = read.value
    } else return parseError(`${key.slice(0, 40)} is not understood in a search body.`)
  }
  if (reading.random) sort = [{ field: RANDOM_SORT, descending: false }]
  return { ok: true, value: { ...node, text: node.text.slice(0, QUERY_MAX.text).trim(), sort, count } }
}

function join(a: Node, b: Node): Node {
  return { where: [...a.where, ...b.where], text: a.text || b.text }
}

function all(where: readonly SearchCondition[]): SearchCondition {
  const [only] = where
  return where.length === 1 && only ? only : { kind: 'all', of: where }
}

function condition(one: SearchCondition): ParseResult<Node> {
  return { ok: true, value: { where: [one], text: '' } }
}

/** Reads a node. `filtering` is true below a filter, where one clause of a `should` must hold. */
function readNode(given: unknown, reading: Reading, depth: number, filtering: boolean): ParseResult<Node> {
  reading.nodes += 1
  if (reading.nodes > QUERY_MAX.filters * 5) return parseError('The search body has too many parts.')
  if (depth > QUERY_MAX.depth) return parseError('The search body is nested too deeply.')
  if (!isObject(given)) return parseError('A query is an object.')
  const entries = Object.entries(given)
  const [entry] = entries
  if (!entry) return { ok: true, value: { where: [], text: '' } }
  if (entries.length > 1) return parseError('A query has one kind.')
  const [kind, value] = entry
  if (kind === 'match_all') return { ok: true, value: { where: [], text: '' } }
  if (!isObject(value)) return parseError(`${kind.slice(0, 40)} needs an object.`)
  switch (kind) {
    case 'bool':
      return readBool(value, reading, depth, filtering)
    case 'constant_score':
      return readNode(value.filter ?? {}, reading, depth + 1, true)
    case 'nested':
      return readNode(value.query ?? {}, reading, depth + 1, filtering)
    case 'function_score':
      return readFunctionScore(value, reading, depth)
    case 'exists':
      return typeof value.field === 'string'
        ? condition({ kind: 'exists', field: value.field })
        : parseError('exists needs a field.')
    case 'ids': {
      const values = readValues('ids', value.values)
      return values.ok ? condition({ kind: 'among', field: 'id', values: values.value }) : values
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
  const [field, given] = entry
  if (kind === 'range') {
    if (!isObject(given)) return parseError(`The range of ${field} needs bounds.`)
    const { boost: _, format: __, ...bounds } = given
    const read = asRange(field, bounds, false)
    return read.ok ? condition(read.value.condition) : read
  }
  const plain = isObject(given) ? (given.value ?? given.query) : given
  if (kind === 'prefix' || kind === 'match_phrase_prefix' || kind === 'wildcard') {
    const text = isScalar(plain) ? String(plain) : ''
    const value = kind === 'wildcard' ? text.replace(/\*$/, '') : text
    if (value === '' || (kind === 'wildcard' && /[*?]/.test(value)))
      return parseError(`${kind} needs the beginning of a text.`)
    return condition({ kind: 'prefix', field, value })
  }
  if (!['terms', 'term', 'match', 'match_phrase'].includes(kind))
    return parseError(`${kind.slice(0, 40)} is no query here.`)
  const values = readValues(field, plain)
  return values.ok ? condition({ kind: 'among', field, values: values.value }) : values
}

function readMany(given: unknown, reading: Reading, depth: number, filtering: boolean): ParseResult<Node[]> {
  const nodes: Node[] = []
  for (const part of Array.isArray(given) ? given : given === undefined ? [] : [given]) {
    const read = readNode(part, reading, depth + 1, filtering)
    if (!read.ok) return read
    nodes.push(read.value)
  }
  return { ok: true, value: nodes }
}

function readBool(value: Json, reading: Reading, depth: number, filtering: boolean): ParseResult<Node> {
  const known = ['must', 'filter', 'should', 'must_not', 'minimum_should_match', 'boost']
  const stranger = Object.keys(value).find((key) => !known.includes(key))
  if (stranger !== undefined) return parseError(`${stranger.slice(0, 40)} is not understood in bool.`)
  const must = readMany(value.must, reading, depth, filtering)
  const filter = readMany(value.filter, reading, depth, true)
  const should = readMany(value.should, reading, depth, filtering)
  const not = readMany(value.must_not, reading, depth, true)
  for (const read of [must, filter, should, not]) if (!read.ok) return read
  if (!must.ok || !filter.ok || !should.ok || !not.ok) return parseError('The bool query is not understood.')
  let node = [...must.value, ...filter.value].reduce(join, { where: [], text: '' })
  for (const part of not.value) {
    if (part.text !== '') return parseError('A text cannot be excluded.')
    node.where.push({ kind: 'not', of: all(part.where) })
  }
  if (should.value.length === 0) return { ok: true, value: node }
  // A text beside the skus that it may be: together one text search.
  const text = should.value.find((part) => part.text !== '')?.text ?? ''
  if (text !== '') {
    node = join(node, { where: [], text })
    return { ok: true, value: node }
  }
  const minimum = value.minimum_should_match
  if (minimum !== undefined && Number(minimum) !== 0 && Number(minimum) !== 1) {
    return parseError('minimum_should_match is 0 or 1 here.')
  }
  const alone = value.must === undefined && value.filter === undefined
  // Outside of a filter, beside other clauses, a "should" only affects the score.
  if (filtering || alone || Number(minimum) === 1) {
    node.where.push(
      catalogFacet(should.value) ?? { kind: 'any', of: should.value.map((part) => all(part.where)) },
    )
  }
  return { ok: true, value: node }
}

/**
 * Reads a facet of the builder: the values of the field, or those of `field_options` of a configurable product. A range is
 * written twice and read once.
 */
function catalogFacet(parts: readonly Node[]): SearchCondition | null {
  const [plain, variants] = parts.map(({ where }) => where)
  const [own, ...rest] = plain ?? []
  if (!own || rest.length > 0 || parts.length !== 2 || !variants) return null
  const isConfigurable = variants.some((part) => part.kind === 'among' && part.field === 'type_id')
  if (!isConfigurable) return null
  if (own.kind === 'range' && variants.some((part) => part.kind === 'range' && part.field === own.field))
    return own
  if (own.kind !== 'among') return null
  const optionsPart = variants.some((part) => part.kind === 'among' && part.field === `${own.field}_options`)
  return optionsPart ? { kind: 'facet', field: own.field, values: own.values } : null
}

/** Reads the builder's random sort: a function with `random_score` whose filter is the whole query. */
function readFunctionScore(value: Json, reading: Reading, depth: number): ParseResult<Node> {
  let node: Node = { where: [], text: '' }
  const inner = readNode(value.query ?? {}, reading, depth + 1, false)
  if (!inner.ok) return inner
  node = join(node, inner.value)
  const functions = Array.isArray(value.functions) ? value.functions : []
  if (value.random_score !== undefined) reading.random = true
  for (const one of functions) {
    if (!isObject(one) || !isObject(one.random_score)) continue
    reading.random = true
    const { weight: _, random_score: __, ...bool } = one
    const read = readNode({ bool }, reading, depth + 1, true)
    if (!read.ok) return read
    node = join(node, read.value)
  }
  return { ok: true, value: node }
}

/** Reads `[{field: "asc"}]`, `[{field: {order}}]`, `"field"`, and nested lists as bodybuilder writes them. */
function readSort(given: unknown): ParseResult<SortKey[]> {
  const keys: SortKey[] = []
  for (const part of [given].flat(2)) {
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

function readAggregations(given: unknown): ParseResult<Counting[]> {
  if (!isObject(given)) return parseError('Aggregations are an object.')
  const entries = Object.entries(given)
  if (entries.length > QUERY_MAX.countings * 2)
    return parseError(`Count at most ${QUERY_MAX.countings} fields.`)
  const count: Counting[] = []
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
      count.push({ kind, name, field, size })
    } else if (kind === 'min' || kind === 'max') count.push({ kind, name, field })
    else if (kind === 'range') {
      const ranges = readRanges(options.ranges)
      if (!ranges) return parseError('A range to count has numbers, at most 20 of them.')
      count.push({ kind: 'ranges', name, field, ranges })
    } else return parseError(`${String(kind).slice(0, 40)} is no aggregation here.`)
  }
  return { ok: true, value: count }
}

function readRanges(given: unknown): { from?: number; to?: number }[] | null {
  if (!Array.isArray(given) || given.length > 20) return null
  const ranges: { from?: number; to?: number }[] = []
  for (const range of given) {
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
