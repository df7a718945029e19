/**
 * Collects the analytics events of the shop. This file is part of the first load; the listener is loaded when the
 * page is idle and receives the earlier events too (client/content/analytics/events.ts).
 */
import type { AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'

let early: AnalyticsEvent[] = []
let report = (event: AnalyticsEvent): void => {
  early.push(event)
}

/** Reports an event to the listener, or stores it until there is one. */
export function trackEvent(event: AnalyticsEvent): void {
  report(event)
}

/** Sets the only listener; it receives the events so far and all later ones. */
export function subscribeEvents(listener: (event: AnalyticsEvent) => void): void {
  report = listener
  early.forEach(listener)
  early = []
}
