/** How refunded money reaches the buyer: the way of the payment, and by hand what was paid in cash. */
import { CASH_METHOD, COUNTER_CASH_METHOD } from './payment.ts'

type Paid = { paymentMethod: string }

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
