import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { approvalHandler } from '../pages/approval-page.ts'
import { providerPage } from '../pages/provider-page.ts'
import { sendReply } from '../reply.ts'
import { findOperation, isBasic, restCall } from '../rest-call.ts'
import { decideAffirm, openAffirmCheckout } from './approval.ts'
import { answerAffirm } from './call.ts'
import { affirmTransactions, OPERATIONS } from './operations.ts'
import { refusalReply, refuse } from './refusal.ts'
import { listed } from './transaction.ts'

/** Affirm's API for direct checkouts and transactions, its page, and the list of its transactions. */
export const affirmRoutes = new Hono<{ Bindings: Env }>()

affirmRoutes.all('/api/*', async (c, next) => {
  const call = await restCall(c)
  const operation = findOperation(OPERATIONS, call)
  if (!operation) return next()
  const { AFFIRM_PUBLIC_KEY: user, AFFIRM_PRIVATE_KEY: secret } = c.env
  if (!isBasic(c.req.header('authorization'), user, secret)) {
    const refusal = refuse(401, 'private-api-key-invalid', 'Please provide a valid private API key.')
    return sendReply(refusalReply(refusal), null)
  }
  const { reply, fault } = await answerAffirm(call, operation, c.env.ledger)
  return sendReply(reply, fault)
})

const CHOICES = [
  { choice: 'approve', label: 'Take the loan', effect: 'the shop authorizes and captures it' },
  {
    choice: 'risky',
    label: 'Take the loan, but be declined',
    effect: 'Affirm says no when the shop authorizes',
  },
  { choice: 'decline', label: 'Be denied', effect: 'Affirm gives no loan and leads back' },
  { choice: 'cancel', label: 'Go back', effect: 'to the shop, without a loan' },
] as const

// The real address has this form: the merchant, then the checkout.
affirmRoutes.on(
  'GET',
  ['/checkout/:merchant/new/:id', '/checkout/:merchant/new/:id/'],
  approvalHandler({
    provider: 'Affirm',
    terms: 'by a loan, in monthly payments',
    choices: CHOICES,
    read: (c) => c.req.param('id') ?? '',
    find: openAffirmCheckout,
    decide: decideAffirm,
  }),
)

affirmRoutes.get('/affirm', (c) =>
  c.html(providerPage('Affirm', affirmTransactions(c.env.ledger.records).map(listed))),
)
