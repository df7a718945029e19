/**
 * POST /api/ext/order/cancel. The signed-in customer of the order may cancel it, and so may anyone who knows
 * the order's number and its e-mail; the number alone has 40 random bits. Only an order without a shipment
 * can be canceled, so a cancellation brings its caller no profit. All refusals have the same message.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { CANCEL_ORDER_BODY } from '../../../schema/orders/life/order-cancel.api.ts'
import { CANCEL_REFUSED_MESSAGE, STAFF_REFUSED_MESSAGE } from '../../../schema/orders/life/order-lifecycle.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { readOrderOfCustomer } from '../order.sql.ts'
import { isOrderLookupRateLimited, matchesOrderEmail } from '../status/guest-order.ts'
import { cancelOrder } from './order-lifecycle.ts'

export const extOrderCancelApi = new Hono<AppEnv>()

extOrderCancelApi.post('/order/cancel', limitBody(), async (c) => {
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
  const body = v.safeParse(CANCEL_ORDER_BODY, json)
  if (!body.success) return reply(c, 400, CANCEL_REFUSED_MESSAGE)
  const { orderId, customerEmail } = body.output
  // Staff know numbers and addresses; they cancel in their own name.
  if (await getCurrentStaff(c)) return reply(c, 403, STAFF_REFUSED_MESSAGE)
  if (await isOrderLookupRateLimited(c, orderId)) return reply(c, 429, TOO_MANY)
  const by = await authorize(c, orderId, customerEmail)
  if (by === null) return reply(c, 400, CANCEL_REFUSED_MESSAGE)
  const outcome = await cancelOrder(c.env, orderId, { by, reason: 'asked', now: Date.now() })
  return outcome === 'refused' ? reply(c, 400, CANCEL_REFUSED_MESSAGE) : reply(c, 200, true)
})

/**
 * Returns the actor of the cancellation for the order's history; `null` when the caller may not cancel it.
 */
async function authorize(c: Context<AppEnv>, orderNumber: string, email: string): Promise<string | null> {
  if (!isOrderNumber(orderNumber)) return null
  const [customer, isEmailMatch] = await Promise.all([
    getCurrentCustomer(c),
    matchesOrderEmail(c.env.DB, orderNumber, email),
  ])
  if (isEmailMatch) return customer ? `customer:${customer.customerId}` : 'guest'
  if (!customer) return null
  const order = await readOrderOfCustomer(c.env.DB, orderNumber, customer.customerId)
  return order ? `customer:${customer.customerId}` : null
}
