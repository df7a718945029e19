/**
 * Searches products (C2) in three ways, so that each query has a bounded cost: by key (sku, id, url_path, sku
 * of a variant) from D1; by the filters of listings from the catalog's index; and by other conditions over
 * the remaining documents, as long as their number is small.
 */

import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { SEARCH_LIMIT } from '../../../schema/catalog/search/search.ts'
import type { CatalogRequest, CatalogResult } from '../../../schema/compat/catalog/catalog.api.ts'
import type { AggregationBucket } from '../../../schema/compat/catalog/catalog-document.api.ts'
import type { AttributeDocument } from '../../../schema/compat/catalog/compat-product.api.ts'
import { isChoiceFilter, toOptionValue } from '../../../schema/compat/catalog/product-facets.ts'
import { conditionsForAggregation } from '../../../schema/compat/catalog/search-aggregations.ts'
import { containsText, shuffle } from '../../../schema/compat/catalog/search-match.ts'
import { type ParseResult, parseError } from '../../../schema/compat/catalog/search-query.api.ts'
import {
  type AggregationRequest,
  RANDOM_SORT,
  requiredValues,
  type SearchCondition,
  type SearchQuery,
} from '../../../schema/compat/catalog/search-query.ts'
import { excludesAllFields } from '../../../schema/compat/catalog/source-filter.api.ts'
import type { Catalog } from '../../catalog/index/catalog.ts'
import { searchText } from '../../catalog/search/text-search.sql.ts'
import { queryDocuments } from '../calls/in-memory-query.ts'
import type { ProductKey } from './documents/catalog-product.sql.ts'
import { documentsInOrder, documentsOfKey, parseDocument } from './documents/product-documents.ts'
import type { ProductSource } from './documents/product-source.ts'
import { reducedDocuments } from './documents/source-documents.ts'
import { aggregateListing, isIndexAggregation } from './product-aggregations.ts'
import { aggregateColumn, isColumnAggregation, sortByColumn } from './product-columns.ts'
import { ALL } from './product-id-sets.ts'
import {
  type ListingPlan,
  planListing,
  toListingSort,
  withoutAggregatedFilters,
} from './product-query-plan.ts'

/** Largest number of values of one key; carts and links have far fewer. */
const KEYS_MAX = 500
/** Largest number of documents that a query without the index scans. */
const MAX_SCANNED = 1000
/** Largest number of complete documents on one page. */
const PAGE_MAX = 500

/** The JSON of a document without fields. */
const NO_FIELDS = new TextEncoder().encode('{}')

const TOO_WIDE = `This can be asked of at most ${MAX_SCANNED} products: narrow the search by a category, a filter of the catalog, or a key such as sku.`

/** Returns the error message of a query that is too expensive, before any read; otherwise `null`. */
export function queryCostError({ size, source, searchQuery }: CatalogRequest): string | null {
  if (size > PAGE_MAX && !excludesAllFields(source)) {
    return `Ask for at most ${PAGE_MAX} products at a time, or exclude their fields.`
  }
  const keys = findProductKey(searchQuery.where)?.values.length ?? 0
  return keys > KEYS_MAX ? `Ask for at most ${KEYS_MAX} keys at a time.` : null
}

/** Returns the result of a product search. */
export async function searchProducts(
  products: ProductSource,
  catalog: Catalog,
  request: CatalogRequest,
): Promise<ParseResult<CatalogResult>> {
  const searchQuery = normalizeQuery(request.searchQuery)
  const normalized = { ...request, searchQuery }
  const key = findProductKey(searchQuery.where)
  let found: ParseResult<CatalogResult>
  if (key) {
    const documents = (await documentsOfKey(products, key))
      .map(parseDocument)
      .filter((document) => containsText(document, searchQuery.text, ['name', 'sku']))
    found = queryDocuments(documents, normalized)
  } else found = await searchListing(products, catalog, normalized)
  if (!found.ok) return found
  const attributeMetadata = metadataOf(searchQuery.aggregations, found.value, products.facts.attributes)
  return { ok: true, value: { ...found.value, attributeMetadata } }
}

/** Price fields, each with the field of the index that always has the same value. */
const PRICE_FIELDS: Readonly<Record<string, string>> = {
  price_incl_tax: 'price',
  regular_price: 'price',
  original_price: 'price',
  original_price_incl_tax: 'price',
  final_price_incl_tax: 'final_price',
  original_final_price: 'final_price',
  original_final_price_incl_tax: 'final_price',
}

/** Normalizes price fields, values of choice filters, and "price" in aggregations to the final price. */
function normalizeQuery(searchQuery: SearchQuery): SearchQuery {
  const normalize = (condition: SearchCondition): SearchCondition => {
    if (condition.kind === 'not') return { ...condition, of: normalize(condition.of) }
    if (condition.kind === 'all' || condition.kind === 'any') {
      return { ...condition, of: condition.of.map(normalize) }
    }
    const priceField = Object.hasOwn(PRICE_FIELDS, condition.field) && PRICE_FIELDS[condition.field]
    if (priceField) return normalize({ ...condition, field: priceField })
    if (condition.kind !== 'among' && condition.kind !== 'facet') return condition
    const { field } = condition
    const filter = field.replace(/_options$/, '')
    if (!isChoiceFilter(filter)) return condition
    return { ...condition, values: condition.values.map((value) => toOptionValue(filter, value)) }
  }
  return {
    ...searchQuery,
    where: searchQuery.where.map(normalize),
    aggregations: searchQuery.aggregations.map((one) =>
      one.field === 'price' ? { ...one, field: 'final_price' } : one,
    ),
  }
}

/** Returns the key that a query must match; `null` without one. */
function findProductKey(where: readonly SearchCondition[]): ProductKey | null {
  const texts = (field: string) => requiredValues(where, field)?.map(String)
  const skus = texts('sku')
  if (skus) return { by: 'sku', values: skus }
  const ids = requiredValues(where, 'id')?.map(Number).filter(Number.isSafeInteger)
  if (ids) return { by: 'id', values: ids }
  const children = texts('configurable_children.sku')
  if (children) return { by: 'child_sku', values: children }
  const urls = texts('url_path')
  if (urls) return { by: 'url_path', values: urls }
  const slugs = texts('url_key') ?? texts('slug')
  if (slugs) return { by: 'url_key', values: slugs }
  // A product without a parent is its own parent (schema/compat/catalog/compat-product.api.ts).
  const parents = texts('parentSku')
  return parents ? { by: 'sku', values: parents } : null
}

async function searchListing(
  products: ProductSource,
  catalog: Catalog,
  request: CatalogRequest,
): Promise<ParseResult<CatalogResult>> {
  const { searchQuery, start, size } = request
  const { listing, productsVersion } = catalog
  const { db, facts } = products
  const searchContext = { db, productsVersion, listing, categories: facts.categories }
  const scoreById = new Map<number, number>()
  if (searchQuery.text !== '') {
    const { ids, scores } = await searchText(db, searchQuery.text, SEARCH_LIMIT)
    ids.forEach((id, index) => {
      scoreById.set(id, scores[index] ?? 0)
    })
  }
  const planWithText = async (where: readonly SearchCondition[]): Promise<ListingPlan> => {
    const plan = await planListing(searchContext, where)
    if (searchQuery.text === '') return plan
    const members = plan.query.within && new Set(plan.query.within)
    const within = members ? [...scoreById.keys()].filter((id) => members.has(id)) : [...scoreById.keys()]
    return { ...plan, query: { ...plan.query, within, sort: 'relevance' } }
  }
  const plan = await planWithText(searchQuery.where)
  let sort = toListingSort(searchQuery.sort, plan.query)
  if (!sort && plan.remaining.length === 0) {
    const { ids } = await listing.find({ ...plan.query, start: 0, size: ALL }, [])
    const ordered = await sortByColumn(db, productsVersion, searchQuery.sort, ids)
    if (ordered) {
      // Relevance means the order of the ids in `within`.
      plan.query.within = ordered
      sort = { sort: 'relevance', reversed: false }
    }
  }
  const byColumn = searchQuery.aggregations.filter((one) => !isIndexAggregation(one))
  if (plan.remaining.length > 0 || !sort || !byColumn.every(isColumnAggregation)) {
    return scanDocuments(products, catalog, request, plan, scoreById)
  }
  const aggregations = await aggregateListing(
    listing,
    plan.query,
    searchQuery.aggregations.filter(isIndexAggregation),
  )
  const addColumns = async () => {
    for (const one of byColumn) {
      const where = conditionsForAggregation(searchQuery.where, one)
      const { query } = where === searchQuery.where ? plan : await planWithText(where)
      const { ids } = await listing.find({ ...query, start: 0, size: ALL }, [])
      aggregations[one.name] = await aggregateColumn(db, productsVersion, one, new Set(ids))
    }
  }
  const page = await pageOfListing(catalog, plan, { ...sort, start, size, random: isRandom(searchQuery) })
  const [hits] = await Promise.all([
    excludesAllFields(request.source)
      ? page.ids.map((id) => ({ id, json: NO_FIELDS }))
      : reducedDocuments(products, page.ids, request.source),
    addColumns(),
  ])
  return {
    ok: true,
    value: {
      hits: hits.map(({ id, json }) => ({ id: String(id), score: scoreById.get(id) ?? 1, json })),
      total: page.total,
      aggregations,
      attributeMetadata: [],
    },
  }
}

function isRandom({ sort }: SearchQuery): boolean {
  return sort.some(({ field }) => field === RANDOM_SORT)
}

/** Returns the page in the requested order; a reversed sort of the index is read from its end. */
async function pageOfListing(
  { listing }: Catalog,
  plan: ListingPlan,
  page: {
    sort: ListingPlan['query']['sort']
    reversed: boolean
    start: number
    size: number
    random: boolean
  },
): Promise<{ ids: number[]; total: number }> {
  const find = (start: number, size: number) =>
    listing.find({ ...plan.query, sort: page.sort, start, size }, [])
  if (!page.reversed && !page.random) return find(page.start, page.size)
  const { total } = await find(0, 0)
  if (page.random) {
    const from = Math.floor(Math.random() * Math.max(1, total - page.size + 1))
    const { ids } = await find(from, page.size)
    return { ids: shuffle(ids, Math.random), total }
  }
  const end = Math.max(0, total - page.start)
  const from = Math.max(0, end - page.size)
  const { ids } = await find(from, end - from)
  return { ids: ids.reverse(), total }
}

/** Reads and matches the documents that the index leaves over. */
async function scanDocuments(
  products: ProductSource,
  { listing }: Catalog,
  request: CatalogRequest,
  plan: ListingPlan,
  scores: ReadonlyMap<number, number>,
): Promise<ParseResult<CatalogResult>> {
  // The filter of an aggregated field must not narrow the documents: `queryDocuments` applies it.
  const query = withoutAggregatedFilters(plan.query, request.searchQuery.aggregations)
  const { ids, total } = await listing.find({ ...EMPTY_QUERY, ...query, start: 0, size: MAX_SCANNED }, [])
  if (total > MAX_SCANNED) return parseError(TOO_WIDE)
  const documents = await documentsInOrder(products, ids)
  return queryDocuments(documents.map(parseDocument), request, scores)
}

/** Returns the aggregated attributes with the labels of their values. */
function metadataOf(
  requests: readonly AggregationRequest[],
  { aggregations }: CatalogResult,
  attributes: readonly AttributeDocument[],
): AttributeDocument[] {
  const keys = new Map<string, Set<string>>()
  for (const { name, field } of requests) {
    const result = aggregations[name]
    if (!result || !('buckets' in result)) continue
    const code = field.replace(/_options$/, '')
    const known = keys.get(code) ?? new Set<string>()
    for (const bucket of result.buckets as readonly AggregationBucket[]) known.add(String(bucket.key))
    keys.set(code, known)
  }
  return attributes.flatMap((attribute) => {
    const values = keys.get(attribute.attribute_code)
    if (!values) return []
    // An attribute without labels, such as a width, uses its values as labels.
    const plain = [...values].map((value) => ({ value, label: value }))
    const options = attribute.options.length > 0 ? attribute.options : plain
    return [{ ...attribute, options: options.filter(({ value }) => values.has(value)) }]
  })
}
