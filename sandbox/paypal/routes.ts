import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { approvalHandler } from '../pages/approval-page.ts'
import { providerPage } from '../pages/provider-page.ts'
import { sendReply } from '../reply.ts'
import { findOperation, isBasic, restCall } from '../rest-call.ts'
import { decidePaypal, openPaypalCheckout } from './approval.ts'
import { answerPaypal } from './call.ts'
import { isGenuine } from './event.ts'
import { failureReply, oauthFailure } from './failure.ts'
import { OPERATIONS, paypalOrders } from './operations.ts'
import { listed } from './order.ts'

/** PayPal's API, its page, and the list of its payments. What is not its own below /v1 and /v2 is left to others. */
export const paypalRoutes = new Hono<{ Bindings: Env }>()

for (const below of ['/v1/oauth2/*', '/v1/notifications/*', '/v2/*']) {
  paypalRoutes.all(below, async (c, next) => {
    const path = new URL(c.req.url).pathname
    const operation = findOperation(OPERATIONS, { method: c.req.method, path })
    if (!operation) return next()
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
    const asked = {
      ...call,
      idempotencyKey: c.req.header('paypal-request-id') ?? null,
      by: isApp ? { app: true as const } : { token: authorization.replace(/^Bearer /, '') },
      isWhole: call.method === 'GET' || c.req.header('prefer') === 'return=representation',
      isGenuine: path.startsWith('/v1/notifications/') && (await isGenuine(secret, webhook, call.body)),
    }
    const { reply, fault } = await answerPaypal(asked, operation, c.env.ledger)
    return sendReply(reply, fault)
  })
}

const CHOICES = [
  { choice: 'approve', word: 'Approve', means: 'the shop’s capture goes through' },
  { choice: 'decline', word: 'Approve, but be declined', means: 'the bank refuses the shop’s next capture' },
  { choice: 'review', word: 'Approve, and be reviewed', means: 'the shop’s capture stays pending' },
  { choice: 'deny', word: 'Approve, and be denied', means: 'the shop’s capture is made and denied' },
  { choice: 'cancel', word: 'Cancel', means: 'back to the shop, without paying' },
] as const

paypalRoutes.get(
  '/checkoutnow',
  approvalHandler({
    provider: 'PayPal',
    what: 'from your PayPal balance or card',
    choices: CHOICES,
    read: (c) => c.req.query('token') ?? '',
    find: openPaypalCheckout,
    decide: decidePaypal,
  }),
)

// Its events stand with Stripe's on /stripe.
paypalRoutes.get('/paypal', (c) =>
  c.html(providerPage('PayPal', paypalOrders(c.env.ledger.records).map(listed))),
)
