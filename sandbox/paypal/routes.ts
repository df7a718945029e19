import { Hono } from 'hono'
import { type Env, ledgerOf } from '../env.ts'
import { approvalPage, expiredPage } from '../pages/approval-page.ts'
import { sendReply } from '../reply.ts'
import { isBasic, restCall } from '../rest-call.ts'
import { isPaypalCall } from './call.ts'
import { isGenuine } from './event.ts'
import { failureReply, oauthFailure } from './failure.ts'
import { paypalPage } from './payments-page.ts'

/** PayPal's API, its page, and the list of its payments. What is not its own below /v1 and /v2 is left to others. */
export const paypalRoutes = new Hono<{ Bindings: Env }>()

for (const below of ['/v1/oauth2/*', '/v1/notifications/*', '/v2/*']) {
  paypalRoutes.all(below, async (c, next) => {
    const path = new URL(c.req.url).pathname
    if (!isPaypalCall(c.req.method, path)) return next()
    const call = await restCall(c)
    const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_WEBHOOK_ID: webhook } = c.env
    const authorization = c.req.header('authorization') ?? ''
    const isApp = isBasic(authorization, id, secret)
    if (path.endsWith('/token')) {
      const refusal = !isApp
        ? oauthFailure(401, 'invalid_client', 'Client Authentication failed')
        : (await c.req.text()) !== 'grant_type=client_credentials'
          ? oauthFailure(400, 'unsupported_grant_type', 'Grant Type is NULL')
          : null
      if (refusal) return sendReply(failureReply(refusal), null)
    }
    const { reply, fault } = await ledgerOf(c.env).paypal({
      ...call,
      idempotencyKey: c.req.header('paypal-request-id') ?? null,
      by: isApp ? { app: true } : { token: authorization.replace(/^Bearer /, '') },
      isWhole: call.method === 'GET' || c.req.header('prefer') === 'return=representation',
      isGenuine: path.startsWith('/v1/notifications/') && (await isGenuine(secret, webhook, call.body)),
    })
    return sendReply(reply, fault)
  })
}

const CHOICES = [
  { choice: 'approve', word: 'Approve', means: 'the shop’s capture goes through' },
  { choice: 'decline', word: 'Approve, but be declined', means: 'the bank refuses the shop’s next capture' },
  { choice: 'cancel', word: 'Cancel', means: 'back to the shop, without paying' },
] as const

paypalRoutes.get('/checkoutnow', async (c) => {
  const { token = '', choice: chosen } = c.req.query()
  const ledger = ledgerOf(c.env)
  const choice = CHOICES.find((known) => known.choice === chosen)?.choice
  const back = choice ? await ledger.decidePaypal(token, choice) : null
  if (back) return c.redirect(back, 302)
  const open = await ledger.paypalCheckout(token)
  if (!open) return c.html(expiredPage('PayPal'), 410)
  return c.html(
    approvalPage({
      ...open,
      provider: 'PayPal',
      what: 'from your PayPal balance or card',
      query: new URL(c.req.url).searchParams,
      choices: CHOICES,
    }),
  )
})

paypalRoutes.get('/paypal', async (c) => c.html(paypalPage(await ledgerOf(c.env).paypalOrders())))
