import { Hono } from 'hono'
import { type Env, ledgerOf } from '../env.ts'
import { challengePage } from './challenge-page.ts'
import { paymentFrame } from './payment-frame.ts'
import { paymentsPage } from './payments-page.ts'

/** Stripe's pages: the list of payments, the frame with the card fields, 3-D Secure. */
export const stripePageRoutes = new Hono<{ Bindings: Env }>()

stripePageRoutes.get('/stripe', async (c) => {
  const ledger = ledgerOf(c.env)
  return c.html(paymentsPage(await ledger.payments(), await ledger.deliveries()))
})

stripePageRoutes.get('/elements/payment', (c) => c.html(paymentFrame()))

stripePageRoutes.get('/3ds/:id', async (c) => {
  const secret = c.req.query('client_secret') ?? ''
  const challenge = await ledgerOf(c.env).challenge(c.req.param('id'), secret)
  return challenge ? c.html(challengePage(challenge, secret)) : c.notFound()
})

stripePageRoutes.post('/3ds/:id', async (c) => {
  const form = await c.req.parseBody()
  const passed = form.result === 'succeed'
  const ended = await ledgerOf(c.env).endChallenge(
    c.req.param('id'),
    String(form.client_secret ?? ''),
    passed,
  )
  if (!ended) return c.text('This payment has nothing to authenticate.', 409)
  return ended.back === null ? c.json({ status: ended.status }) : c.redirect(ended.back, 303)
})
