/**
 * The change feed: the catalog's version, and the stock pools and products that changed since a page was rendered.
 * Each isolate reads the feed with one small D1 query every 1.5 seconds. The feed validates cached pages, and the
 * catalog index applies its events (worker/catalog/index).
 */
import { DAY_MS } from '../../../schema/platform/duration.ts'
import {
  type ClosedDays,
  NO_CLOSED_DAYS,
  parseClosedDays,
  shipDate,
  updatingDay,
} from '../../../schema/platform/shop-calendar.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { Unavailable } from '../outbound/unavailable.ts'
import { describeError } from '../security/log-redaction.ts'
import { CHANGE_FEED_LIMIT, type ChangeEvent, readChangeFeed } from './change-feed.sql.ts'
import { loadStoredFeed, storeFeed } from './stored-change-feed.ts'

/** The page cache stores a page for 86,400 s; older events affect no page. */
export const PAGE_TTL_MS = DAY_MS
/**
 * Age in milliseconds after which the feed is refreshed in the background. With the read itself and the request after it,
 * shoppers see a change within two seconds.
 */
const FRESH_MS = 1_500
/** Age after which a request waits for the refresh, so that an idle isolate does not respond from an old feed. */
const STALE_MS = 10_000
/** Time limit for a D1 read that a request waits for. */
const TIMEOUT_MS = 2_000
/** Time between background reads after a failure; requests do not wait for these reads. */
const RETRY_MS = 3_000
/** Most pools, products and lists per isolate; the oldest are removed, and pages older than a removed event are stale. */
const MAX_CHANGED = 20_000

export interface ChangeFeed {
  /** Version of prices and content with the two dates that pages show; part of every cache key. */
  version: string
  /** Version of prices and content only. */
  catalog: string
  /** Name of the catalog's snapshot; `null` before the first snapshot. */
  snapshot: string | null
  /** The shop's own closed days, as UTC midnights. */
  closed: number[]
  /** Id of the latest known stock event; stored under this name (`storeFeed`). */
  at: number
  /** The last event of each pool, oldest first. */
  changed: ReadonlyMap<string, ChangeEvent>
  /** The last event of each product that is new, changed or deleted, oldest first. */
  products: ReadonlyMap<number, number>
  /** Id of the latest known event of a product. */
  productsAt: number
  /** The last event of each tag of lists (list-tag.ts), oldest first. */
  lists: ReadonlyMap<string, number>
  /** The three maps contain all events after this event id. */
  completeFrom: number
  /** Pages rendered at or before this event id can no longer be validated. */
  unverifiableUpTo: number
  /** True while D1 does not answer: this is the last known feed, and pages with it show a note. */
  isOutage: boolean
}

interface FeedState extends ChangeFeed {
  changed: Map<string, ChangeEvent>
  products: Map<number, number>
  lists: Map<string, number>
  readAt: number
  /** Sequence number of the read; unlike the clock it never goes back. */
  readNumber: number
}

let feed: FeedState | null = null
let reads = 0
/** Start of the background refresh. Requests never share a promise, because a canceled request would fail the others. */
let refreshingSince: number | null = null
/** Time of the last failure of D1; `null` while D1 answers. */
let failedAt: number | null = null

/** Returns the age in milliseconds; with a clock that was set back, the feed counts as old instead of new. */
function ageOf(moment: number | null, now: number): number {
  return moment === null ? Number.POSITIVE_INFINITY : Math.abs(now - moment)
}

/** Reads new events and adds them to the feed. */
async function refresh(db: D1Database, now: number): Promise<FeedState> {
  const before = feed
  const readNumber = ++reads
  const {
    version: catalog,
    snapshot,
    closedDays,
    events,
  } = await readChangeFeed(db, before?.at ?? null, now - PAGE_TTL_MS)
  // Reads may end in another order than they began; all of them write into the maps of the first one that ended.
  const changes = feed ?? { changed: new Map(), products: new Map(), lists: new Map() }
  const newest = events.at(-1)?.id ?? before?.at ?? 0
  let unverifiableUpTo = before?.unverifiableUpTo ?? -1
  if (events.length === CHANGE_FEED_LIMIT) unverifiableUpTo = before ? newest : (events[0]?.id ?? 0) - 1
  let completeFrom = before?.completeFrom ?? Math.max(0, (events[0]?.id ?? 0) - 1)
  for (const event of events) addEvent(changes, event)
  const removed = Math.max(
    removeOldest(changes.changed, ({ id }) => id),
    removeOldest(changes.products, (id) => id),
    removeOldest(changes.lists, (id) => id),
  )
  unverifiableUpTo = Math.max(unverifiableUpTo, removed)
  completeFrom = Math.max(completeFrom, removed)
  const closed = parseClosedDays(closedDays)
  // Pages show the arrival day, and landings the day of their counts. At the cut-off of 1 p.m. in Chicago and when
  // the day of the counts changes, the version changes and all pages are rendered again.
  const version = `${catalog}.${shipDate(now, closed) / DAY_MS}.${updatingDay(now) / DAY_MS}`
  const at = Math.max(newest, feed?.at ?? 0)
  unverifiableUpTo = Math.max(unverifiableUpTo, feed?.unverifiableUpTo ?? -1)
  completeFrom = Math.max(completeFrom, feed?.completeFrom ?? 0)
  const latest =
    feed && feed.readNumber > readNumber
      ? feed
      : { version, catalog, snapshot, closed, readAt: now, readNumber }
  const { changed, products, lists } = changes
  const productsAt = Math.max(
    feed?.productsAt ?? 0,
    ...events.flatMap((event) => (event.productId ? event.id : [])),
  )
  feed = {
    ...latest,
    at,
    changed,
    products,
    productsAt,
    lists,
    completeFrom,
    unverifiableUpTo,
    isOutage: false,
  }
  failedAt = null
  return feed
}

/** Notes the last event of a pool, of a product and of the lists that may have the product. */
function addEvent(
  { changed, products, lists }: Pick<FeedState, 'changed' | 'products' | 'lists'>,
  event: ChangeEvent,
): void {
  const { id, stockSku, productId } = event
  const known = changed.get(stockSku)
  // The event of a product must not hide an earlier sale of its pool.
  const sold = productId === null ? event : { ...event, products: known?.products ?? [] }
  if ((known?.id ?? 0) <= id) moveToEnd(changed, stockSku, sold)
  if (productId === null) return
  if ((products.get(productId) ?? 0) <= id) moveToEnd(products, productId, id)
  for (const tag of event.lists) if ((lists.get(tag) ?? 0) <= id) moveToEnd(lists, tag, id)
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

/** Removes the oldest entries above the limit and returns the id of the last removed event; -1 for none. */
function removeOldest<Key, Value>(map: Map<Key, Value>, idOf: (value: Value) => number): number {
  let removed = -1
  for (const [key, value] of map) {
    if (map.size <= MAX_CHANGED) break
    map.delete(key)
    removed = idOf(value)
  }
  return removed
}

/** Calls `refresh` with a time limit; returns `null` and records the failure when D1 fails or does not answer. */
async function refreshInTime(db: D1Database, now: number): Promise<FeedState | null> {
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

/** Returns the shop's own closed days as this isolate knows them; requests that promise a day read the feed before (PROMISING_PATHS). */
export function knownClosedDays(): ClosedDays {
  return feed?.closed ?? NO_CLOSED_DAYS
}

/** Returns whether this isolate has read the feed, however long ago. */
export function isFeedKnown(): boolean {
  return feed !== null
}

/** Returns the feed when it is recent; `null` when it needs a refresh. */
export function recentChangeFeed(now: number): ChangeFeed | null {
  return feed && ageOf(feed.readAt, now) < FRESH_MS ? feed : null
}

/**
 * Returns the feed, at most `STALE_MS` old, usually from memory. During an outage of D1, returns the last known feed,
 * up to the largest age of a page. Throws `Unavailable` when no feed is known.
 */
export async function getChangeFeed(
  db: D1Database,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<ChangeFeed> {
  const age = ageOf(feed?.readAt ?? null, now)
  if (feed && age < FRESH_MS) return feed
  const isOutage = ageOf(failedAt, now) < STALE_MS
  if (!isOutage && age >= STALE_MS) {
    const read = await refreshInTime(db, now)
    if (read) {
      // Stored once a minute; awaited, because a caller may not support background work.
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

/** Returns the feed of this isolate, or the stored feed of another isolate without stock events. */
async function lastKnown(now: number): Promise<ChangeFeed> {
  const age = ageOf(feed?.readAt ?? null, now)
  if (feed && age < STALE_MS) return feed
  if (feed && age < PAGE_TTL_MS) return { ...feed, isOutage: true }
  const stored = await loadStoredFeed()
  if (!stored)
    throw new Unavailable('database', 'The database does not answer, and this isolate knows nothing yet')
  const nothing = { changed: new Map(), products: new Map(), productsAt: 0, lists: new Map() }
  return { ...stored, ...nothing, completeFrom: stored.at, unverifiableUpTo: -1, isOutage: true }
}

/** Checks whether D1 does not answer. Reads from D1, unless a read failed just before. */
export async function isDatabaseDown(db: D1Database, now: number): Promise<boolean> {
  if (ageOf(failedAt, now) < RETRY_MS) return true
  return (await refreshInTime(db, now)) === null
}

/** Checks that none of the pools and lists in `tags` changed after event `eventId`. */
export function isFresh(feed: ChangeFeed, eventId: number, tags: readonly string[]): boolean {
  if (eventId <= feed.unverifiableUpTo) return false
  if (eventId >= feed.at) return true
  return tags.every((tag) => (feed.changed.get(tag)?.id ?? feed.lists.get(tag) ?? 0) <= eventId)
}
