/** Store credit (H14u): kinds of entries, and how a refund is divided between money and credit. Amounts in cents. */
import type { Cents } from '../../platform/money.ts'

/**
 * given     by hand, or taken back if below zero
 * return    instead of money for a return
 * spent     a part of the payment of an order
 * released  back from an order that ended before it was paid
 * refunded  back from an order that was paid with it
 * erased    gone with the data of its owner
 * ended     not spent until its expiry
 */
export type CreditKind = 'given' | 'return' | 'spent' | 'released' | 'refunded' | 'erased' | 'ended'

/** Credit that a sale takes from an account. */
export interface CreditPayment {
  account: number
  amount: Cents
}

/** What was paid of an order, and its refunds so far. */
interface PaidOrder {
  /** Money and credit together. */
  captured: Cents
  creditSpent: Cents
  refunds: readonly { amount: Cents; credit: Cents; status: string }[]
}

/**
 * Divides a refund: money first, up to what was paid in money and did not go back yet, then credit. So never more money goes back
 * than came in. `least` of it are credit in any case: all of it when a return is settled as credit.
 */
export function refundParts(
  amount: Cents,
  { captured, creditSpent, refunds }: PaidOrder,
  least: Cents = 0,
): { money: Cents; credit: Cents } {
  const moneyBack = refunds.reduce(
    (sum, refund) => sum + (refund.status === 'refused' ? 0 : refund.amount - refund.credit),
    0,
  )
  const money = Math.min(amount - Math.min(least, amount), Math.max(0, captured - creditSpent - moneyBack))
  return { money, credit: amount - money }
}
