import { Hono } from 'hono'
import { expireAffirmCheckout } from '../affirm/approval.ts'
import { expireAfterpayCheckout } from '../afterpay/approval.ts'
import { deliverWebhooks, resendEvent } from '../deliver-webhooks.ts'
import type { Env } from '../env.ts'
import { expirePaypalOrder } from '../paypal/approval.ts'
import type { Records } from '../records.ts'
import { listDeliveries } from '../webhook-delivery.ts'
import { addFault, listFaults, readFault } from './faults.ts'

/** Controls the sandbox for tests. JSON only, so that a form of another site cannot control it. */
export const controlRoutes = new Hono<{ Bindings: Env }>()

controlRoutes.use('/control/*', async (c, next) => {
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false
  if (c.req.method === 'POST' && !isJson) return c.json({ error: 'Send application/json.' }, 415)
  return next()
})

controlRoutes.get('/control/faults', (c) => c.json({ faults: listFaults(c.env.ledger.records) }))

controlRoutes.post('/control/faults', async (c) => {
  const fault = readFault(await bodyOf(c.req))
  if (typeof fault === 'string') return c.json({ error: fault }, 400)
  addFault(c.env.ledger.records, fault)
  return c.json({ fault }, 201)
})

controlRoutes.delete('/control/faults', (c) => {
  c.env.ledger.records.clear('fault')
  return c.body(null, 204)
})

controlRoutes.get('/control/deliveries', (c) =>
  c.json({ deliveries: listDeliveries(c.env.ledger.records, 200) }),
)

controlRoutes.post('/control/deliver', async (c) => c.json({ attempts: await deliverWebhooks(c.env.ledger) }))

controlRoutes.post('/control/events/:id/resend', (c) =>
  resendEvent(c.env.ledger, c.req.param('id'))
    ? c.json({ resent: true })
    : c.json({ error: 'No such event, or no webhook address is set.' }, 404),
)

controlRoutes.post('/control/webhook', async (c) => {
  const body = await bodyOf(c.req)
  const url = typeof body === 'object' && body !== null && 'url' in body ? body.url : undefined
  if (typeof url !== 'string' || (url !== '' && !URL.canParse(url)))
    return c.json({ error: 'url must be an address, or empty.' }, 400)
  const named = typeof body === 'object' && body !== null && 'service' in body ? body.service : 'stripe'
  if (named !== 'stripe' && named !== 'paypal')
    return c.json({ error: 'service must be stripe or paypal.' }, 400)
  c.env.ledger.setWebhookUrl(named, url)
  return c.json({ url })
})

controlRoutes.post('/control/expire', async (c) => {
  const body = await bodyOf(c.req)
  const name = typeof body === 'object' && body !== null && 'checkout' in body ? body.checkout : undefined
  const expired = typeof name === 'string' && expire(c.env.ledger.records, name)
  return expired ? c.json({ expired: true }) : c.json({ error: 'No such checkout.' }, 404)
})

controlRoutes.post('/control/reset', (c) => {
  c.env.ledger.records.clear()
  return c.body(null, 204)
})

/** Expires a checkout at PayPal, Afterpay or Affirm; returns false when the name is unknown. */
function expire(records: Records, name: string): boolean {
  return (
    expirePaypalOrder(records, name) ||
    expireAfterpayCheckout(records, name) ||
    expireAffirmCheckout(records, name)
  )
}

async function bodyOf(request: { json(): Promise<unknown> }): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return null
  }
}
