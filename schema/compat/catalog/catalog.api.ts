/**
 * GET and POST /api/catalog in its three forms (C2): a SearchQuery with a compact reply, an Elasticsearch body, and one
 * object with entity, query, order, page and fields.
 */

import { holdsLongText, MAX_QUERY_TEXT } from '../../platform/limits/long-text.api.ts'
import { type EntityType, entityType, fetchSize, isField, plainField, sizeCap } from './catalog-fields.api.ts'
import { readElasticBody } from './elastic-body.api.ts'
import type { AggregationResult } from './search-count.ts'
import {
  isObject,
  type ParseResult,
  parseError,
  parseSortClause,
  readSearchQuery,
} from './search-query.api.ts'
import { fieldsOf, RANDOM_SORT, SEARCH_LIMITS, type SearchQuery } from './search-query.ts'
import { readPatterns, type SourceFilter } from './source-filter.api.ts'

type CatalogForm = 'compact' | 'elastic' | 'own'

export interface CatalogRequest {
  type: EntityType
  form: CatalogForm
  searchQuery: SearchQuery
  start: number
  size: number
  source: SourceFilter
}

/** Name of the index in paths and hits; a suffix such as `_1` is accepted. */
export const CATALOG_INDEX = 'vue_storefront_catalog'

export const CATALOG_MESSAGES = {
  index: 'There is no such index.',
  type: 'There is no such type of entity.',
  json: 'The request is not a JSON object.',
  long: `A text of a search has at most ${MAX_QUERY_TEXT} letters.`,
  timeout: 'The search took too long.',
} as const

/** Largest body of a search. */
export const CATALOG_BODY_MAX = 131_072

export function isCatalogIndex(name: string): boolean {
  return /^vue_storefront_catalog(_[a-z0-9_]{1,20})?$/.test(name)
}

type Query = Readonly<Record<string, string | undefined>>

/** Parses a SearchQuery or an Elasticsearch body: the query string has the page, the payload the query. */
export function readIndexRequest(type: unknown, query: Query, payload: unknown): ParseResult<CatalogRequest> {
  if (!isObject(payload)) return parseError(CATALOG_MESSAGES.json)
  if (holdsLongText([query, payload])) return parseError(CATALOG_MESSAGES.long)
  const form = query.request_format === 'search-query' ? 'compact' : 'elastic'
  const read = form === 'compact' ? readSearchQuery(payload) : readElasticBody(payload)
  if (!read.ok) return read
  const sort = parseSortClause(query.sort ?? '')
  if (!sort.ok) return sort
  let searchQuery = read.value
  if (searchQuery.sort.length === 0) searchQuery = { ...searchQuery, sort: sort.value }
  // Vue Storefront's builder applies nothing to a query without filters.
  if (form === 'compact' && searchQuery.where.length === 0)
    searchQuery = { where: [], text: '', sort: [], count: [] }
  if (form === 'elastic' && query.q)
    searchQuery = { ...searchQuery, text: searchQuery.text || query.q.slice(0, 200).trim() }
  const { _source: inBody } = payload
  const source = isObject(inBody)
    ? inBody
    : { includes: inBody === true || inBody === false ? undefined : inBody }
  return complete(entityType(type), form, searchQuery, {
    size: query.size ?? payload.size,
    start: query.from ?? payload.from,
    include: query._source_include ?? query._source_includes ?? source.includes ?? source.include,
    exclude:
      query._source_exclude ??
      query._source_excludes ??
      source.excludes ??
      (inBody === false ? '*' : source.exclude),
  })
}

/** Parses one object, whose `searchQuery` can be a SearchQuery or an Elasticsearch body. */
export function readOwnRequest(body: unknown): ParseResult<CatalogRequest> {
  if (!isObject(body)) return parseError(CATALOG_MESSAGES.json)
  if (holdsLongText(body)) return parseError(CATALOG_MESSAGES.long)
  const { searchQuery = {} } = body
  if (!isObject(searchQuery)) return parseError('The searchQuery is an object.')
  const isElastic = 'query' in searchQuery || 'aggs' in searchQuery
  const read = isElastic ? readElasticBody(searchQuery) : readSearchQuery(searchQuery)
  if (!read.ok) return read
  const sort = parseSortClause(typeof body.sort === 'string' ? body.sort : '')
  if (!sort.ok) return sort
  const sorted = read.value.sort.length > 0 ? read.value : { ...read.value, sort: sort.value }
  return complete(entityType(body.type ?? body.entityType ?? 'product'), 'own', sorted, {
    size: body.size,
    start: body.from ?? body.start,
    include: body._sourceInclude ?? body.includeFields,
    exclude: body._sourceExclude ?? body.excludeFields,
  })
}

function complete(
  type: EntityType | null,
  form: CatalogForm,
  searchQuery: SearchQuery,
  page: { size: unknown; start: unknown; include: unknown; exclude: unknown },
): ParseResult<CatalogRequest> {
  if (!type) return parseError(CATALOG_MESSAGES.type)
  const size = whole(page.size, fetchSize(type))
  const start = whole(page.start, 0)
  if (size === null || start === null) return parseError('size and from are whole numbers.')
  if (size > SEARCH_LIMITS.maxSize || start > SEARCH_LIMITS.maxSize) {
    return parseError(`size and from are at most ${SEARCH_LIMITS.maxSize}.`)
  }
  const include = readPatterns(page.include)
  const exclude = readPatterns(page.exclude)
  if (!include || !exclude) return parseError('The fields to include and exclude are lists of names.')
  const named = withPlainFields(searchQuery)
  const stranger = askedFields(named).find(
    (field) => !isField(type, field) && !isField(type, field.replace(/_options$/, '')),
  )
  if (stranger !== undefined) return parseError(`${type} has no field ${stranger.slice(0, 60)}.`)
  return {
    ok: true,
    value: {
      type,
      form,
      searchQuery: named,
      // A negative size becomes 50, a negative start 0.
      size: size < 0 ? SEARCH_LIMITS.defaultSize : Math.min(size, sizeCap(type)),
      start: Math.max(0, start),
      source: { include, exclude },
    },
  }
}

/** Parses a whole number; `null` for other texts, `otherwise` when absent. */
function whole(given: unknown, otherwise: number): number | null {
  if (given === undefined || given === null || given === '') return otherwise
  if (typeof given !== 'number' && typeof given !== 'string') return null
  const value = Number(given)
  return Number.isInteger(value) ? value : null
}

type Conditions = SearchQuery['where']

function plain(conditions: Conditions): Conditions {
  // Nested conditions that must all hold become one list.
  const flat = conditions.flatMap((one) => (one.kind === 'all' ? plain(one.of) : [one]))
  return flat.map((one) => {
    if (one.kind === 'not') return { ...one, of: plainOne(one.of) }
    if (one.kind === 'any') return { ...one, of: one.of.map(plainOne) }
    return 'field' in one ? { ...one, field: plainField(one.field) } : one
  })
}

function plainOne(condition: Conditions[number]): Conditions[number] {
  const parts = plain([condition])
  const [only] = parts
  return parts.length === 1 && only ? only : { kind: 'all', of: parts }
}

function withPlainFields(searchQuery: SearchQuery): SearchQuery {
  return {
    ...searchQuery,
    where: plain(searchQuery.where),
    sort: searchQuery.sort.map((key) => ({ ...key, field: plainField(key.field) })),
    count: searchQuery.count.map((one) => ({ ...one, field: plainField(one.field) })),
  }
}

/** Sorts without a field: random, by score, and the shop's own. */
const ORDERS: ReadonlySet<string> = new Set([RANDOM_SORT, '_score', 'position'])

function askedFields({ where, sort }: SearchQuery): string[] {
  // An aggregation of an unknown field is an empty list, as clients with other attributes expect.
  return [...fieldsOf(where), ...sort.map(({ field }) => field).filter((field) => !ORDERS.has(field))]
}

/** The result before it is written in one of the forms. */
export interface CatalogFound {
  /** Page of documents with their scores, already filtered by source. */
  hits: readonly { id: string; score: number; source: Record<string, unknown> }[]
  total: number
  aggregations: Record<string, AggregationResult>
  attributeMetadata: readonly unknown[]
}

/** Builds the reply of the form; `total` is a number, hits carry full names. */
export function catalogReply({ form, type, size, start }: CatalogRequest, found: CatalogFound): object {
  const { hits, total, aggregations, attributeMetadata } = found
  if (form === 'compact') {
    return {
      hits: hits.map(({ source, score }) => ({ ...source, _score: score })),
      total,
      aggregations,
      attribute_metadata: attributeMetadata,
    }
  }
  if (form === 'elastic') {
    return {
      hits: {
        total,
        max_score: hits[0]?.score ?? null,
        hits: hits.map(({ id, score, source }) => ({
          _index: CATALOG_INDEX,
          _type: type,
          _id: id,
          _score: score,
          _source: source,
        })),
      },
      aggregations,
      attribute_metadata: attributeMetadata,
    }
  }
  return {
    items: hits.map(({ source, score }) => ({ ...source, _score: score })),
    attributeMetadata,
    aggregations,
    total,
    perPage: size,
    start,
  }
}
