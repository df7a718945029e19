/** GET /api/ext/thank-you: the order of this browser's cart. The cookie is the proof that it is this shopper's. */
import { Hono } from 'hono'
import { thankYouView } from '../../schema/api/thank-you.ts'
import type { AppEnv } from '../env.ts'
import { readOrderForThankYou } from '../flows/read-order.ts'
import { quoteIdOf } from '../http/cart-cookie.ts'
import { reply } from '../http/reply.ts'

export const extThankYouApi = new Hono<AppEnv>()

extThankYouApi.get('/thank-you', async (c) => {
  const quoteId = quoteIdOf(c)
  const order = quoteId === null ? null : await readOrderForThankYou(c.env, quoteId)
  return reply(c, 200, order && thankYouView(order))
})
