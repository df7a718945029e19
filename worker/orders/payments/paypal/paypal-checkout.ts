/**
 * A checkout at PayPal that is begun from the cart, before there is an order: the API's `setExpressCheckout`.
 */
import { createHash } from 'node:crypto'
import type { PurchaseUnit } from '../../../../schema/orders/purchase-unit.ts'
import { redact } from '../../../platform/security/log-redaction.ts'
import { type PaypalConfig, paypalCaller } from './paypal-call.ts'
import { type PaypalOrder, readPaypalOrder } from './paypal-order.ts'

const BRAND = 'Treadline'
const LOCALE = 'en-US'

/**
 * Returns the settings of PayPal's pages. With `isFinal` the amount does not change any more, so the shopper
 * pays at once.
 */
export function toExperienceContext(order: {
  unit: PurchaseUnit
  isShipped: boolean
  isFinal: boolean
  returnUrl: string
  cancelUrl: string
}): object {
  const { unit, isShipped, isFinal, returnUrl, cancelUrl } = order
  const preference = unit.shipping ? 'SET_PROVIDED_ADDRESS' : 'GET_FROM_FILE'
  return {
    brand_name: BRAND,
    locale: LOCALE,
    user_action: isFinal ? 'PAY_NOW' : 'CONTINUE',
    // An eCheck clears after days, and the tires would be reserved until then.
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
    shipping_preference: isShipped ? preference : 'NO_SHIPPING',
    return_url: returnUrl,
    cancel_url: cancelUrl,
  }
}

/** Returns a cart's reference at PayPal: a hash, because the quote id gives access to the cart. */
export function walletReference(quoteId: string): string {
  return createHash('sha256').update(`wallet:${quoteId}`).digest('hex').slice(0, 32)
}

/**
 * Returns the settings of an express payment (H13h): PayPal's page asks for address and contact, asks `callbackUrl` for
 * the total at each address, and then pays at once.
 */
export function toExpressContext(express: {
  callbackUrl: string
  returnUrl: string
  cancelUrl: string
}): object {
  return {
    brand_name: BRAND,
    locale: LOCALE,
    user_action: 'PAY_NOW',
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
    shipping_preference: 'GET_FROM_FILE',
    contact_preference: 'UPDATE_CONTACT_INFO',
    order_update_callback_config: {
      callback_events: ['SHIPPING_ADDRESS'],
      callback_url: express.callbackUrl,
    },
    return_url: express.returnUrl,
    cancel_url: express.cancelUrl,
  }
}

/** Creates the checkout and returns it; `null` when PayPal refuses or does not answer. */
export async function beginExpressCheckout(
  paypal: PaypalConfig,
  checkout: { unit: PurchaseUnit; experience: object; email: string | null; requestId: string },
): Promise<PaypalOrder | null> {
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
  return answer.kind === 'ok' ? readPaypalOrder(answer.body) : null
}

/** Reads the checkout from PayPal; `null` for an unknown token, or when PayPal does not answer. */
export async function readExpressCheckout(paypal: PaypalConfig, token: string): Promise<PaypalOrder | null> {
  const path = `/v2/checkout/orders/${encodeURIComponent(token)}`
  const answer = await paypalCaller(paypal, Date.now)({ method: 'GET', path })
  return answer.kind === 'ok' ? readPaypalOrder(answer.body) : null
}
