/** The one way to ask the catalogue: whoever shows or answers what is for sale opens it and knows nothing below. */
import { readFilterOptions } from '../db/filter-options.ts'
import { d1Listing } from '../db/listing.ts'
import { stockedBrands } from '../db/stock-index.ts'
import { pulse } from '../http/pulse.ts'
import { keptSizes } from './kept-sizes.ts'
import type { BrandLine, FilterOptions, ListingEngine, SizeLine } from './listing-engine.ts'

export interface Catalogue {
  /** Of prices and content, and of the shipping day that pages promise; part of the key of what is kept. */
  version: string
  /** Labels of option values, smart filters. */
  options: FilterOptions
  listing: ListingEngine
  /** Every size in stock, by rim, width and sidewall. */
  sizes(): Promise<SizeLine[]>
  /** Every brand in stock, by name. */
  brands(): Promise<BrandLine[]>
}

/** Values only, never a promise: a request that is cut off would take those along that wait for its read. */
let kept: { version: string; options: FilterOptions } | null = null

/** The catalogue as it is `now`; what can be done after the answer goes to `waitUntil`. */
export async function openCatalogue(
  env: { DB: D1Database; KV: KVNamespace },
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Catalogue> {
  const { DB } = env
  const { version } = await pulse(DB, now, waitUntil)
  if (kept?.version !== version) kept = { version, options: await readFilterOptions(DB) }
  const { options } = kept
  return {
    version,
    options,
    listing: d1Listing(DB, options),
    sizes: () => keptSizes(DB, now),
    brands: () => stockedBrands(DB),
  }
}
