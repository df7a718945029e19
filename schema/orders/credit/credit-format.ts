/** Store credit (H14u) in texts about an order. */

import { type Cents, formatMoney } from '../../platform/money.ts'
import { formatRefund, type OrderLifecycle } from '../life/order-lifecycle.ts'
import { paymentName } from '../payment.ts'
import { CREDIT_USE } from '../refund-way.ts'
import { formatOrderDate } from '../status/order-format.ts'
import type { CreditPart } from './credit-expiry.ts'

/** Says what store credit a customer has, where it pays and until when; `null` without any. */
export function formatCredit(parts: readonly CreditPart[]): string | null {
  const balance = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (balance === 0) return null
  const expiry = formatCreditExpiry(parts)
  return `You have ${formatMoney(balance)} of store credit. ${CREDIT_USE}${expiry ? ` ${expiry}.` : ''}`
}

/** Says how much expires on which day, the earliest first: `$20.00 expires after Nov 27, 2027`; empty without an expiry. */
export function formatCreditExpiry(parts: readonly CreditPart[]): string {
  const days = new Map<string, Cents>()
  for (const { amount, expiresAt } of parts) {
    if (expiresAt === null) continue
    const day = formatOrderDate(expiresAt)
    days.set(day, (days.get(day) ?? 0) + amount)
  }
  const texts = [...days].map(([day, amount]) => `${formatMoney(amount)} expires after ${day}`)
  return texts.join('; ')
}

/** Names the parts of the payment: store credit first, if it paid some. */
export function formatPayment({ paymentMethod, creditSpent = 0, grandTotal }: OrderLifecycle): string {
  if (creditSpent === 0) return paymentName(paymentMethod)
  const money = grandTotal - creditSpent
  const credit = `Store credit, ${formatMoney(creditSpent)}`
  return money === 0 ? credit : `${credit}; ${paymentName(paymentMethod)}, ${formatMoney(money)}`
}

/** Says what went back, in which part as store credit, and what store credit the buyer has now; `null` without any of them. */
export function formatReturned(life: OrderLifecycle, left: readonly CreditPart[]): string | null {
  const credit = life.refunds.reduce(
    (sum, refund) => sum + (refund.status === 'done' ? (refund.credit ?? 0) : 0),
    0,
  )
  const refund = formatRefund(life)
  const parts = [
    refund && credit > 0 ? `${refund}, ${formatMoney(credit)} of it as store credit` : refund,
    formatCredit(left),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join('. ')
}
