/**
 * The change feed: the catalog's version, and which stock pools changed since a page was rendered. Each isolate reads the
 * feed by one small D1 query every two seconds. Cached pages are validated by the feed, and the index of the catalog
 * applies its stock events (worker/catalog/index).
 */
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shipDate, updatingDay } from '../../../schema/platform/shop-calendar.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { Unavailable } from '../outbound/unavailable.ts'
import { describeError } from '../security/log-redaction.ts'
import { CHANGE_FEED_LIMIT, readChangeFeed, type StockEvent } from './change-feed.sql.ts'
import { loadStoredFeed, storeFeed } from './stored-change-feed.ts'

/** The page cache stores a page for 86,400 s; older events concern no page. */
export const PAGE_TTL_MS = DAY_MS
/** Refreshed in the background after this long … */
const FRESH_MS = 2_000
/** … and awaited after this long: an isolate that was idle replies to no request from its old feed. */
const STALE_MS = 10_000
/** D1 has this long to answer a request that waits for it. */
const TIMEOUT_MS = 2_000
/** After a failure no request waits: one request reads again in the background, this often. */
const RETRY_MS = 3_000
/** Pools known per isolate; beyond this number the oldest are removed, and pages older than them count as stale. */
const MAX_POOLS = 20_000

export interface ChangeFeed {
  /** Version of prices and content, and the two days that pages print; part of every cache key. */
  version: string
  /** Of prices and content alone. */
  catalog: string
  /** Name of the catalog's snapshot; `null` before there is one. */
  snapshot: string | null
  /** Highest stock event seen. */
  at: number
  /** The last event of each pool, oldest first. */
  changed: ReadonlyMap<string, StockEvent>
  /** No event after this one is missing from `changed`. */
  completeFrom: number
  /** Pages rendered at or before this event can no longer be validated. */
  forgottenUpTo: number
  /** D1 does not answer: this is the last known feed, and pages rendered from it are marked. */
  isOutage: boolean
}

interface StoredFeed extends ChangeFeed {
  changed: Map<string, StockEvent>
  readAt: number
  /** Number of the read: clocks are set back, reads are only counted up. */
  read: number
}

let feed: StoredFeed | null = null
let reads = 0
/** When a background refresh began. Requests never share a promise: a canceled request would fail the others, too. */
let refreshingSince: number | null = null
/** When D1 failed last; `null` while it answers. */
let failedAt: number | null = null

/** Returns the age in milliseconds; a clock that was set back makes the feed old rather than new. */
function ageOf(moment: number | null, now: number): number {
  return moment === null ? Number.POSITIVE_INFINITY : Math.abs(now - moment)
}

async function refresh(db: D1Database, now: number): Promise<StoredFeed> {
  const before = feed
  const read = ++reads
  const {
    version: catalog,
    snapshot,
    events,
  } = await readChangeFeed(db, before?.at ?? null, now - PAGE_TTL_MS)
  const changed = before?.changed ?? new Map<string, StockEvent>()
  const newest = events.at(-1)?.id ?? before?.at ?? 0
  let forgottenUpTo = before?.forgottenUpTo ?? -1
  if (events.length === CHANGE_FEED_LIMIT) forgottenUpTo = before ? newest : (events[0]?.id ?? 0) - 1
  let completeFrom = before?.completeFrom ?? Math.max(0, (events[0]?.id ?? 0) - 1)
  for (const event of events) {
    if ((changed.get(event.stockSku)?.id ?? 0) > event.id) continue
    changed.delete(event.stockSku)
    changed.set(event.stockSku, event)
  }
  for (const [sku, { id }] of changed) {
    if (changed.size <= MAX_POOLS) break
    changed.delete(sku)
    forgottenUpTo = id
    completeFrom = Math.max(completeFrom, id)
  }
  // Pages print when a tire arrives and landings the day they were counted: at the cut-off of 1 p.m. in Chicago, and
  // when that day changes, they all become other pages.
  const version = `${catalog}.${shipDate(now) / DAY_MS}.${updatingDay(now) / DAY_MS}`
  // Two reads may end in the other order than they began; no event is lost then.
  const at = Math.max(newest, feed?.at ?? 0)
  forgottenUpTo = Math.max(forgottenUpTo, feed?.forgottenUpTo ?? -1)
  completeFrom = Math.max(completeFrom, feed?.completeFrom ?? 0)
  const named = feed && feed.read > read ? feed : { version, catalog, snapshot, readAt: now, read }
  feed = { ...named, at, changed, completeFrom, forgottenUpTo, isOutage: false }
  failedAt = null
  return feed
}

/** Calls `refresh` with a time limit; returns `null` and notes the failure when D1 fails or does not answer. */
async function refreshInTime(db: D1Database, now: number): Promise<StoredFeed | null> {
  const read = await withTimeout(
    refresh(db, now).catch((error: unknown) => {
      console.error('The change feed could not be read', describeError(error))
      return null
    }),
    TIMEOUT_MS,
  )
  if (!read) failedAt = now
  return read
}

/** Returns the feed when it needs neither a read nor a refresh. */
export function recentChangeFeed(now: number): ChangeFeed | null {
  return feed && ageOf(feed.readAt, now) < FRESH_MS ? feed : null
}

/**
 * Returns the feed, at most `STALE_MS` old; usually from memory. While D1 is away, returns the last known feed, up to
 * the age that a page may have. Throws `Unavailable` when there is none.
 */
export async function getChangeFeed(
  db: D1Database,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<ChangeFeed> {
  const age = ageOf(feed?.readAt ?? null, now)
  if (feed && age < FRESH_MS) return feed
  const isAway = ageOf(failedAt, now) < STALE_MS
  if (!isAway && age >= STALE_MS) {
    const read = await refreshInTime(db, now)
    if (read) {
      // Once a minute; awaited, because a caller may have no background.
      await withTimeout(storeFeed(read, now), TIMEOUT_MS)
      return read
    }
  } else if (ageOf(refreshingSince, now) >= RETRY_MS && ageOf(failedAt, now) >= RETRY_MS) {
    refreshingSince = now
    const work = refreshInTime(db, now).then((read) => {
      refreshingSince = null
      if (read) return storeFeed(read, now)
    })
    waitUntil(work)
  }
  return lastKnown(now)
}

async function lastKnown(now: number): Promise<ChangeFeed> {
  const age = ageOf(feed?.readAt ?? null, now)
  if (feed && age < STALE_MS) return feed
  if (feed && age < PAGE_TTL_MS) return { ...feed, isOutage: true }
  const named = await loadStoredFeed()
  if (!named)
    throw new Unavailable('database', 'The database does not answer, and this isolate knows nothing yet')
  const nothing = { changed: new Map(), completeFrom: named.at, forgottenUpTo: -1 }
  return { ...named, ...nothing, isOutage: true }
}

/** Returns true when D1 does not answer now. Reads from D1, unless a read failed just before. */
export async function isDatabaseAway(db: D1Database, now: number): Promise<boolean> {
  if (ageOf(failedAt, now) < RETRY_MS) return true
  return (await refreshInTime(db, now)) === null
}

/** Returns true when none of `skus` changed after event `at`. */
export function isFresh(state: ChangeFeed, at: number, skus: readonly string[]): boolean {
  if (at <= state.forgottenUpTo) return false
  if (at >= state.at) return true
  return skus.every((sku) => (state.changed.get(sku)?.id ?? 0) <= at)
}
