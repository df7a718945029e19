import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { approvalHandler } from '../pages/approval-page.ts'
import { providerPage } from '../pages/provider-page.ts'
import { sendReply } from '../reply.ts'
import { findOperation, isBasic, restCall } from '../rest-call.ts'
import { decideAfterpay, openAfterpayCheckout } from './approval.ts'
import { answerAfterpay } from './call.ts'
import { afterpayPayments, OPERATIONS } from './operations.ts'
import { listed } from './payment.ts'
import { refusalReply, refuse } from './refusal.ts'

/** Afterpay's API v2, its page, and the list of its payments. Other services answer below /v2 too. */
export const afterpayRoutes = new Hono<{ Bindings: Env }>()

afterpayRoutes.all('/v2/*', async (c, next) => {
  const call = await restCall(c)
  const operation = findOperation(OPERATIONS, call)
  if (!operation) return next()
  if (!c.req.header('user-agent')) {
    return sendReply(refusalReply(refuse(403, 'forbidden', 'A User-Agent header is required.')), null)
  }
  const { AFTERPAY_MERCHANT_ID: merchant, AFTERPAY_SECRET_KEY: secret } = c.env
  if (!isBasic(c.req.header('authorization'), merchant, secret)) {
    const refusal = refuse(401, 'unauthorized', 'Credentials are required to access this resource.')
    return sendReply(refusalReply(refusal), null)
  }
  const { reply, fault } = await answerAfterpay(call, operation, c.env.ledger)
  return sendReply(reply, fault)
})

const CHOICES = [
  { choice: 'approve', label: 'Pay', effect: 'the shop’s capture goes through' },
  { choice: 'decline', label: 'Pay, but be declined', effect: 'Afterpay says no when the shop captures' },
  { choice: 'cancel', label: 'Go back', effect: 'to the shop, without paying' },
] as const

// The address of the real page in the United States.
afterpayRoutes.on(
  'GET',
  ['/us/checkout', '/us/checkout/'],
  approvalHandler({
    provider: 'Afterpay',
    terms: 'in 4 payments, one every two weeks',
    choices: CHOICES,
    read: (c) => c.req.query('token') ?? '',
    find: openAfterpayCheckout,
    decide: decideAfterpay,
  }),
)

afterpayRoutes.get('/afterpay', (c) =>
  c.html(providerPage('Afterpay', afterpayPayments(c.env.ledger.records).map(listed))),
)
