/**
 * GET /checkout/return/{method} and /checkout/cancel/{method}: the pages to which a provider's page redirects the
 * shopper. The URL is not trusted: whether the payment was approved is read from the provider. Both pages continue only
 * an order of this browser's own cart.
 */
import { type Context, Hono } from 'hono'
import { emptyDraft } from '../../schema/checkout/checkout.ts'
import { isOrderNumber, type OrderRefused, orderRefusal } from '../../schema/orders/order.ts'
import { paths } from '../../schema/paths.ts'
import { readCartIdCookie } from '../cart/cart-cookie.ts'
import type { AppEnv } from '../env.ts'
import { findQuoteId } from '../orders/order.sql.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'
import { finishCheckoutSession } from './account-from-order.ts'
import { saveDraft } from './checkout-draft.ts'
import { applyRefusalToDraft, pendingHref } from './draft-request.ts'
import { readProviderToken } from './provider-token.ts'

export const paymentReturns = new Hono<AppEnv>()

paymentReturns.get(`${paths.paymentReturn}:method`, async (c) => {
  const returned = await readReturn(c)
  if (!returned) return c.redirect(paths.checkout, 303)
  const { orderNumber, quoteId, token } = returned
  const outcome = await c.env.CART.getByName(quoteId).returnFromProvider({ orderNumber, token })
  if (!outcome.ok) return refuse(c, quoteId, outcome)
  await finishCheckoutSession(c, quoteId)
  return c.redirect(paths.thankYou, 303)
})

paymentReturns.get(`${paths.paymentCancel}:method`, async (c) => {
  const returned = await readReturn(c)
  if (!returned) return c.redirect(paths.checkout, 303)
  const { orderNumber, quoteId } = returned
  const cart = c.env.CART.getByName(quoteId)
  if (await cart.cancelPendingOrder()) return refuse(c, quoteId, orderRefusal('payment-canceled'))
  // The payment was made meanwhile or is still unknown: it is read at the provider as after a return.
  const outcome = await cart.returnFromProvider({ orderNumber, token: null })
  return outcome.ok ? c.redirect(paths.thankYou, 303) : refuse(c, quoteId, outcome)
})

/** Reads the order to which the shopper returns; `null` when the order is not of this browser's cart. */
async function readReturn(c: Context<AppEnv>) {
  const orderNumber = c.req.query('order') ?? ''
  if (!isOrderNumber(orderNumber) || (await isRateLimited(c, 'FORM_LIMIT', 'payment-return'))) return null
  const quoteId = await findQuoteId(c.env.DB, orderNumber)
  if (!quoteId || quoteId !== readCartIdCookie(c)) return null
  return { orderNumber, quoteId, token: readProviderToken(c) }
}

/** Redirects to the checkout, which shows the refusal and the stored draft. A pending payment has its own notice. */
async function refuse(c: Context<AppEnv>, quoteId: string, refusal: OrderRefused): Promise<Response> {
  const pending = pendingHref(refusal)
  if (pending !== null) return c.redirect(pending, 303)
  if (refusal.code !== 'payment-action') {
    const { draft } = await c.env.CART.getByName(quoteId).readCheckout()
    await saveDraft(c.env, quoteId, applyRefusalToDraft(draft ?? emptyDraft(), refusal), Date.now())
  }
  return c.redirect(paths.checkout, 303)
}
