/** The API calls for PayPal: /api/ext/paypal/setExpressCheckout and …/complete. */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { cartError, cartErrorMessage } from '../../../../schema/cart/cart-error.ts'
import {
  COMPLETE_BODY,
  EXPRESS_CHECKOUT_BODY,
  type ExpressCheckoutResult,
  WALLET_TOKEN,
} from '../../../../schema/orders/payments/paypal/paypal.api.ts'
import { findVerifiedQuoteId } from '../../../cart/cart-access.ts'
import type { AppEnv } from '../../../env.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../../platform/http/json-body.ts'
import { reply } from '../../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../../platform/limits/rate-limit.ts'
import { startExpressCheckout } from '../express-checkout.ts'
import { readExpressCheckout, walletReference } from './paypal-checkout.ts'

export const extPaypalApi = new Hono<AppEnv>()

extPaypalApi.use('/paypal/*', limitBody())

/** Begins a payment. A failure has the format that clients expect: `success` and a message. */
extPaypalApi.post('/paypal/setExpressCheckout', async (c) => {
  const json = await jsonBody(c)
  const body = v.safeParse(EXPRESS_CHECKOUT_BODY, json)
  if (!json || !body.success) return refuse(c, NOT_JSON_MESSAGE)
  if (await isRateLimited(c, 'FORM_LIMIT', 'paypal')) return refuse(c, TOO_MANY)
  const cartId = body.output.cart_id
  const quoteId = await findVerifiedQuoteId(c, cartId)
  if (!quoteId) return refuse(c, cartErrorMessage(cartError('no-such-cart', cartId)))
  const started = await startExpressCheckout(c.env, c.get('config'), quoteId, body.output)
  if (!started.ok) return refuse(c, started.message)
  return reply(c, 200, { success: true, token: started.token } satisfies ExpressCheckoutResult)
})

/**
 * Reads from PayPal whether the shopper has approved the payment, so that the client can place its order.
 * Charges nothing; the placement of the order captures the payment. The response has no envelope.
 */
extPaypalApi.post('/paypal/complete', async (c) => {
  const json = await jsonBody(c)
  const body = v.safeParse(COMPLETE_BODY, json)
  const { paypal } = c.get('config')
  c.header('Cache-Control', 'no-cache, no-store')
  if (!json || !body.success || !paypal) return c.json({ status: 'error' }, 400)
  if (await isRateLimited(c, 'FORM_LIMIT', 'paypal')) return c.json({ status: 'error' }, 429)
  const { order_id: orderId, orderId: camelOrderId, cart_id: cartId } = body.output
  const token = [orderId, camelOrderId, cartId].find((text) => v.is(WALLET_TOKEN, text))
  const order = token === undefined ? null : await readExpressCheckout(paypal, token)
  const isApproved = order !== null && (order.status === 'APPROVED' || order.status === 'COMPLETED')
  // The approval of another cart's payment is not valid for this cart.
  const otherCartId = cartId === token ? '' : cartId
  const quoteId = otherCartId === '' ? null : await findVerifiedQuoteId(c, otherCartId)
  const reference = quoteId && walletReference(quoteId)
  const isOfOtherCart = otherCartId !== '' && order?.purchase_units[0].reference_id !== reference
  return isApproved && !isOfOtherCart ? c.json({ status: 'success' }) : c.json({ status: 'error' }, 400)
})

function refuse(c: Context, message: string): Response {
  return reply(c, 500, { success: false, error: { message } } satisfies ExpressCheckoutResult)
}
