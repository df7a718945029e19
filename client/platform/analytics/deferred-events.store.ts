/**
 * Analytics events of pages without third-party scripts (cart, checkout, account), stored in this tab until the next
 * page that has such scripts. Stored only after consent.
 */
import type { AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'
import { storedValue } from '../storage/stored-value.store.ts'

/** An event with its time in milliseconds since the epoch. */
export type TimestampedEvent = AnalyticsEvent & { at: number }

const MAX_DEFERRED = 50

const deferred = storedValue(
  'events-carried',
  // Written by `deferEvent` only.
  (stored) => (Array.isArray(stored) ? (stored as TimestampedEvent[]) : []),
  () => sessionStorage,
)

/** Stores an event for a later page; of more than 50 the oldest are dropped. */
export function deferEvent(event: TimestampedEvent): void {
  deferred.save([...deferred.read(), event].slice(-MAX_DEFERRED))
}

/** Returns the stored events and removes them. */
export function consumeDeferredEvents(): TimestampedEvent[] {
  const events = deferred.read()
  deferred.clear()
  return events
}
