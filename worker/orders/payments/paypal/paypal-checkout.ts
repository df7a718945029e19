/** A checkout at PayPal that is begun from the cart, before there is an order: the wire's setExpressCheckout. */
import { createHash } from 'node:crypto'
import type { PurchaseUnit } from '../../../../schema/orders/purchase-unit.ts'
import { redact } from '../../../platform/security/log-redaction.ts'
import { type PaypalConfig, paypalCaller } from './paypal-call.ts'
import { type PaypalOrder, readPaypalOrder } from './paypal-order.ts'

const BRAND = 'Treadline'
const LOCALE = 'en-US'

/** How PayPal's pages behave. `isFinal`: the amount will not change any more, so the shopper is asked to pay at once. */
export function toExperienceContext(order: {
  unit: PurchaseUnit
  isShipped: boolean
  isFinal: boolean
  returnUrl: string
  cancelUrl: string
}): object {
  const { unit, isShipped, isFinal, returnUrl, cancelUrl } = order
  const provided = unit.shipping ? 'SET_PROVIDED_ADDRESS' : 'GET_FROM_FILE'
  return {
    brand_name: BRAND,
    locale: LOCALE,
    user_action: isFinal ? 'PAY_NOW' : 'CONTINUE',
    // A bank's check that clears in days would hold the tires as long.
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
    shipping_preference: isShipped ? provided : 'NO_SHIPPING',
    return_url: returnUrl,
    cancel_url: cancelUrl,
  }
}

/** A cart's name at PayPal. The quote id opens the cart, so it stays here and its hash goes. */
export function walletMark(quoteId: string): string {
  return createHash('sha256').update(`wallet:${quoteId}`).digest('hex').slice(0, 32)
}

/** Makes the checkout; the answer is its token, `null` when PayPal gave none. */
export async function beginExpressCheckout(
  paypal: PaypalConfig,
  checkout: { unit: PurchaseUnit; experience: object; email: string | null; requestId: string },
): Promise<string | null> {
  const { unit, experience, email, requestId } = checkout
  const source = { experience_context: experience, ...(email === null ? {} : { email_address: email }) }
  const answer = await paypalCaller(
    paypal,
    Date.now,
  )({
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId,
    body: { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal: source } },
  })
  if (answer.kind !== 'ok') console.error('no checkout at PayPal', redact(JSON.stringify(answer)))
  return answer.kind === 'ok' ? (readPaypalOrder(answer.body)?.id ?? null) : null
}

/** The checkout as PayPal has it; `null` when there is none, or when PayPal does not answer. */
export async function readExpressCheckout(paypal: PaypalConfig, token: string): Promise<PaypalOrder | null> {
  const path = `/v2/checkout/orders/${encodeURIComponent(token)}`
  const answer = await paypalCaller(paypal, Date.now)({ method: 'GET', path })
  return answer.kind === 'ok' ? readPaypalOrder(answer.body) : null
}
