/** The only entrance to the catalog's index: pages and API calls open the catalog here and query it. */

import { type ChangeFeed, getChangeFeed } from '../../platform/cache/change-feed.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { readPointer } from './build/catalog-snapshot.ts'
import type { CatalogStores } from './build/rebuild.ts'
import type { FacetedIndex } from './faceted-index.ts'
import { CatalogNotReady, getIndex } from './index-cache.ts'
import { brandsInStock, createIndexedListing, sizesInStock } from './indexed-listing.ts'
import type { BrandInStock, FilterOptions, ListingEngine, SizeInStock } from './listing-engine.ts'
import { findKnownProduct, type KnownProduct } from './product/known-product.ts'

export interface Catalog {
  /** Version of prices, content and the dates that pages show; part of every cache key. */
  version: string
  /** Also changes with each new, changed or deleted product; for what such a product must make stale. */
  productsVersion: string
  /** Also changes with each sale; for counts and lowest prices. */
  countsVersion: string
  /** False while a newer version has no index yet, or changed products are missing; such results are not cached. */
  isCurrent: boolean
  /** Labels of option values, and the smart filters. */
  options: FilterOptions
  listing: ListingEngine
  /** Returns every size in stock, ordered by rim, width and aspect ratio. */
  sizes(): Promise<SizeInStock[]>
  /** Returns every brand in stock, ordered by name. */
  brands(): Promise<BrandInStock[]>
  /** Returns the product whose page has this path; `null` for a path that the index does not know. */
  findProduct(path: string): KnownProduct | null
}

/** A queue message that requests a new index because the catalog changed or its snapshot is lost. */
export interface RebuildMessage {
  rebuild: 'catalogue'
  /** Id of a snapshot that could not be loaded. */
  lost?: string
}

interface CatalogEnv extends CatalogStores {
  REBUILD?: Pick<Queue<RebuildMessage>, 'send'>
}

/** Shortest time between two rebuild requests of one isolate; the cron job requests rebuilds too. */
const REBUILD_REQUEST_MS = 30_000
let rebuildRequestedAt = 0

/** After this time without changed products that are too many or do not fit, a rebuild is requested. */
const BEHIND_MS = 10_000
/** Since when changed products are missing in the index; `null` while none are. */
let behindSince: number | null = null

/** Sizes and brands of the last count. */
let cachedLines: {
  index: FacetedIndex
  changes: number
  sizes: SizeInStock[]
  brands: BrandInStock[]
} | null = null

/** Opens the catalog as it is at `now`; passes work that may finish after the response to `waitUntil`. */
export async function openCatalog(
  env: CatalogEnv,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
  feed?: ChangeFeed,
): Promise<Catalog> {
  const state = feed ?? (await getChangeFeed(env.DB, now, waitUntil))
  const index = await getIndex(env, state, now, waitUntil).catch((error: unknown) => {
    // The platform may stop this isolate before it finishes the build; a queue consumer has enough time.
    if (error instanceof CatalogNotReady) requestRebuild(env, state, now, waitUntil, error.lost)
    throw error
  })
  const isBehind = index.productsAppliedTo < state.at && !state.isOutage
  if (!isBehind) behindSince = null
  else behindSince ??= now
  const isCurrent = index.meta.version === state.catalog && !isBehind
  if (behindSince !== null && now - behindSince > BEHIND_MS)
    requestRebuild(env, state, now, waitUntil, readPointer(state.snapshot)?.id ?? null)
  else if (!isCurrent) requestRebuild(env, state, now, waitUntil)
  return {
    version: state.version,
    productsVersion: `${state.version} ${state.productsAt}`,
    countsVersion: `${state.version} ${index.event} ${index.productsAppliedTo}`,
    isCurrent,
    options: index.options,
    listing: createIndexedListing(index),
    sizes: async () => countLines(index).sizes,
    brands: async () => countLines(index).brands,
    findProduct: (path) => findKnownProduct(index, path),
  }
}

/** Counts the sizes and brands in stock, once per change of the stock. */
function countLines(index: FacetedIndex): { sizes: SizeInStock[]; brands: BrandInStock[] } {
  if (cachedLines?.index !== index || cachedLines.changes !== index.changes)
    cachedLines = { index, changes: index.changes, sizes: sizesInStock(index), brands: brandsInStock(index) }
  return cachedLines
}

/** Requests a rebuild from the queue, unless the stored snapshot already has this version. */
function requestRebuild(
  { REBUILD }: CatalogEnv,
  { catalog, snapshot }: ChangeFeed,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
  lost: string | null = null,
): void {
  if (!REBUILD || now - rebuildRequestedAt < REBUILD_REQUEST_MS) return
  if (lost === null && readPointer(snapshot)?.version === catalog) return
  rebuildRequestedAt = now
  waitUntil(
    REBUILD.send({ rebuild: 'catalogue', ...(lost === null ? {} : { lost }) }).catch((error: unknown) => {
      console.error('A rebuild of the catalog could not be requested', describeError(error))
    }),
  )
}
