/** What one buyer may order and hold without having paid: rows of the table in limits.ts. */
import type { LimitKey } from '../../platform/limits/limit-row.ts'
import { PHONE } from '../../platform/shop-phone.ts'

/** Of the orders that stand or are held; one that was refused or released counts no more. */
interface OrderLimit {
  /** Orders within an hour, and within a day. */
  hour: number
  day: number
  /** Orders that hold tires while their payment is awaited; a further one releases the buyer's own oldest, or is refused. */
  holds: number
  /** Tires of a day that nobody has paid for yet: held, or to be paid at the door. */
  unpaid: number
}

/** Who an order is counted for. An office shares its network, so a network may do what thirty buyers do. */
export const ORDER_LIMITS = {
  network: { hour: 40, day: 120, holds: 40, unpaid: 240 },
  device: { hour: 8, day: 20, holds: 3, unpaid: 96 },
  mailbox: { hour: 6, day: 15, holds: 3, unpaid: 96 },
  account: { hour: 6, day: 15, holds: 3, unpaid: 96 },
} as const satisfies Partial<Record<LimitKey, OrderLimit>>

/** Someone an order is counted for, under a name that can be compared, not read. */
export interface OrderActor extends OrderLimit {
  id: string
}

export const TOO_MANY_OPEN = `Too many orders at a time. Please try again in an hour, or call ${PHONE.label}.`

/** Products that an order may name though its cart does not have them: a client that was offline adds a few. */
export const NEW_PRODUCTS = 8
