/** Orders and payments after the database went back to an earlier time. */
import type { Cents } from '../platform/money.ts'

/** Paths in the table `config`: carts whose orders cron writes again, and orders that it could not write. */
export const CARTS_TO_RECOVER = 'restore/carts'
export const LOST_ORDERS = 'restore/lost_orders'

/** An order that was promised to a shopper and that the database cannot have again. */
export interface LostOrder {
  orderNumber: string
  /** Why it cannot be reserved again. */
  reason: 'out-of-stock' | 'coupon' | 'too-many' | 'cart-taken' | 'credit'
}

/** A payment at its provider. */
export interface ProviderPayment {
  paymentId: string
  /** The order number that the provider stores with the payment; `null` for a payment that is not of this shop. */
  orderNumber: string | null
  received: Cents
  refunded: Cents
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** Statuses of orders that nobody has paid. */
const UNPAID: readonly string[] = ['pending_payment', 'canceled']

/**
 * Returns the payments of the shop whose money has no order: the order is missing, or it is not paid. `statuses` has the
 * status of each order that the database has, by order number.
 */
export function findPaymentsWithoutOrder(
  payments: readonly ProviderPayment[],
  statuses: ReadonlyMap<string, string>,
): ProviderPayment[] {
  return payments.filter(({ orderNumber, received, refunded }) => {
    if (orderNumber === null || received <= refunded) return false
    const status = statuses.get(orderNumber)
    return status === undefined || UNPAID.includes(status)
  })
}
