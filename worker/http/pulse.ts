/**
 * What has changed since a page was made. One small D1 read per isolate and quarter minute tells the catalogue's
 * version and which stock pools changed what may be bought; kept pages are judged by it (design.md §3).
 */
import { shipsOn } from '../../schema/domain/delivery.ts'
import { updatingDay } from '../../schema/domain/landing-text.ts'
import { PULSE_LIMIT, readPulse } from '../db/pulse.ts'

/** spec §9: the page cache keeps a page for 86,400 s; older events concern no page. */
export const PAGE_TTL_MS = 86_400_000
const DAY = 86_400_000
/** Refreshed in the background after this long … */
const FRESH_MS = 15_000
/** … and waited for after this long, so that nobody sees a sold unit as buyable for more than a minute. */
const STALE_MS = 45_000
/** Pools remembered per isolate; past it the oldest are forgotten together with every page older than them. */
const REMEMBERED = 20_000

export interface Pulse {
  /** Version of prices and content, and the two days that pages print; part of every cache key. */
  version: string
  /** Highest stock event seen. */
  at: number
  /** Stock event that last changed each pool. */
  changed: ReadonlyMap<string, number>
  /** Pages made at or before this event cannot be judged any more. */
  forgottenUpTo: number
}

interface Kept extends Pulse {
  changed: Map<string, number>
  readAt: number
}

let kept: Kept | null = null
/** Set while a background refresh runs. Requests never share a promise: one that is cut off would take others along. */
let refreshing = false

async function refresh(db: D1Database, now: number): Promise<Kept> {
  const before = kept
  const { version: catalogue, events } = await readPulse(db, before?.at ?? null, now - PAGE_TTL_MS)
  const changed = before?.changed ?? new Map<string, number>()
  const newest = events.at(-1)?.id ?? before?.at ?? 0
  let forgottenUpTo = before?.forgottenUpTo ?? -1
  if (events.length === PULSE_LIMIT) forgottenUpTo = before ? newest : (events[0]?.id ?? 0) - 1
  for (const { id, stockSku } of events) {
    changed.delete(stockSku)
    changed.set(stockSku, id)
  }
  for (const [sku, id] of changed) {
    if (changed.size <= REMEMBERED) break
    changed.delete(sku)
    forgottenUpTo = id
  }
  // Pages print when a tire arrives and landings the day they were counted: at the cut-off of 1 p.m. in Chicago, and
  // when that day changes, they all become other pages.
  const version = `${catalogue}.${shipsOn(now) / DAY}.${updatingDay(now) / DAY}`
  // Two reads may end in the other order than they began; what is known never becomes less.
  const at = Math.max(newest, kept?.at ?? 0)
  forgottenUpTo = Math.max(forgottenUpTo, kept?.forgottenUpTo ?? -1)
  kept = { version, at, changed, forgottenUpTo, readAt: now }
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
    const done = () => {
      refreshing = false
    }
    waitUntil(refresh(db, now).then(done, done))
  }
  return kept
}

/** True when none of `skus` changed after event `at`. */
export function isCurrent(state: Pulse, at: number, skus: readonly string[]): boolean {
  if (at <= state.forgottenUpTo) return false
  if (at >= state.at) return true
  return skus.every((sku) => (state.changed.get(sku) ?? 0) <= at)
}
