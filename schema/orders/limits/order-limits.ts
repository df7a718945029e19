/** Limits of orders and of unpaid reservations per buyer. */
import type { LimitKey } from '../../platform/limits/limit-row.ts'
import { PHONE } from '../../platform/shop-phone.ts'

/** Limits of one actor. Placed and reserved orders count; refused and released ones do not. */
interface OrderLimit {
  /** Orders within an hour, and within a day. */
  hour: number
  day: number
  /** Orders that await payment; one more order releases the buyer's own oldest one, or is refused. */
  holds: number
  /** Unpaid tires within a day: reserved, or with cash on delivery. */
  unpaid: number
}

/**
 * Limits by kind of actor. People in an office share a network, so a network has higher limits than a buyer.
 */
export const ORDER_LIMITS = {
  network: { hour: 40, day: 120, holds: 40, unpaid: 240 },
  device: { hour: 8, day: 20, holds: 3, unpaid: 96 },
  mailbox: { hour: 6, day: 15, holds: 3, unpaid: 96 },
  account: { hour: 6, day: 15, holds: 3, unpaid: 96 },
} as const satisfies Partial<Record<LimitKey, OrderLimit>>

/** An actor of an order, identified by a keyed hash. */
export interface OrderActor extends OrderLimit {
  id: string
}

export const ORDER_LIMIT_MESSAGE = `Too many orders at once. Please try again in an hour, or call ${PHONE.label}.`

/** How many products of an order may be missing in its cart: a client that was offline adds a few. */
export const MAX_ADDED_PRODUCTS = 8
