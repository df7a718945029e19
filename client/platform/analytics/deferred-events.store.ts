/**
 * Events of pages that hold no scripts of others (cart, checkout, account), carried in this tab to the next page that may.
 * Only after consent; anyone who reads them takes them away.
 */
import type { AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'
import { storedValue } from '../storage/stored-value.store.ts'

/** As it is passed on: with the moment when it happened, in milliseconds. */
export type TimestampedEvent = AnalyticsEvent & { at: number }

const MAX_DEFERRED = 50

const deferred = storedValue(
  'events-carried',
  // Written by `deferEvent` only.
  (stored) => (Array.isArray(stored) ? (stored as TimestampedEvent[]) : []),
  () => sessionStorage,
)

export function deferEvent(event: TimestampedEvent): void {
  deferred.save([...deferred.read(), event].slice(-MAX_DEFERRED))
}

export function consumeDeferredEvents(): TimestampedEvent[] {
  const events = deferred.read()
  deferred.clear()
  return events
}
