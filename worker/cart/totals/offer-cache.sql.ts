/**
 * Offers as the add-to-cart path reads them: through a small memory of this isolate, so that an add needs no D1 read
 * when warm. An offer may be seven seconds old, ten minutes while D1
 * is away. That is safe because it decides nothing about money: the order
 * prices every line again from D1, and the stock constraint there lets nobody buy what is gone.
 */
import { LRUCache } from 'lru-cache'
import type { OfferWithParts } from '../../../schema/catalog/product/product-parts.ts'
import { findWhole } from '../../catalog/product/product-parts.sql.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'

const FRESH_MS = 5_000
/** How long the others wait for the one that reads anew, going on with what is known … */
const RENEWAL_MS = 1_000
/** … but never with what is older than this. */
const STALE_MS = 7_000
/** Unless D1 does not answer: then this old is better than nothing, and said to be unsure. */
const UNSURE_MS = 10 * 60_000
const ENTRIES = 2_000

/** `isUnsure`: read some minutes ago, for D1 does not answer now; nobody can say what was sold since. */
export type CachedOffer = OfferWithParts & { isUnsure?: true }

interface CachedEntry {
  found: OfferWithParts | null
  readAt: number
  /** Until then somebody is reading it anew. */
  renewal: number
}

// Values only, never promises: a promise belongs to the request that made it, and the platform stops a request that
// waits for a promise of another one.
const cache = new LRUCache<string, CachedEntry>({ max: ENTRIES })

/**
 * What `findWhole` gives for a sku, at most seven seconds old (ten minutes, and marked as unsure, while D1 is away). Unknown skus are remembered too. Throws when D1 does not
 * answer and nothing is known of the last minutes.
 */
export async function cachedOffer(db: D1Database, sku: string, now: number): Promise<CachedOffer | null> {
  const known = cache.get(sku)
  if (known) {
    // A clock that was set back makes an offer old, not new.
    const age = Math.abs(now - known.readAt)
    if (age < FRESH_MS || (age < STALE_MS && now < known.renewal)) return known.found
    // One request reads a popular sku again; the others use the old value meanwhile.
    known.renewal = now + RENEWAL_MS
  }
  let found: OfferWithParts | null
  try {
    found = await findWhole(db, sku)
  } catch (error) {
    if (!known?.found || Math.abs(now - known.readAt) > UNSURE_MS) throw error
    console.error('an offer is not sure', redact(sku), describeError(error))
    return { ...known.found, isUnsure: true }
  }
  cache.set(sku, { found, readAt: now, renewal: 0 })
  return found
}
