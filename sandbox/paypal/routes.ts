import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { approvalHandler } from '../pages/approval-page.ts'
import { providerPage } from '../pages/provider-page.ts'
import { sendReply } from '../reply.ts'
import { findOperation, isBasic, restCall } from '../rest-call.ts'
import { decidePaypal, openPaypalCheckout } from './approval.ts'
import { answerPaypal } from './call.ts'
import { isGenuine } from './event.ts'
import { expressPage } from './express-page.ts'
import { failureReply, oauthFailure } from './failure.ts'
import { OPERATIONS, paypalOrders } from './operations.ts'
import { listed } from './order.ts'

/** PayPal's API, its page, and the list of its payments. Other services answer below /v1 and /v2 too. */
export const paypalRoutes = new Hono<{ Bindings: Env }>()

for (const path of ['/v1/oauth2/*', '/v1/notifications/*', '/v2/*']) {
  paypalRoutes.all(path, async (c, next) => {
    const { pathname } = new URL(c.req.url)
    const operation = findOperation(OPERATIONS, { method: c.req.method, path: pathname })
    if (!operation) return next()
    const call = await restCall(c)
    const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_WEBHOOK_ID: webhook } = c.env
    const authorization = c.req.header('authorization') ?? ''
    const isApp = isBasic(authorization, id, secret)
    if (pathname.endsWith('/token')) {
      const refusal = !isApp
        ? oauthFailure(401, 'invalid_client', 'Client Authentication failed')
        : (await c.req.text()) !== 'grant_type=client_credentials'
          ? oauthFailure(400, 'unsupported_grant_type', 'Grant Type is NULL')
          : null
      if (refusal) return sendReply(failureReply(refusal), null)
    }
    const paypalCall = {
      ...call,
      idempotencyKey: c.req.header('paypal-request-id') ?? null,
      credentials: isApp ? { app: true as const } : { token: authorization.replace(/^Bearer /, '') },
      wantsFullOrder: call.method === 'GET' || c.req.header('prefer') === 'return=representation',
      isGenuine: pathname.startsWith('/v1/notifications/') && (await isGenuine(secret, webhook, call.body)),
    }
    const { reply, fault } = await answerPaypal(paypalCall, operation, c.env.ledger)
    return sendReply(reply, fault)
  })
}

const CHOICES = [
  { choice: 'approve', label: 'Approve', effect: 'the shop’s capture goes through' },
  {
    choice: 'decline',
    label: 'Approve, but be declined',
    effect: 'the bank refuses the shop’s next capture',
  },
  { choice: 'review', label: 'Approve, and be reviewed', effect: 'the shop’s capture stays pending' },
  { choice: 'deny', label: 'Approve, and be denied', effect: 'the shop’s capture is made and denied' },
  { choice: 'cancel', label: 'Cancel', effect: 'back to the shop, without paying' },
] as const

const approval = approvalHandler({
  provider: 'PayPal',
  terms: 'from your PayPal balance or card',
  choices: CHOICES,
  read: (c) => c.req.query('token') ?? '',
  find: openPaypalCheckout,
  decide: decidePaypal,
})

paypalRoutes.get('/checkoutnow', async (c, next) => (await expressPage(c, CHOICES)) ?? approval(c, next))

// The page /stripe lists PayPal's events too.
paypalRoutes.get('/paypal', (c) =>
  c.html(providerPage('PayPal', paypalOrders(c.env.ledger.records).map(listed))),
)
