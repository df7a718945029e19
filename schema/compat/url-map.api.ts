/** The body and the reply of POST /api/url/map, which resolves a path to its document (C11). */
import * as v from 'valibot'
import { CATALOG_INDEX } from './catalog/catalog.api.ts'
import type { Document } from './catalog/search-match.ts'
import { isObject, type ParseResult, parseError } from './catalog/search-query.api.ts'
import { readPatterns, type SourceFilter } from './catalog/source-filter.api.ts'

const flag = (byDefault: boolean) => v.fallback(v.boolean(), byDefault)

/** Options for the document of a product; an invalid or absent option has the default value of clients. */
const URL_OPTIONS = v.object({
  /** Links of bundles and groups contain the documents of their parts. */
  prefetchGroupProducts: flag(true),
  /** A configurable product has the fields of one of its variants. */
  assignProductConfiguration: flag(false),
  /** The reply has a header with cache tags. */
  populateRequestCacheTags: flag(false),
  /** Problems of the product are in `errors`. */
  setProductErrors: flag(false),
  /** An unavailable variant is replaced by an available one. */
  fallbackToDefaultWhenNoAvailable: flag(true),
  /** The variant is in `selectedVariant` instead of in the product. */
  separateSelectedVariant: flag(false),
  /** The options of the variant are in `product_option`, in the format of the cart. */
  setConfigurableProductOptions: flag(false),
  /** Unavailable variants are left out. */
  filterUnavailableVariants: flag(false),
})
export type UrlOptions = v.InferOutput<typeof URL_OPTIONS>

const SKU = v.fallback(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64))), null)

export interface UrlMapRequest {
  /** Without slashes at the ends and without a query. */
  url: string
  source: SourceFilter
  options: UrlOptions
  /** Sku of the requested variant. */
  sku: string | null
}

export const MISSING_URL = 'Missing url'
const URL_MAX = 500

/** Parses a body. It refuses an invalid address and invalid lists of fields, and ignores invalid options. */
export function parseUrlMapRequest(body: unknown): ParseResult<UrlMapRequest> {
  if (!isObject(body)) return parseError('The request body is not a JSON object.')
  const { url } = body
  if (typeof url !== 'string' || url.length > URL_MAX) return parseError(MISSING_URL)
  const include = readPatterns(body.includeFields)
  const exclude = readPatterns(body.excludeFields)
  if (!include || !exclude) return parseError('includeFields and excludeFields are lists of names.')
  const filters = isObject(body.filters) ? body.filters : {}
  return {
    ok: true,
    value: {
      url: plainPath(url),
      source: { include, exclude },
      options: v.parse(URL_OPTIONS, isObject(body.options) ? body.options : {}),
      sku: v.parse(SKU, [filters.sku].flat()[0]),
    },
  }
}

/** Returns the decoded path; a path that cannot be decoded stays unchanged. */
function plainPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^\/+|\/+$/g, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export type UrlHitType = 'product' | 'category' | 'cms_page' | 'landing'

/** Builds a hit, which is sent without an envelope. */
export function urlHit(type: UrlHitType, document: Document, source: Record<string, unknown>): object {
  return { _index: CATALOG_INDEX, _type: type, _id: String(document.id), _score: 1, _source: source }
}
