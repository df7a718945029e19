/** Order of analytics events: cart and checkout events are delivered one and two seconds after `identify`. */
import { type AnalyticsEvent, IDENTIFY_DELAY_MS } from '../../../schema/platform/analytics/analytics-event.ts'

interface Clock {
  now(): number
  after(ms: number, action: () => void): void
}

/**
 * Returns a function that passes events to `deliver`. After `identify` the last cart and checkout events are delivered with
 * their delays; earlier ones wait for the end of the delay.
 */
export function orderAfterIdentify(
  deliver: (event: AnalyticsEvent) => void,
  clock: Clock,
): (event: AnalyticsEvent) => void {
  const last: { cart?: AnalyticsEvent; checkout?: AnalyticsEvent } = {}
  let identifiedAt = Number.NEGATIVE_INFINITY
  return (event) => {
    if (event.kind === 'identify') {
      deliver(event)
      const at = clock.now()
      identifiedAt = at
      for (const kind of ['cart', 'checkout'] as const) {
        clock.after(IDENTIFY_DELAY_MS[kind], () => {
          const latest = last[kind]
          // A later `identify` event has timers of its own.
          if (latest && identifiedAt === at) deliver(latest)
        })
      }
    } else if (event.kind === 'cart' || event.kind === 'checkout') {
      last[event.kind] = event
      if (clock.now() - identifiedAt >= IDENTIFY_DELAY_MS[event.kind]) deliver(event)
    } else {
      deliver(event)
    }
  }
}
