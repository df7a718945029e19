/** Store credit (H14u) in texts about an order. */

import { type Cents, formatMoney } from '../../platform/money.ts'
import { formatRefund, type OrderLifecycle } from '../life/order-lifecycle.ts'
import { paymentTitle } from '../payment.ts'

/** Names the parts of the payment: store credit first, if it paid some. */
export function formatPayment({ paymentMethod, creditSpent = 0, grandTotal }: OrderLifecycle): string {
  if (creditSpent === 0) return paymentTitle(paymentMethod)
  const money = grandTotal - creditSpent
  const credit = `Store credit, ${formatMoney(creditSpent)}`
  return money === 0 ? credit : `${credit}; ${paymentTitle(paymentMethod)}, ${formatMoney(money)}`
}

/** Says what went back, in which part as store credit, and what store credit the buyer has now; `null` without any of them. */
export function formatReturned(life: OrderLifecycle, balance: Cents): string | null {
  const credit = life.refunds.reduce(
    (sum, refund) => sum + (refund.status === 'done' ? (refund.credit ?? 0) : 0),
    0,
  )
  const refund = formatRefund(life)
  const parts = [
    refund && credit > 0 ? `${refund}, ${formatMoney(credit)} of it as store credit` : refund,
    balance > 0 ? `You have ${formatMoney(balance)} of store credit. It pays at our counter.` : null,
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join('. ')
}
