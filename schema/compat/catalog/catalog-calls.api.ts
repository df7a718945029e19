/** The calls of /api/catalog, /api/product and /api/url (C2, C10, C11). */
import * as v from 'valibot'
import { RENDER_ITEM } from '../../catalog/price/compat-price.api.ts'
import { type ApiCall, bare, bareFailure, result, textReply } from '../calls/call.api.ts'
import {
  CATALOG_ERROR,
  CATALOG_QUERY,
  COMPACT_RESULT,
  ELASTIC_RESULT,
  INDEX_QUERY,
  OBJECT_QUERY,
  OBJECT_RESULT,
  URL_BODY,
  URL_HIT,
} from './catalog-document.api.ts'
import { PRODUCT_DOCUMENT, PRODUCT_LIST } from './product-document.api.ts'

const REFUSED = {
  400: bareFailure('The query is invalid.', CATALOG_ERROR),
  504: bareFailure('The search took too long.', CATALOG_ERROR),
}
const REQUEST = v.pipe(v.optional(v.string()), v.description('The query as JSON.'))
const INDEX = {
  path: '/api/catalog/:index/:type/_search',
  tag: 'Catalog',
  who: 'everybody',
  params: v.object({
    index: v.pipe(v.string(), v.description('`vue_storefront_catalog`, with or without a suffix.')),
    type: v.pipe(v.string(), v.description('An entity, such as `product`, `category` or `cms_page`.')),
  }),
  replies: {
    200: bare(v.union([COMPACT_RESULT, ELASTIC_RESULT]), 'The result, in the format of the query.'),
    ...REFUSED,
    500: bareFailure('The index is unknown.', CATALOG_ERROR),
  },
} as const

const SKUS = v.object({ skus: v.pipe(v.string(), v.description('Up to 100, separated by commas.')) })
const LIST = {
  method: 'GET',
  tag: 'Catalog',
  who: 'everybody',
  query: SKUS,
  replies: {
    200: result(PRODUCT_LIST, 'The known products, in the order of the skus.'),
    400: textReply('Too many skus.'),
    500: textReply('`skus` is missing.'),
  },
} as const

const URL_REPLIES = {
  200: bare(URL_HIT, 'The document of the path; `null` for an unknown path.'),
  400: textReply('The body is invalid.'),
  500: textReply('`url` is missing.'),
}

export const CATALOG_CALLS: readonly ApiCall[] = [
  {
    id: 'searchCatalog',
    method: 'POST',
    path: '/api/catalog',
    tag: 'Catalog',
    summary: 'Searches with one object that has entity, query, sort, page and fields.',
    who: 'everybody',
    body: OBJECT_QUERY,
    replies: { 200: bare(OBJECT_RESULT, 'A page of results.'), ...REFUSED },
  },
  {
    id: 'searchCatalogByAddress',
    method: 'GET',
    path: '/api/catalog',
    tag: 'Catalog',
    summary: 'Searches with the query as JSON in `request`.',
    who: 'everybody',
    query: v.object({
      request: REQUEST,
      type: v.optional(v.string()),
      sort: v.optional(v.string()),
      size: v.optional(v.string()),
      from: v.optional(v.string()),
      includeFields: v.optional(v.string()),
      excludeFields: v.optional(v.string()),
    }),
    replies: { 200: bare(OBJECT_RESULT, 'A page of results.'), ...REFUSED },
  },
  {
    ...INDEX,
    id: 'searchIndex',
    method: 'POST',
    summary: 'Searches with a query of the query builder, or with an Elasticsearch body.',
    query: INDEX_QUERY,
    body: CATALOG_QUERY,
  },
  {
    ...INDEX,
    id: 'searchIndexByAddress',
    method: 'GET',
    summary: 'Searches with the query or body as JSON in `request`.',
    query: v.object({ ...INDEX_QUERY.entries, request: REQUEST }),
  },
  { ...LIST, id: 'listProducts', path: '/api/product/list', summary: 'Returns complete products by sku.' },
  {
    ...LIST,
    id: 'listProductsShort',
    path: '/api/product',
    summary: 'Returns complete products by sku, under a shorter path.',
  },
  {
    id: 'singleProduct',
    method: 'GET',
    path: '/api/product/single',
    tag: 'Catalog',
    summary:
      'Returns one product by one key. For a variant, the result is its parent, configured as this variant.',
    who: 'everybody',
    query: v.object({
      key: v.optional(v.picklist(['sku', 'id', 'url_path', 'url_key']), 'sku'),
      sku: v.optional(v.string()),
      id: v.optional(v.string()),
      url_path: v.optional(v.string()),
      url_key: v.optional(v.string()),
    }),
    replies: {
      200: result(PRODUCT_DOCUMENT, 'The product.'),
      400: textReply('The key or its value is missing, or a variant has no parent.'),
      404: textReply('The product is unknown.'),
    },
  },
  {
    id: 'renderList',
    method: 'GET',
    path: '/api/product/render-list',
    tag: 'Catalog',
    summary: 'Returns current prices, also of variants.',
    who: 'everybody',
    query: v.object({
      ...SKUS.entries,
      currencyCode: v.optional(v.string(), 'USD'),
      storeId: v.optional(v.string(), '1'),
    }),
    replies: {
      200: result(v.object({ items: v.array(RENDER_ITEM) }), 'The prices, each with its signature.'),
      400: textReply('Too many skus, or another currency.'),
      404: textReply('The store is unknown.'),
      500: textReply('`skus` is missing.'),
    },
  },
  ...(['/api/url/map', '/api/url'] as const).flatMap((path): ApiCall[] => {
    const name = path.endsWith('map') ? 'mapUrl' : 'mapUrlShort'
    const shared = { path, tag: 'Address', who: 'everybody', replies: URL_REPLIES } as const
    return [
      {
        ...shared,
        id: name,
        method: 'POST',
        summary: 'Returns the document of a path: a product, a category, a text or a landing.',
        body: URL_BODY,
      },
      {
        ...shared,
        id: `${name}ByAddress`,
        method: 'GET',
        summary: 'Returns the document of a path in the query string.',
        query: v.object({ url: v.string() }),
      },
    ]
  }),
]
