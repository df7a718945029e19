/** When events are passed on: cart and checkout one and two seconds after who somebody is. */
import { AFTER_IDENTIFY_MS, type AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'

interface Clock {
  now(): number
  after(ms: number, act: () => void): void
}

/**
 * Passes events on to `deliver`. After `identify` the page's last cart and checkout follow at their time; one that comes
 * before that time waits for it.
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
        clock.after(AFTER_IDENTIFY_MS[kind], () => {
          const known = last[kind]
          // A later identify has timers of its own.
          if (known && identifiedAt === at) deliver(known)
        })
      }
    } else if (event.kind === 'cart' || event.kind === 'checkout') {
      last[event.kind] = event
      if (clock.now() - identifiedAt >= AFTER_IDENTIFY_MS[event.kind]) deliver(event)
    } else {
      deliver(event)
    }
  }
}
