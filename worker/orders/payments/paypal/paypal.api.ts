/** The wallet's calls of the API: /api/ext/paypal/setExpressCheckout and …/complete. */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { cartError, cartErrorMessage } from '../../../../schema/cart/cart-error.ts'
import {
  COMPLETE_BODY,
  EXPRESS_CHECKOUT_BODY,
  type ExpressCheckoutResult,
  WALLET_TOKEN,
} from '../../../../schema/orders/payments/paypal/paypal.api.ts'
import { resolveCartId } from '../../../cart/cart-access.ts'
import type { AppEnv } from '../../../env.ts'
import { jsonBody, limitBody, NOT_JSON } from '../../../platform/http/json-body.ts'
import { reply } from '../../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../../platform/limits/rate-limit.ts'
import { startExpressCheckout } from '../express-checkout.ts'
import { readExpressCheckout, walletMark } from './paypal-checkout.ts'

export const extPaypalApi = new Hono<AppEnv>()

extPaypalApi.use('/paypal/*', limitBody())

/** Failures too have the form that clients of the wallet read: `success` and a message. */
extPaypalApi.post('/paypal/setExpressCheckout', async (c) => {
  const json = await jsonBody(c)
  const body = v.safeParse(EXPRESS_CHECKOUT_BODY, json)
  if (!json || !body.success) return refuse(c, NOT_JSON)
  if (await isRateLimited(c, 'FORM_LIMIT', 'paypal')) return refuse(c, TOO_MANY)
  const named = body.output.cart_id
  const quoteId = await resolveCartId(c, named)
  if (!quoteId) return refuse(c, cartErrorMessage(cartError('no-such-cart', named)))
  const begun = await startExpressCheckout(c.env, c.get('config'), quoteId, body.output)
  if (!begun.ok) return refuse(c, begun.message)
  return reply(c, 200, { success: true, token: begun.token } satisfies ExpressCheckoutResult)
})

/**
 * Whether the shopper agreed at the wallet, asked of the wallet, for the client to go on with its order. Nothing is taken
 * here: the order takes the money. The answer has no envelope.
 */
extPaypalApi.post('/paypal/complete', async (c) => {
  const json = await jsonBody(c)
  const body = v.safeParse(COMPLETE_BODY, json)
  const { paypal } = c.get('config')
  c.header('Cache-Control', 'no-cache, no-store')
  if (!json || !body.success || !paypal) return c.json({ status: 'error' }, 400)
  if (await isRateLimited(c, 'FORM_LIMIT', 'paypal')) return c.json({ status: 'error' }, 429)
  const { order_id: orderId, orderId: otherName, cart_id: cartId } = body.output
  const token = [orderId, otherName, cartId].find((text) => v.is(WALLET_TOKEN, text))
  const order = token === undefined ? null : await readExpressCheckout(paypal, token)
  const agreed = order !== null && (order.status === 'APPROVED' || order.status === 'COMPLETED')
  // A checkout of somebody else's cart is no answer to this one's.
  const named = cartId === token ? '' : cartId
  const quoteId = named === '' ? null : await resolveCartId(c, named)
  const mark = quoteId && walletMark(quoteId)
  const isOthers = named !== '' && order?.purchase_units[0].reference_id !== mark
  return agreed && !isOthers ? c.json({ status: 'success' }) : c.json({ status: 'error' }, 400)
})

function refuse(c: Context, message: string): Response {
  return reply(c, 500, { success: false, error: { message } } satisfies ExpressCheckoutResult)
}
