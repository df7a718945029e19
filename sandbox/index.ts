import { Hono } from 'hono'
import type { WorkerEnv } from './env.ts'
import { assetRoutes } from './pages/assets.ts'
import { security } from './pages/security.ts'

export { LedgerObject } from './ledger-object.ts'

const app = new Hono<{ Bindings: WorkerEnv }>()

app.use(security)
app.route('/', assetRoutes) // /v3/, /<release>/stripe.js, /turnstile/v0/api.js, /assets/*
// One Durable Object answers everything else: the sandbox is a single account.
app.all('*', async (c) => {
  const reply = await c.env.LEDGER.getByName('sandbox').fetch(c.req.raw)
  return new Response(reply.body && (await reply.arrayBuffer()), reply)
})

export default app
