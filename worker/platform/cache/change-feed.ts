/**
 * What has changed since a page was made. One small D1 read per isolate every two seconds tells the catalog's
 * version and which stock pools changed what may be bought. Kept pages are judged by it (design.md §3), and the index of
 * the catalog follows it (worker/search).
 */

import { shipDate, updatingDay } from '../../../schema/platform/shop-calendar.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { Unavailable } from '../outbound/unavailable.ts'
import { describeError } from '../security/log-redaction.ts'
import { CHANGE_FEED_LIMIT, readChangeFeed, type StockEvent } from './change-feed.sql.ts'
import { loadLastPulse, storeLastPulse } from './last-pulse.ts'

/** spec §9: the page cache keeps a page for 86,400 s; older events concern no page. */
export const PAGE_TTL_MS = 86_400_000
const DAY = 86_400_000
/** Refreshed in the background after this long … */
const FRESH_MS = 2_000
/** … and waited for after this long: an isolate that slept answers nobody from what it knew before. */
const STALE_MS = 10_000
/** D1 has this long to answer a request that waits for it. */
const PATIENCE_MS = 2_000
/** After a failure nobody waits: one request asks again in the background, this often. */
const RETRY_MS = 3_000
/** Pools remembered per isolate; past it the oldest are forgotten together with every page older than them. */
const REMEMBERED = 20_000

export interface ChangeFeed {
  /** Version of prices and content, and the two days that pages print; part of every cache key. */
  version: string
  /** Of prices and content alone. */
  catalog: string
  /** What names the snapshot of the catalog; `null` before there is one. */
  snapshot: string | null
  /** Highest stock event seen. */
  at: number
  /** The last event of each pool, oldest first. */
  changed: ReadonlyMap<string, StockEvent>
  /** No event after this one is missing from `changed`. */
  completeFrom: number
  /** Pages made at or before this event cannot be judged any more. */
  forgottenUpTo: number
  /** D1 does not answer: this is what was known last, and what is made from it is marked. */
  isOutage: boolean
}

interface Kept extends ChangeFeed {
  changed: Map<string, StockEvent>
  readAt: number
  /** Which read brought it; clocks are set back, reads are only ever counted up. */
  read: number
}

let kept: Kept | null = null
let reads = 0
/** When a background refresh began. Requests never share a promise: one that is cut off would take others along. */
let refreshingSince: number | null = null
/** When D1 failed last; `null` while it answers. */
let failedAt: number | null = null

/** A clock that was set back makes what is known old rather than new. */
function ageOf(moment: number | null, now: number): number {
  return moment === null ? Number.POSITIVE_INFINITY : Math.abs(now - moment)
}

async function refresh(db: D1Database, now: number): Promise<Kept> {
  const before = kept
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
    if (changed.size <= REMEMBERED) break
    changed.delete(sku)
    forgottenUpTo = id
    completeFrom = Math.max(completeFrom, id)
  }
  // Pages print when a tire arrives and landings the day they were counted: at the cut-off of 1 p.m. in Chicago, and
  // when that day changes, they all become other pages.
  const version = `${catalog}.${shipDate(now) / DAY}.${updatingDay(now) / DAY}`
  // Two reads may end in the other order than they began; what is known never becomes less.
  const at = Math.max(newest, kept?.at ?? 0)
  forgottenUpTo = Math.max(forgottenUpTo, kept?.forgottenUpTo ?? -1)
  completeFrom = Math.max(completeFrom, kept?.completeFrom ?? 0)
  const named = kept && kept.read > read ? kept : { version, catalog, snapshot, readAt: now, read }
  kept = { ...named, at, changed, completeFrom, forgottenUpTo, isOutage: false }
  failedAt = null
  return kept
}

/** `refresh` with an end; `null`, and remembered, when D1 fails or is silent. */
async function refreshInTime(db: D1Database, now: number): Promise<Kept | null> {
  const read = await withTimeout(
    refresh(db, now).catch((error: unknown) => {
      console.error('The pulse could not be read', describeError(error))
      return null
    }),
    PATIENCE_MS,
  )
  if (!read) failedAt = now
  return read
}

/** The pulse that needs neither a read nor a refresh, if there is one. */
export function recentChangeFeed(now: number): ChangeFeed | null {
  return kept && ageOf(kept.readAt, now) < FRESH_MS ? kept : null
}

/**
 * The pulse, at most `STALE_MS` old; usually from memory. While D1 is away it is the last one known, up to the age that a
 * page may have. Throws `DatabaseUnreachable` when there is none.
 */
export async function getChangeFeed(
  db: D1Database,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<ChangeFeed> {
  const age = ageOf(kept?.readAt ?? null, now)
  if (kept && age < FRESH_MS) return kept
  const isAway = ageOf(failedAt, now) < STALE_MS
  if (!isAway && age >= STALE_MS) {
    const read = await refreshInTime(db, now)
    if (read) {
      // Once a minute; not in the background, which whoever asks may not have.
      await withTimeout(storeLastPulse(read, now), PATIENCE_MS)
      return read
    }
  } else if (ageOf(refreshingSince, now) >= RETRY_MS && ageOf(failedAt, now) >= RETRY_MS) {
    refreshingSince = now
    const work = refreshInTime(db, now).then((read) => {
      refreshingSince = null
      if (read) return storeLastPulse(read, now)
    })
    waitUntil(work)
  }
  return lastKnown(now)
}

async function lastKnown(now: number): Promise<ChangeFeed> {
  const age = ageOf(kept?.readAt ?? null, now)
  if (kept && age < STALE_MS) return kept
  if (kept && age < PAGE_TTL_MS) return { ...kept, isOutage: true }
  const named = await loadLastPulse()
  if (!named)
    throw new Unavailable('database', 'The database does not answer, and this isolate knows nothing yet')
  const nothing = { changed: new Map(), completeFrom: named.at, forgottenUpTo: -1 }
  return { ...named, ...nothing, isOutage: true }
}

/** True when D1 does not answer now. Asks it, unless that was done just before. */
export async function isDatabaseAway(db: D1Database, now: number): Promise<boolean> {
  if (ageOf(failedAt, now) < RETRY_MS) return true
  return (await refreshInTime(db, now)) === null
}

/** True when none of `skus` changed after event `at`. */
export function isFresh(state: ChangeFeed, at: number, skus: readonly string[]): boolean {
  if (at <= state.forgottenUpTo) return false
  if (at >= state.at) return true
  return skus.every((sku) => (state.changed.get(sku)?.id ?? 0) <= at)
}
