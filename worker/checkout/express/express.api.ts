/** POST /api/ext/express/quote and /order: the calls of Apple Pay and Google Pay in the shop's own pages (H13h). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { isAllVirtual } from '../../../schema/cart/cart.ts'
import { EXPRESS_ORDER_BODY, EXPRESS_QUOTE_BODY } from '../../../schema/checkout/express/express.api.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { ORDERS_TOO_FAST } from '../../../schema/platform/limits/limits.ts'
import { readCartIdCookie } from '../../cart/cart-cookie.ts'
import type { AppEnv } from '../../env.ts'
import { cartKey } from '../../identity/session/cart-id.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { placeExpressOrder } from './express-order.ts'
import { quoteExpress } from './express-quote.ts'

const BODY_MAX = 65_536
const FOREIGN_ORIGIN = 'This payment didn’t come from a page of the shop.'

export const extExpressApi = new Hono<AppEnv>()

extExpressApi.use('/express/*', limitBody(BODY_MAX))

/** Returns the totals at the destination that the wallet's sheet shows; changes nothing. */
extExpressApi.post('/express/quote', async (c) => {
  const asked = await readAsked(c, EXPRESS_QUOTE_BODY)
  if (asked instanceof Response) return asked
  if (await isRateLimited(c, 'EVENT_LIMIT', 'express-quote', cartKey(asked.quoteId))) {
    return reply(c, 429, TOO_MANY)
  }
  const cart = await c.env.CART.getByName(asked.quoteId).read()
  if (!cart || cart.orderNumber !== null || cart.lines.length === 0 || isAllVirtual(cart)) {
    return reply(c, 404, ORDER_MESSAGES['cart-empty'])
  }
  const quoted = await quoteExpress(c.env.DB, cart, asked.body.destination, Date.now())
  return quoted.ok ? reply(c, 200, quoted.quote) : reply(c, 422, quoted.message)
})

/** Places the order with the wallet's card. A repeated call places no second order. */
extExpressApi.post('/express/order', async (c) => {
  const asked = await readAsked(c, EXPRESS_ORDER_BODY)
  if (asked instanceof Response) return asked
  if (await isRateLimited(c, 'ORDER_LIMIT', 'order')) return reply(c, 429, ORDERS_TOO_FAST)
  const { quoteId, body } = asked
  const { buyer, token, shownTotal } = body
  const outcome = await placeExpressOrder(c, {
    quoteId,
    buyer,
    paymentMethod: CARD_METHOD,
    token,
    shownTotal,
  })
  if (outcome.ok) return reply(c, 200, { orderNumber: outcome.orderNumber })
  if (outcome.code === 'too-many-orders') return reply(c, 429, outcome.message)
  const { code, message, action } = outcome
  return reply(c, EXPRESS_REFUSED, { code, message, ...(action ? { action } : {}) })
})

/** The status of every refused order: the page shows the message and reads `code` and `action`. */
const EXPRESS_REFUSED = 409

/** Reads a call of the shop's own page about this browser's cart. */
async function readAsked<Schema extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Response | { quoteId: string; body: v.InferOutput<Schema> }> {
  const json = await jsonBody(c)
  const body = v.safeParse(schema, json)
  if (!json || !body.success) return reply(c, 400, NOT_JSON_MESSAGE)
  if (!isSameOrigin(c.req.raw)) return reply(c, 403, FOREIGN_ORIGIN)
  const quoteId = readCartIdCookie(c)
  return quoteId === null ? reply(c, 404, ORDER_MESSAGES['cart-empty']) : { quoteId, body: body.output }
}
