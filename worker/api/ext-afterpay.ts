/** POST /api/ext/afterpay/checkout: the pay-later checkout of the wire (spec §7). */
import { Hono } from 'hono'
import * as v from 'valibot'
import { PAY_LATER_BODY } from '../../schema/api/afterpay.ts'
import { cartFailure, cartFailureText } from '../../schema/domain/cart-failure.ts'
import type { AppEnv } from '../env.ts'
import { startPayLater } from '../flows/pay-later-checkout.ts'
import { jsonBody, limitBody, NOT_JSON } from '../http/json-body.ts'
import { isOverLimit, TOO_MANY } from '../http/limit.ts'
import { reply } from '../http/reply.ts'
import { namedCart } from './cart-access.ts'

export const extAfterpayApi = new Hono<AppEnv>()

extAfterpayApi.post('/afterpay/checkout', limitBody(), async (c) => {
  const json = await jsonBody(c)
  const body = v.safeParse(PAY_LATER_BODY, json)
  if (!json || !body.success) return reply(c, 400, NOT_JSON)
  if (await isOverLimit(c, 'FORM_LIMIT', 'afterpay')) return reply(c, 429, TOO_MANY)
  const named = body.output.cart_id || (c.req.query('cartId') ?? '').trim()
  const quoteId = await namedCart(c, named)
  if (!quoteId) return reply(c, 404, cartFailureText(cartFailure('no-such-cart', named.slice(0, 64))))
  const begun = await startPayLater(c.env, c.get('config'), quoteId, body.output)
  return begun.ok ? reply(c, 200, begun.result) : reply(c, begun.status, begun.message)
})
