/**
 * The cache of offers for adding to the cart, in the memory of this isolate, so that an add usually needs no D1 read.
 * An offer may be seven seconds old, or ten minutes while D1 does not answer. This is safe: the order reads every price
 * from D1, and the stock constraint in D1 prevents the sale of units that are gone.
 */
import { LRUCache } from 'lru-cache'
import type { OfferWithParts } from '../../schema/catalog/product/product-parts.ts'
import { findOfferWithParts } from '../catalog/product/product-parts.sql.ts'
import { describeError, redact } from '../platform/security/log-redaction.ts'

const FRESH_MS = 5_000
/** Milliseconds for which other requests use a cached offer while one request reads it again. */
const RENEWAL_MS = 1_000
/** The greatest age of an offer while D1 answers. */
const STALE_MS = 7_000
/** The greatest age of an offer while D1 does not answer; the offer is then marked as unsure. */
const UNSURE_MS = 10 * 60_000
const ENTRIES = 2_000

/** `isUnsure`: D1 does not answer, and the cached offer is some minutes old, so its stock is unsure. */
export type CachedOffer = OfferWithParts & { isUnsure?: true }

interface CachedEntry {
  found: OfferWithParts | null
  readAt: number
  /** Until this time another request is reading the offer again. */
  renewal: number
}

// Values only, never promises: a promise belongs to the request that created it, and the platform stops a request that
// awaits a promise of another request.
const cache = new LRUCache<string, CachedEntry>({ max: ENTRIES })

/**
 * Returns the result of `findOfferWithParts` for a sku, at most seven seconds old, or ten minutes old and marked as unsure while
 * D1 does not answer. Unknown SKUs are cached too. Throws when D1 does not answer and no offer is cached.
 */
export async function cachedOffer(db: D1Database, sku: string, now: number): Promise<CachedOffer | null> {
  const known = cache.get(sku)
  if (known) {
    // If the clock was set back, the offer counts as old, not as new.
    const age = Math.abs(now - known.readAt)
    if (age < FRESH_MS || (age < STALE_MS && now < known.renewal)) return known.found
    // This request reads the offer again; parallel requests use the cached offer meanwhile.
    known.renewal = now + RENEWAL_MS
  }
  let found: OfferWithParts | null
  try {
    found = await findOfferWithParts(db, sku)
  } catch (error) {
    if (!known?.found || Math.abs(now - known.readAt) > UNSURE_MS) throw error
    console.error('an offer could not be read', redact(sku), describeError(error))
    return { ...known.found, isUnsure: true }
  }
  cache.set(sku, { found, readAt: now, renewal: 0 })
  return found
}
