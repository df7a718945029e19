/**
 * What has changed since a page was made. One small D1 read per isolate every two seconds tells the catalogue's
 * version and which stock pools changed what may be bought. Kept pages are judged by it (design.md §3), and the index of
 * the catalogue follows it (worker/search).
 */
import { shipsOn } from '../../schema/domain/delivery.ts'
import { updatingDay } from '../../schema/domain/landing-text.ts'
import { PULSE_LIMIT, readPulse, type StockEvent } from '../db/pulse.ts'
import { causeOf } from './cause.ts'

/** spec §9: the page cache keeps a page for 86,400 s; older events concern no page. */
export const PAGE_TTL_MS = 86_400_000
const DAY = 86_400_000
/** Refreshed in the background after this long … */
const FRESH_MS = 2_000
/** … and waited for after this long: an isolate that slept answers nobody from what it knew before. */
const STALE_MS = 10_000
/** Pools remembered per isolate; past it the oldest are forgotten together with every page older than them. */
const REMEMBERED = 20_000

export interface Pulse {
  /** Version of prices and content, and the two days that pages print; part of every cache key. */
  version: string
  /** Of prices and content alone. */
  catalogue: string
  /** What names the snapshot of the catalogue; `null` before there is one. */
  snapshot: string | null
  /** Highest stock event seen. */
  at: number
  /** The last event of each pool, oldest first. */
  changed: ReadonlyMap<string, StockEvent>
  /** No event after this one is missing from `changed`. */
  completeFrom: number
  /** Pages made at or before this event cannot be judged any more. */
  forgottenUpTo: number
}

interface Kept extends Pulse {
  changed: Map<string, StockEvent>
  readAt: number
}

let kept: Kept | null = null
/** Set while a background refresh runs. Requests never share a promise: one that is cut off would take others along. */
let refreshing = false

async function refresh(db: D1Database, now: number): Promise<Kept> {
  const before = kept
  const { version: catalogue, snapshot, events } = await readPulse(db, before?.at ?? null, now - PAGE_TTL_MS)
  const changed = before?.changed ?? new Map<string, StockEvent>()
  const newest = events.at(-1)?.id ?? before?.at ?? 0
  let forgottenUpTo = before?.forgottenUpTo ?? -1
  if (events.length === PULSE_LIMIT) forgottenUpTo = before ? newest : (events[0]?.id ?? 0) - 1
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
  const version = `${catalogue}.${shipsOn(now) / DAY}.${updatingDay(now) / DAY}`
  // Two reads may end in the other order than they began; what is known never becomes less.
  const at = Math.max(newest, kept?.at ?? 0)
  forgottenUpTo = Math.max(forgottenUpTo, kept?.forgottenUpTo ?? -1)
  completeFrom = Math.max(completeFrom, kept?.completeFrom ?? 0)
  const named = kept && kept.readAt > now ? kept : { version, catalogue, snapshot, readAt: now }
  kept = { ...named, at, changed, completeFrom, forgottenUpTo }
  return kept
}

/** The pulse that needs neither a read nor a refresh, if there is one. */
export function freshPulse(now: number): Pulse | null {
  return kept && now - kept.readAt < FRESH_MS ? kept : null
}

/** The pulse, at most `STALE_MS` old; usually from memory. */
export async function pulse(
  db: D1Database,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Pulse> {
  const age = kept ? now - kept.readAt : Number.POSITIVE_INFINITY
  if (kept && age < FRESH_MS) return kept
  if (!kept || age >= STALE_MS) return refresh(db, now)
  if (!refreshing) {
    refreshing = true
    // A failed refresh leaves the old pulse in place; past STALE_MS the failure is the caller's.
    const work = refresh(db, now)
      .catch((error: unknown) => console.error('The pulse could not be read', causeOf(error)))
      .finally(() => {
        refreshing = false
      })
    waitUntil(work)
  }
  return kept
}

/** True when none of `skus` changed after event `at`. */
export function isCurrent(state: Pulse, at: number, skus: readonly string[]): boolean {
  if (at <= state.forgottenUpTo) return false
  if (at >= state.at) return true
  return skus.every((sku) => (state.changed.get(sku)?.id ?? 0) <= at)
}
