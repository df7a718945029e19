/**
 * Parses the requests of /api/catalog and builds its replies in three forms (C2): a SearchQuery with a
 * compact reply, an Elasticsearch body, and one object with entity, query, order, page and fields.
 */

import { hasLongText, MAX_QUERY_TEXT } from '../../platform/limits/long-text.api.ts'
import type { AggregationResult } from './catalog-document.api.ts'
import {
  defaultPageSize,
  type EntityType,
  findEntityType,
  isField,
  maxPageSize,
  withoutKeyword,
} from './catalog-fields.api.ts'
import { parseElasticBody } from './elastic-body.api.ts'
import {
  isObject,
  type ParseResult,
  parseError,
  parseSearchQuery,
  parseSortClause,
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

/** Parses a SearchQuery or an Elasticsearch body: the payload is the query, the query string has its page. */
export function parseIndexRequest(
  type: unknown,
  query: Query,
  payload: unknown,
): ParseResult<CatalogRequest> {
  if (!isObject(payload)) return parseError(CATALOG_MESSAGES.json)
  if (hasLongText([query, payload])) return parseError(CATALOG_MESSAGES.long)
  const form = query.request_format === 'search-query' ? 'compact' : 'elastic'
  const read = form === 'compact' ? parseSearchQuery(payload) : parseElasticBody(payload)
  if (!read.ok) return read
  const sort = parseSortClause(query.sort ?? '')
  if (!sort.ok) return sort
  let searchQuery = read.value
  if (searchQuery.sort.length === 0) searchQuery = { ...searchQuery, sort: sort.value }
  // Vue Storefront's query builder ignores text, sort and aggregations of a query without filters.
  if (form === 'compact' && searchQuery.where.length === 0)
    searchQuery = { where: [], text: '', sort: [], aggregations: [] }
  if (form === 'elastic' && query.q)
    searchQuery = { ...searchQuery, text: searchQuery.text || query.q.slice(0, 200).trim() }
  const { _source: inBody } = payload
  const source = isObject(inBody)
    ? inBody
    : { includes: inBody === true || inBody === false ? undefined : inBody }
  return toRequest(findEntityType(type), form, searchQuery, {
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

/** Parses the form of one object; its `searchQuery` is a SearchQuery or an Elasticsearch body. */
export function parseObjectRequest(body: unknown): ParseResult<CatalogRequest> {
  if (!isObject(body)) return parseError(CATALOG_MESSAGES.json)
  if (hasLongText(body)) return parseError(CATALOG_MESSAGES.long)
  const { searchQuery = {} } = body
  if (!isObject(searchQuery)) return parseError('The searchQuery is an object.')
  const isElastic = 'query' in searchQuery || 'aggs' in searchQuery
  const read = isElastic ? parseElasticBody(searchQuery) : parseSearchQuery(searchQuery)
  if (!read.ok) return read
  const sort = parseSortClause(typeof body.sort === 'string' ? body.sort : '')
  if (!sort.ok) return sort
  const sorted = read.value.sort.length > 0 ? read.value : { ...read.value, sort: sort.value }
  return toRequest(findEntityType(body.type ?? body.entityType ?? 'product'), 'own', sorted, {
    size: body.size,
    start: body.from ?? body.start,
    include: body._sourceInclude ?? body.includeFields,
    exclude: body._sourceExclude ?? body.excludeFields,
  })
}

/** Validates page and fields and returns the request. */
function toRequest(
  type: EntityType | null,
  form: CatalogForm,
  searchQuery: SearchQuery,
  page: { size: unknown; start: unknown; include: unknown; exclude: unknown },
): ParseResult<CatalogRequest> {
  if (!type) return parseError(CATALOG_MESSAGES.type)
  const size = parseInteger(page.size, defaultPageSize(type))
  const start = parseInteger(page.start, 0)
  if (size === null || start === null) return parseError('size and from are whole numbers.')
  if (size > SEARCH_LIMITS.maxSize || start > SEARCH_LIMITS.maxSize) {
    return parseError(`size and from are at most ${SEARCH_LIMITS.maxSize}.`)
  }
  const include = readPatterns(page.include)
  const exclude = readPatterns(page.exclude)
  if (!include || !exclude) return parseError('The fields to include and exclude are lists of names.')
  const normalized = withPlainFields(searchQuery)
  const unknownField = requestedFields(normalized).find(
    (field) => !isField(type, field) && !isField(type, field.replace(/_options$/, '')),
  )
  if (unknownField !== undefined) return parseError(`${type} has no field ${unknownField.slice(0, 60)}.`)
  return {
    ok: true,
    value: {
      type,
      form,
      searchQuery: normalized,
      // A negative size becomes 50, a negative start 0.
      size: size < 0 ? SEARCH_LIMITS.defaultSize : Math.min(size, maxPageSize(type)),
      start: Math.max(0, start),
      source: { include, exclude },
    },
  }
}

/** Parses a whole number; `null` for other values, `byDefault` for an absent value. */
function parseInteger(value: unknown, byDefault: number): number | null {
  if (value === undefined || value === null || value === '') return byDefault
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = Number(value)
  return Number.isInteger(number) ? number : null
}

type Conditions = SearchQuery['where']

/** Flattens nested `all` conditions to one list and strips `.keyword` from fields. */
function plain(conditions: Conditions): Conditions {
  const flat = conditions.flatMap((one) => (one.kind === 'all' ? plain(one.of) : [one]))
  return flat.map((one) => {
    if (one.kind === 'not') return { ...one, of: plainOne(one.of) }
    if (one.kind === 'any') return { ...one, of: one.of.map(plainOne) }
    return 'field' in one ? { ...one, field: withoutKeyword(one.field) } : one
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
    sort: searchQuery.sort.map((key) => ({ ...key, field: withoutKeyword(key.field) })),
    aggregations: searchQuery.aggregations.map((one) => ({ ...one, field: withoutKeyword(one.field) })),
  }
}

/** Sorts that are no fields: random, by score, and the order of the shop. */
const NON_FIELD_SORTS: ReadonlySet<string> = new Set([RANDOM_SORT, '_score', 'position'])

function requestedFields({ where, sort }: SearchQuery): string[] {
  // Aggregations are not checked: for an unknown field the result is empty, as clients with other attributes
  // expect.
  return [
    ...fieldsOf(where),
    ...sort.map(({ field }) => field).filter((field) => !NON_FIELD_SORTS.has(field)),
  ]
}

export interface CatalogHit {
  id: string
  score: number
  /** JSON in UTF-8. */
  json: Uint8Array
}

/** The result of a search, before it is converted to one of the forms. */
export interface CatalogResult {
  /** The page of documents, each as JSON of the requested fields, with their scores. */
  hits: readonly CatalogHit[]
  total: number
  aggregations: Record<string, AggregationResult>
  attributeMetadata: readonly unknown[]
}
