import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { listDeliveries } from '../webhook-delivery.ts'
import { endChallenge, findChallenge } from './challenge.ts'
import { challengePage } from './challenge-page.ts'
import { listPayments } from './payment.ts'
import { paymentFrame } from './payment-frame.ts'
import { paymentsPage } from './payments-page.ts'
import { expressButtonsFrame, walletSheetFrame } from './wallet-frames.ts'

/** Stripe's pages: the list of payments, the frame with the card fields, 3-D Secure. */
export const stripePageRoutes = new Hono<{ Bindings: Env }>()

stripePageRoutes.get('/stripe', (c) => {
  const { records } = c.env.ledger
  return c.html(paymentsPage(listPayments(records), listDeliveries(records, 200)))
})

stripePageRoutes.get('/elements/payment', (c) => c.html(paymentFrame()))

stripePageRoutes.get('/elements/express', (c) => c.html(expressButtonsFrame()))
stripePageRoutes.get('/elements/wallet', (c) => c.html(walletSheetFrame()))

stripePageRoutes.get('/3ds/:id', (c) => {
  const secret = c.req.query('client_secret') ?? ''
  const challenge = findChallenge(c.env.ledger.records, c.req.param('id'), secret)
  return challenge ? c.html(challengePage(challenge, secret)) : c.notFound()
})

stripePageRoutes.post('/3ds/:id', async (c) => {
  const form = await c.req.parseBody()
  const passed = form.result === 'succeed'
  const ended = endChallenge(c.env.ledger, c.req.param('id'), String(form.client_secret ?? ''), passed)
  if (!ended) return c.text('There’s nothing to authenticate for this payment.', 409)
  return ended.back === null ? c.json({ status: ended.status }) : c.redirect(ended.back, 303)
})
