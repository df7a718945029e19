/**
 * Where whatever happens in the shop is told. This much comes with the first load; what listens comes when the page rests,
 * and hears what was told before (client/content/analytics/events.ts).
 */
import type { ShopEvent } from '../../../schema/platform/analytics/analytics-event.ts'

let early: ShopEvent[] = []
let hear = (event: ShopEvent): void => {
  early.push(event)
}

export function emit(event: ShopEvent): void {
  hear(event)
}

/** The one listener, from now on and for what was told so far. */
export function hearEvents(listener: (event: ShopEvent) => void): void {
  hear = listener
  early.forEach(listener)
  early = []
}
