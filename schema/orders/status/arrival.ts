/** What an order says about its promised day: a day that has passed is never shown as a promise (H13d). */
import * as v from 'valibot'
import { formatDay, workshopDay } from '../../platform/shop-calendar.ts'
import type { OrderStatus } from '../order.ts'

/** `label` says what the day means: `Arrives`, `Delivered`, `Running late`. */
export const ARRIVAL = v.object({ label: v.string(), text: v.string() })
export type Arrival = v.InferOutput<typeof ARRIVAL>

export interface ArrivalFacts {
  status: OrderStatus
  /** The promised day; `null` when nothing is shipped. */
  arrivesOn: number | null
  /** When the parcels were delivered; `null` before, and where the caller does not know. */
  deliveredAt: number | null
}

/** Returns whether an order that is not delivered has passed its promised day. */
export function isLate({ status, arrivesOn, deliveredAt }: ArrivalFacts, now: number): boolean {
  const isUnderway = ['paid', 'processing', 'shipped', 'partly_refunded'].includes(status)
  return isUnderway && deliveredAt === null && arrivesOn !== null && workshopDay(now) > arrivesOn
}

/** Formats the day of the delivery, or the promised one; `null` for orders that no longer arrive. */
export function formatArrival(facts: ArrivalFacts, now: number): Arrival | null {
  const { status, arrivesOn, deliveredAt } = facts
  if (arrivesOn === null || status === 'canceled') return null
  if (deliveredAt !== null) return { label: 'Delivered', text: formatDay(workshopDay(deliveredAt)) }
  if (isLate(facts, now)) return { label: 'Running late', text: `Was due ${formatDay(arrivesOn)}` }
  const isOver = status === 'delivered' || status === 'refunded'
  return isOver ? null : { label: 'Arrives', text: formatDay(arrivesOn) }
}

/** Formats the promised day while it is ahead; `null` once it has passed. */
export function formatPromise(arrivesOn: number | null, now: number): string | null {
  return arrivesOn === null || workshopDay(now) > arrivesOn ? null : formatDay(arrivesOn)
}
