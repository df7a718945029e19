/** The query of GET /api/product/single: one product by one key (C11, A8). */

import type { UrlOptions } from '../url-map.api.ts'
import { type ParseResult, parseError } from './search-query.api.ts'

const KEYS = ['sku', 'id', 'url_path', 'url_key'] as const
type SingleKey = (typeof KEYS)[number]

/** Longest value of a key. */
const VALUE_MAX = 300

export const NO_PARENT = "Product doesn't have parentSku, please check if this is configurable product"

/** Options for the parent of a variant: the reply is the parent, configured as this variant. */
export const VARIANT_OPTIONS: UrlOptions = {
  prefetchGroupProducts: false,
  assignProductConfiguration: true,
  populateRequestCacheTags: false,
  setProductErrors: true,
  fallbackToDefaultWhenNoAvailable: true,
  separateSelectedVariant: true,
  setConfigurableProductOptions: true,
  filterUnavailableVariants: false,
}

interface SingleQuery {
  by: SingleKey
  value: string
}

/** Parses the query. `key` is the name of the parameter with the value, by default `sku`. */
export function parseSingleQuery(query: Readonly<Record<string, string>>): ParseResult<SingleQuery> {
  const { key = 'sku' } = query
  const by = KEYS.find((known) => known === key)
  const value = by ? (query[by] ?? '').trim() : ''
  if (!by || value === '' || value.length > VALUE_MAX || (by === 'id' && !/^\d{1,15}$/.test(value))) {
    return parseError(`Please provide the search key ${key.slice(0, 40)} for product/single action!`)
  }
  return { ok: true, value: { by, value } }
}
