import { Hono } from 'hono'
import { type Env, ledgerOf } from '../env.ts'
import { readFault } from './faults.ts'

/** How tests script the sandbox. JSON only, so that no foreign page can send it by a form. */
export const controlRoutes = new Hono<{ Bindings: Env }>()

controlRoutes.use('/control/*', async (c, next) => {
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false
  if (c.req.method === 'POST' && !isJson) return c.json({ error: 'Send application/json.' }, 415)
  return next()
})

controlRoutes.get('/control/faults', async (c) => c.json({ faults: await ledgerOf(c.env).faults() }))

controlRoutes.post('/control/faults', async (c) => {
  const fault = readFault(await bodyOf(c.req))
  if (typeof fault === 'string') return c.json({ error: fault }, 400)
  await ledgerOf(c.env).addFault(fault)
  return c.json({ fault }, 201)
})

controlRoutes.delete('/control/faults', async (c) => {
  await ledgerOf(c.env).clearFaults()
  return c.body(null, 204)
})

controlRoutes.get('/control/deliveries', async (c) =>
  c.json({ deliveries: await ledgerOf(c.env).deliveries() }),
)

controlRoutes.post('/control/deliver', async (c) => c.json({ attempts: await ledgerOf(c.env).deliver() }))

controlRoutes.post('/control/events/:id/resend', async (c) => {
  const sent = await ledgerOf(c.env).resend(c.req.param('id'))
  return sent
    ? c.json({ resent: true })
    : c.json({ error: 'No such event, or no webhook address is set.' }, 404)
})

controlRoutes.post('/control/webhook', async (c) => {
  const body = await bodyOf(c.req)
  const url = typeof body === 'object' && body !== null && 'url' in body ? body.url : undefined
  if (typeof url !== 'string' || (url !== '' && !URL.canParse(url)))
    return c.json({ error: 'url must be an address, or empty.' }, 400)
  const named = typeof body === 'object' && body !== null && 'service' in body ? body.service : 'stripe'
  if (named !== 'stripe' && named !== 'paypal')
    return c.json({ error: 'service must be stripe or paypal.' }, 400)
  await ledgerOf(c.env).setWebhookUrl(named, url)
  return c.json({ url })
})

controlRoutes.post('/control/expire', async (c) => {
  const body = await bodyOf(c.req)
  const name = typeof body === 'object' && body !== null && 'checkout' in body ? body.checkout : undefined
  const expired = typeof name === 'string' && (await ledgerOf(c.env).expire(name))
  return expired ? c.json({ expired: true }) : c.json({ error: 'No such checkout.' }, 404)
})

controlRoutes.post('/control/reset', async (c) => {
  await ledgerOf(c.env).reset()
  return c.body(null, 204)
})

async function bodyOf(request: { json(): Promise<unknown> }): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return null
  }
}
