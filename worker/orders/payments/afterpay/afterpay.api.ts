/** POST /api/ext/afterpay/checkout: begins an Afterpay checkout. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { cartError, cartErrorMessage } from '../../../../schema/cart/cart-error.ts'
import { PAY_LATER_BODY } from '../../../../schema/orders/payments/afterpay/afterpay.api.ts'
import { findVerifiedQuoteId } from '../../../cart/cart-access.ts'
import type { AppEnv } from '../../../env.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../../platform/http/json-body.ts'
import { reply } from '../../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../../platform/limits/rate-limit.ts'
import { startPayLater } from '../pay-later-checkout.ts'

export const extAfterpayApi = new Hono<AppEnv>()

extAfterpayApi.post('/afterpay/checkout', limitBody(), async (c) => {
  const json = await jsonBody(c)
  const body = v.safeParse(PAY_LATER_BODY, json)
  if (!json || !body.success) return reply(c, 400, NOT_JSON_MESSAGE)
  if (await isRateLimited(c, 'FORM_LIMIT', 'afterpay')) return reply(c, 429, TOO_MANY)
  const cartId = body.output.cart_id || (c.req.query('cartId') ?? '').trim()
  const quoteId = await findVerifiedQuoteId(c, cartId)
  if (!quoteId) return reply(c, 404, cartErrorMessage(cartError('no-such-cart', cartId.slice(0, 64))))
  const started = await startPayLater(c.env, c.get('config'), quoteId, body.output)
  return started.ok ? reply(c, 200, started.result) : reply(c, started.status, started.message)
})
