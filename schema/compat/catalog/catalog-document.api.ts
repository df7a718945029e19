/** Schemas of the bodies and replies of /api/catalog in three forms, and of /api/url/map (C2, C11). */
import * as v from 'valibot'

/** A bucket of an aggregation. Prices are dollars. */
const BUCKET = v.object({
  /** Text, also for a number; 1 and 0 for a boolean, with `key_as_string`. */
  key: v.union([v.string(), v.number()]),
  key_as_string: v.exactOptional(v.string()),
  from: v.exactOptional(v.number()),
  to: v.exactOptional(v.number()),
  doc_count: v.number(),
  agg_min_final_price: v.exactOptional(v.object({ value: v.nullable(v.number()) })),
})
export type AggregationBucket = v.InferOutput<typeof BUCKET>

/** Buckets of values, buckets of ranges, or a minimum or maximum. */
const AGGREGATION = v.union([
  v.object({
    doc_count_error_upper_bound: v.literal(0),
    sum_other_doc_count: v.number(),
    buckets: v.array(BUCKET),
  }),
  v.object({ buckets: v.array(BUCKET) }),
  v.object({ value: v.nullable(v.number()) }),
])
export type AggregationResult = v.InferOutput<typeof AGGREGATION>
const AGGREGATIONS = v.record(v.string(), AGGREGATION)

/** A document with the requested fields. */
const HIT = v.looseObject({ _score: v.number() })
/** An attribute with the labels of the values on the page. */
const METADATA = v.looseObject({
  attribute_code: v.string(),
  options: v.array(v.object({ value: v.string(), label: v.string() })),
})

/** A hit in Elasticsearch's format. */
const INDEX_HIT = v.object({
  _index: v.string(),
  _type: v.string(),
  _id: v.string(),
  _score: v.number(),
  _source: v.record(v.string(), v.unknown()),
})

/** A compact reply, for `request_format=search-query`. */
export const COMPACT_RESULT = v.object({
  hits: v.array(HIT),
  total: v.number(),
  aggregations: AGGREGATIONS,
  attribute_metadata: v.array(METADATA),
})

/** The reply to an Elasticsearch body. */
export const ELASTIC_RESULT = v.object({
  hits: v.object({
    total: v.number(),
    max_score: v.nullable(v.number()),
    hits: v.array(INDEX_HIT),
  }),
  aggregations: AGGREGATIONS,
  attribute_metadata: v.array(METADATA),
})

/** The reply to the form of one object. */
export const OBJECT_RESULT = v.object({
  items: v.array(HIT),
  attributeMetadata: v.array(METADATA),
  aggregations: AGGREGATIONS,
  total: v.number(),
  perPage: v.number(),
  start: v.number(),
})

/** The envelope with the `error` that clients of the compact form read. */
export const CATALOG_ERROR = v.object({ code: v.number(), result: v.string(), error: v.string() })

const number = v.optional(v.union([v.number(), v.string()]))
const names = v.optional(v.union([v.string(), v.array(v.string())]))

/** A query of Vue Storefront's query builder (parsed by schema/compat/catalog/search-query.api.ts). */
const SEARCH_QUERY = v.looseObject({
  _availableFilters: v.optional(
    v.array(
      v.looseObject({ field: v.string(), scope: v.optional(v.unknown()), options: v.optional(v.unknown()) }),
    ),
  ),
  _appliedFilters: v.optional(
    v.array(v.looseObject({ attribute: v.string(), value: v.unknown(), scope: v.optional(v.unknown()) })),
  ),
  _appliedSort: v.optional(v.array(v.looseObject({ field: v.string(), options: v.optional(v.unknown()) }))),
  _searchText: v.optional(v.string()),
})

/** The supported part of Elasticsearch's language (parsed by schema/compat/catalog/elastic-body.api.ts). */
const ELASTIC_BODY = v.looseObject({
  query: v.optional(v.record(v.string(), v.unknown())),
  post_filter: v.optional(v.record(v.string(), v.unknown())),
  sort: v.optional(v.unknown()),
  aggs: v.optional(v.record(v.string(), v.unknown())),
  size: number,
  from: number,
  _source: v.optional(v.unknown()),
})

export const CATALOG_QUERY = v.union([SEARCH_QUERY, ELASTIC_BODY])

/** Only these keys are read; others are ignored. */
export const OBJECT_QUERY = v.looseObject({
  type: v.optional(v.string(), 'product'),
  searchQuery: v.optional(CATALOG_QUERY),
  sort: v.pipe(v.optional(v.string()), v.description('`field:asc` or `field:desc`.')),
  size: number,
  from: number,
  includeFields: names,
  excludeFields: names,
})

/** Format and page of a query. */
export const INDEX_QUERY = v.object({
  request_format: v.pipe(
    v.optional(v.string()),
    v.description('`search-query` for a query of the query builder; anything else is an Elasticsearch body.'),
  ),
  size: v.optional(v.string()),
  from: v.optional(v.string()),
  sort: v.optional(v.string()),
  q: v.optional(v.string()),
  _source_include: v.optional(v.string()),
  _source_exclude: v.optional(v.string()),
})

/** POST /api/url/map: the fields of its body (parsed by schema/compat/url-map.api.ts). */
export const URL_BODY = v.looseObject({
  url: v.string(),
  includeFields: names,
  excludeFields: names,
  options: v.optional(
    v.object({
      prefetchGroupProducts: v.optional(v.boolean(), true),
      assignProductConfiguration: v.optional(v.boolean(), false),
      populateRequestCacheTags: v.optional(v.boolean(), false),
      setProductErrors: v.optional(v.boolean(), false),
      fallbackToDefaultWhenNoAvailable: v.optional(v.boolean(), true),
      separateSelectedVariant: v.optional(v.boolean(), false),
      setConfigurableProductOptions: v.optional(v.boolean(), false),
      filterUnavailableVariants: v.optional(v.boolean(), false),
    }),
  ),
  filters: v.optional(v.looseObject({ sku: names })),
})

/** The reply of /api/url/map; `null` for a path without a mapping. */
export const URL_HIT = v.nullable(
  v.object({
    ...INDEX_HIT.entries,
    _type: v.picklist(['product', 'category', 'cms_page', 'landing']),
  }),
)
