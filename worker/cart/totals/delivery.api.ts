/** GET /api/ext/delivery?zip=&sku=…: the delivery day, the fees and the tax of a product selection at a ZIP code. */
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { quoteDelivery } from './quote-delivery.ts'

export const extDeliveryApi = new Hono<AppEnv>().get('/delivery', async (c) => {
  const { zip = '', ...fields } = c.req.query()
  const result = await quoteDelivery(c.env.DB, { zip, fields }, Date.now())
  return result.ok ? reply(c, 200, result.quote) : reply(c, result.status, result.message)
})
