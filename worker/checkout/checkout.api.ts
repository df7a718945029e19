/** GET /api/ext/checkout: the checkout as the shop's own pages show it. */
import { Hono } from 'hono'
import { resolveBrowserCart } from '../cart/customer-cart.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { reply } from '../platform/http/reply.ts'
import { readCheckoutView } from './read-checkout.ts'

export const extCheckoutApi = new Hono<AppEnv>()

extCheckoutApi.get('/checkout', async (c) => {
  const [quoteId, customer] = await Promise.all([resolveBrowserCart(c), getCurrentCustomer(c)])
  return reply(c, 200, await readCheckoutView(c.env, quoteId, Date.now(), customer?.customerId ?? null))
})
