import { Hono } from 'hono'
import { type Env, ledgerOf } from '../env.ts'
import { approvalPage, expiredPage } from '../pages/approval-page.ts'
import { sendReply } from '../reply.ts'
import { isBasic, restCall } from '../rest-call.ts'
import { isAfterpayCall } from './call.ts'
import { afterpayPage } from './payments-page.ts'
import { refusalReply, refuse } from './refusal.ts'

/** Afterpay's API v2, its page, and the list of its payments. What is not its own below /v2 is left to others. */
export const afterpayRoutes = new Hono<{ Bindings: Env }>()

afterpayRoutes.all('/v2/*', async (c, next) => {
  const call = await restCall(c)
  if (!isAfterpayCall(call.method, call.path)) return next()
  if (!c.req.header('user-agent')) {
    return sendReply(refusalReply(refuse(403, 'forbidden', 'A User-Agent header is required.')), null)
  }
  const { AFTERPAY_MERCHANT_ID: merchant, AFTERPAY_SECRET_KEY: secret } = c.env
  if (!isBasic(c.req.header('authorization'), merchant, secret)) {
    const refusal = refuse(401, 'unauthorized', 'Credentials are required to access this resource.')
    return sendReply(refusalReply(refusal), null)
  }
  const { reply, fault } = await ledgerOf(c.env).afterpay(call)
  return sendReply(reply, fault)
})

const CHOICES = [
  { choice: 'approve', word: 'Pay', means: 'the shop’s capture goes through' },
  { choice: 'decline', word: 'Pay, but be declined', means: 'Afterpay says no when the shop captures' },
  { choice: 'cancel', word: 'Go back', means: 'to the shop, without paying' },
] as const

// The address of the real page, below the portal of the United States.
afterpayRoutes.on('GET', ['/us/checkout', '/us/checkout/'], async (c) => {
  const { token = '', choice: chosen } = c.req.query()
  const ledger = ledgerOf(c.env)
  const choice = CHOICES.find((known) => known.choice === chosen)?.choice
  const back = choice ? await ledger.decideAfterpay(token, choice) : null
  if (back) return c.redirect(back, 302)
  const open = await ledger.afterpayCheckout(token)
  if (!open) return c.html(expiredPage('Afterpay'), 410)
  return c.html(
    approvalPage({
      provider: 'Afterpay',
      amount: `$${open.amount}`,
      order: open.order,
      what: 'in 4 payments, one every two weeks',
      query: new URL(c.req.url).searchParams,
      choices: CHOICES,
      decided: open.decided,
    }),
  )
})

afterpayRoutes.get('/afterpay', async (c) => c.html(afterpayPage(await ledgerOf(c.env).afterpayPayments())))
