/**
 * GET /api/ext/thank-you: the order of this browser's cart. The signed cookie shows that the cart is this
 * shopper's.
 */
import { Hono } from 'hono'
import { readCartIdCookie } from '../../cart/cart-cookie.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { reply } from '../../platform/http/reply.ts'
import { readThankYou } from './read-thank-you.ts'

export const extThankYouApi = new Hono<AppEnv>()

extThankYouApi.get('/thank-you', async (c) => {
  const quoteId = readCartIdCookie(c)
  const { cartSecret } = c.get('config')
  if (quoteId === null) return reply(c, 200, null)
  const customerId = (await getCurrentCustomer(c))?.customerId ?? null
  return reply(c, 200, await readThankYou(c.env, cartSecret, quoteId, Date.now(), customerId))
})
