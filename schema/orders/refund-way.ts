/** How refunded money reaches the buyer: the way of the payment, and by hand what was paid in cash. */
import { type Cents, formatMoney } from '../platform/money.ts'
import { CASH_METHOD, COUNTER_CASH_METHOD } from './payment.ts'

type Paid = { paymentMethod: string }

/** Where store credit pays, in sentences about it. */
export const CREDIT_USE = 'Use store credit at our counter or with a payment link from us.'

/** Says in full where a refund goes (H14u): as money, as store credit, or as both. Amounts in cents. */
export function formatRefundParts(order: Paid, { amount, credit }: { amount: Cents; credit: Cents }): string {
  const money = amount - credit
  if (credit === 0) return `${formatMoney(amount)} ${formatRefundWay(order)}. ${formatRefundArrival(order)}`
  if (money === 0) return `${formatMoney(credit)} as store credit. ${CREDIT_USE}`
  return `${formatMoney(money)} ${formatRefundWay(order)} and ${formatMoney(credit)} as store credit. ${formatRefundArrival(order)} ${CREDIT_USE}`
}

const isCash = (method: string) => method === CASH_METHOD || method === COUNTER_CASH_METHOD

/** Returns the end of a sentence about a refund: `the way you paid`. */
export function formatRefundWay({ paymentMethod }: Paid): string {
  return isCash(paymentMethod) ? 'in cash' : 'the way you paid'
}

/** Says when the money of a refund arrives; for cash, how the buyer gets it. */
export function formatRefundArrival({ paymentMethod }: Paid): string {
  return isCash(paymentMethod)
    ? 'You paid in cash, so we’ll call you to arrange how you get it back. You can also ask for it at one of our stores.'
    : 'It takes banks 5 to 10 days to show it.'
}
