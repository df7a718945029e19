/**
 * GET /checkout/return/{method} and /checkout/cancel/{method}: where a provider's page sends the shopper back to. The
 * address says nothing that is believed: whether the payment was approved is asked of the provider. Both only go on with
 * an order of this browser's own cart, or with one whose payment the address names as only the provider could.
 */
import { type Context, Hono } from 'hono'
import { emptyDraft } from '../../schema/checkout/checkout.ts'
import { isOrderNumber, type OrderRefused, orderRefusal } from '../../schema/orders/order.ts'
import { PROVIDER_TOKEN } from '../../schema/orders/payment.ts'
import { paths } from '../../schema/paths.ts'
import { readCartIdCookie } from '../cart/cart-cookie.ts'
import type { AppEnv } from '../env.ts'
import { findQuoteOfOrder } from '../orders/order.sql.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'
import { finishCheckoutSession } from './account-from-order.ts'
import { applyRefusalToDraft, pendingHref } from './draft-request.ts'

export const paymentReturns = new Hono<AppEnv>()

/** Names under which the providers hand over what stands for the payment. */
const TOKEN_NAMES = ['checkout_token', 'orderToken', 'token']

paymentReturns.get(`${paths.paymentReturn}:method`, async (c) => {
  const back = await backOf(c)
  if (!back) return c.redirect(paths.checkout, 303)
  const { orderNumber, quoteId, token } = back
  const outcome = await c.env.CART.getByName(quoteId).returnFromProvider({ orderNumber, token })
  if (!outcome.ok) return refuse(c, quoteId, outcome)
  await finishCheckoutSession(c, quoteId)
  return c.redirect(paths.thankYou, 303)
})

paymentReturns.get(`${paths.paymentCancel}:method`, async (c) => {
  const back = await backOf(c)
  if (!back) return c.redirect(paths.checkout, 303)
  const cart = c.env.CART.getByName(back.quoteId)
  // Paid meanwhile, or nobody knows yet: the return address finds out.
  if (await cart.cancelPendingOrder()) return refuse(c, back.quoteId, orderRefusal('payment-canceled'))
  const { orderNumber, quoteId } = back
  const outcome = await cart.returnFromProvider({ orderNumber, token: null })
  return outcome.ok ? c.redirect(paths.thankYou, 303) : refuse(c, quoteId, outcome)
})

/** The order that the shopper comes back to; `null` when it is not this shopper's. */
async function backOf(c: Context<AppEnv>) {
  const orderNumber = c.req.query('order') ?? ''
  if (!isOrderNumber(orderNumber) || (await isRateLimited(c, 'FORM_LIMIT', 'payment-return'))) return null
  const quoteId = await findQuoteOfOrder(c.env.DB, orderNumber)
  if (!quoteId || quoteId !== readCartIdCookie(c)) return null
  const token =
    TOKEN_NAMES.map((name) => c.req.query(name)).find((text) => text && PROVIDER_TOKEN.test(text)) ?? null
  return { orderNumber, quoteId, token }
}

/** What stands in the way is said in the checkout, which is as the shopper left it. A payment that waits says so itself. */
async function refuse(c: Context<AppEnv>, quoteId: string, refusal: OrderRefused): Promise<Response> {
  const pending = pendingHref(refusal)
  if (pending !== null) return c.redirect(pending, 303)
  if (refusal.code !== 'payment-action') {
    const cart = c.env.CART.getByName(quoteId)
    const { draft } = await cart.readCheckout()
    await cart.saveDraft({ ...applyRefusalToDraft(draft ?? emptyDraft(), refusal), modifiedAt: Date.now() })
  }
  return c.redirect(paths.checkout, 303)
}
