import { Hono } from 'hono'
import { type Env, ledgerOf } from '../env.ts'
import { approvalPage, expiredPage } from '../pages/approval-page.ts'
import { sendReply } from '../reply.ts'
import { isBasic, restCall } from '../rest-call.ts'
import { isAffirmCall } from './call.ts'
import { refusalReply, refuse } from './refusal.ts'
import { affirmPage } from './transactions-page.ts'

/** Affirm's API for direct checkouts and transactions, its page, and the list of its transactions. */
export const affirmRoutes = new Hono<{ Bindings: Env }>()

affirmRoutes.all('/api/*', async (c, next) => {
  const call = await restCall(c)
  if (!isAffirmCall(call.method, call.path)) return next()
  const { AFFIRM_PUBLIC_KEY: user, AFFIRM_PRIVATE_KEY: secret } = c.env
  if (!isBasic(c.req.header('authorization'), user, secret)) {
    const refusal = refuse(401, 'private-api-key-invalid', 'Please provide a valid private API key.')
    return sendReply(refusalReply(refusal), null)
  }
  const { reply, fault } = await ledgerOf(c.env).affirm(call)
  return sendReply(reply, fault)
})

const CHOICES = [
  { choice: 'approve', word: 'Take the loan', means: 'the shop authorizes and captures it' },
  {
    choice: 'risky',
    word: 'Take the loan, but be declined',
    means: 'Affirm says no when the shop authorizes',
  },
  { choice: 'decline', word: 'Be denied', means: 'Affirm gives no loan and leads back' },
  { choice: 'cancel', word: 'Go back', means: 'to the shop, without a loan' },
] as const

// The form of the real address: the merchant, then the checkout.
affirmRoutes.on('GET', ['/checkout/:merchant/new/:id', '/checkout/:merchant/new/:id/'], async (c) => {
  const id = c.req.param('id') ?? ''
  const ledger = ledgerOf(c.env)
  const choice = CHOICES.find((known) => known.choice === c.req.query('choice'))?.choice
  const back = choice ? await ledger.decideAffirm(id, choice) : null
  if (back) return c.redirect(back, 302)
  const open = await ledger.affirmCheckout(id)
  if (!open) return c.html(expiredPage('Affirm'), 410)
  return c.html(
    approvalPage({
      provider: 'Affirm',
      amount: `$${(open.amount / 100).toFixed(2)}`,
      order: open.order,
      what: 'by a loan, in monthly payments',
      query: new URL(c.req.url).searchParams,
      choices: CHOICES,
      decided: open.decided,
    }),
  )
})

affirmRoutes.get('/affirm', async (c) => c.html(affirmPage(await ledgerOf(c.env).affirmTransactions())))
