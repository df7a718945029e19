/** GET /api/ext/delivery?zip=&sku=…: the day, the fees and the tax of a choice at a ZIP code. */
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { quoteDelivery } from './quote-delivery.ts'

export const extDeliveryApi = new Hono<AppEnv>().get('/delivery', async (c) => {
  const { zip = '', ...fields } = c.req.query()
  const answer = await quoteDelivery(c.env.DB, { zip, fields }, Date.now())
  return answer.ok ? reply(c, 200, answer.quote) : reply(c, answer.status, answer.message)
})
