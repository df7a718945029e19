/**
 * Where whatever happens in the shop is reported. This much comes with the first load; what listens comes when the page rests,
 * and receives the events before it (client/content/analytics/events.ts).
 */
import type { AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'

let early: AnalyticsEvent[] = []
let hear = (event: AnalyticsEvent): void => {
  early.push(event)
}

export function trackEvent(event: AnalyticsEvent): void {
  hear(event)
}

/** The one listener, from now on and for the events so far. */
export function subscribeEvents(listener: (event: AnalyticsEvent) => void): void {
  hear = listener
  early.forEach(listener)
  early = []
}
