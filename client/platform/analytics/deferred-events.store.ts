/**
 * Events of pages that hold no scripts of others (cart, checkout, account), carried in this tab to the next page that may.
 * Only after consent; anyone who reads them takes them away.
 */
import type { AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'

/** As it is passed on: with the moment when it happened, in milliseconds. */
export type TimestampedEvent = AnalyticsEvent & { at: number }

const KEY = 'events-carried'
const MOST = 50

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `storage` is asked for here, because even naming it may be forbidden. */
export function deferEvent(storage: () => TextStorage, event: TimestampedEvent): void {
  try {
    const carried = [...read(storage()), event].slice(-MOST)
    storage().setItem(KEY, JSON.stringify(carried))
  } catch {
    // Full or forbidden: nobody learns of it.
  }
}

export function consumeDeferredEvents(storage: () => TextStorage): TimestampedEvent[] {
  try {
    const carried = read(storage())
    storage().removeItem(KEY)
    return carried
  } catch {
    return []
  }
}

function read(storage: TextStorage): TimestampedEvent[] {
  const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
  // Written by `deferEvent` only.
  return Array.isArray(stored) ? (stored as TimestampedEvent[]) : []
}
