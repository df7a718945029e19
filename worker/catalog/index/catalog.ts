/** The one way to query the catalog: pages and calls open it and know nothing of the index below. */

import { type ChangeFeed, getChangeFeed } from '../../platform/cache/change-feed.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { readPointer } from './build/catalog-snapshot.ts'
import type { CatalogStores } from './build/rebuild.ts'
import type { FacetedIndex } from './faceted-index.ts'
import { CatalogNotReady, getIndex } from './index-cache.ts'
import { brandLines, createIndexedListing, sizeLines } from './indexed-listing.ts'
import type { BrandLine, FilterOptions, ListingEngine, SizeLine } from './listing-engine.ts'

export interface Catalog {
  /** Of prices and content, and of the days that pages print; part of every cache key. */
  version: string
  /** False while a newer version of the catalog waits for its index: answers are right but for what it changed. */
  settled: boolean
  /** Labels of option values, smart filters. */
  options: FilterOptions
  listing: ListingEngine
  /** Every size in stock, by rim, width and sidewall. */
  sizes(): Promise<SizeLine[]>
  /** Every brand in stock, by name. */
  brands(): Promise<BrandLine[]>
}

/** A message to the queue: the catalog has changed, or its snapshot is `lost`, and its index is to be built anew. */
export interface RebuildMessage {
  rebuild: 'catalogue'
  /** Id of a snapshot that could not be loaded. */
  lost?: string
}

interface CatalogEnv extends CatalogStores {
  REBUILD?: Pick<Queue<RebuildMessage>, 'send'>
}

/** An isolate asks for a rebuild this often; the cron asks as well. */
const ASK_MS = 30_000
let askedAt = 0

/** Sizes and brands as they were counted last. */
let lines: { index: FacetedIndex; changes: number; sizes: SizeLine[]; brands: BrandLine[] } | null = null

/** Returns the catalog as it is `now`; what can be done after the answer goes to `waitUntil`. */
export async function openCatalog(
  env: CatalogEnv,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
  feed?: ChangeFeed,
): Promise<Catalog> {
  const state = feed ?? (await getChangeFeed(env.DB, now, waitUntil))
  const index = await getIndex(env, state, now, waitUntil).catch((error: unknown) => {
    // Should this isolate be cut off while it builds, the queue has the time for it.
    if (error instanceof CatalogNotReady) askForRebuild(env, state, now, waitUntil, error.lost)
    throw error
  })
  const settled = index.meta.version === state.catalog
  if (!settled) askForRebuild(env, state, now, waitUntil)
  return {
    version: state.version,
    settled,
    options: index.options,
    listing: createIndexedListing(index),
    sizes: async () => linesOf(index).sizes,
    brands: async () => linesOf(index).brands,
  }
}

function linesOf(index: FacetedIndex): { sizes: SizeLine[]; brands: BrandLine[] } {
  if (lines?.index !== index || lines.changes !== index.changes)
    lines = { index, changes: index.changes, sizes: sizeLines(index), brands: brandLines(index) }
  return lines
}

/** Asks the queue for a rebuild, unless the stored snapshot already has this version. */
function askForRebuild(
  { REBUILD }: CatalogEnv,
  { catalog, snapshot }: ChangeFeed,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
  lost: string | null = null,
): void {
  if (!REBUILD || now - askedAt < ASK_MS) return
  if (lost === null && readPointer(snapshot)?.version === catalog) return
  askedAt = now
  waitUntil(
    REBUILD.send({ rebuild: 'catalogue', ...(lost === null ? {} : { lost }) }).catch((error: unknown) => {
      console.error('No rebuild of the catalog could be asked for', describeError(error))
    }),
  )
}
