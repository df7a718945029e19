/**
 * GET /checkout/express/return: the shopper comes back from PayPal's page and the order is placed (H13h). The address
 * of the request only names the payment: approval, buyer and amount are read from PayPal, and the payment must belong to
 * this browser's cart. A repeated visit finds the placed order.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { emptyDraft } from '../../../schema/checkout/checkout.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { WALLET_METHOD } from '../../../schema/orders/payment.ts'
import { WALLET_TOKEN } from '../../../schema/orders/payments/paypal/paypal.api.ts'
import { walletCents } from '../../../schema/orders/purchase-unit.ts'
import { paths } from '../../../schema/paths.ts'
import { readCartIdCookie } from '../../cart/cart-cookie.ts'
import type { AppEnv } from '../../env.ts'
import { readExpressCheckout, walletReference } from '../../orders/payments/paypal/paypal-checkout.ts'
import { toWalletBuyer } from '../../orders/payments/paypal/paypal-order.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { saveDraft } from '../checkout-draft.ts'
import { pendingHref } from '../draft-request.ts'
import { EXPRESS_RETURN_PATH } from './express.form.ts'
import { placeExpressOrder } from './express-order.ts'

export const expressReturn = new Hono<AppEnv>()

expressReturn.get(EXPRESS_RETURN_PATH, async (c) => {
  const { paypal } = c.get('config')
  const token = c.req.query('token')
  const quoteId = readCartIdCookie(c)
  if (!paypal || quoteId === null || !v.is(WALLET_TOKEN, token)) return c.redirect(paths.cart, 303)
  if (await isRateLimited(c, 'FORM_LIMIT', 'payment-return')) return c.redirect(paths.checkout, 303)
  const payment = await readExpressCheckout(paypal, token)
  const [unit] = payment?.purchase_units ?? []
  if (unit && unit.reference_id !== walletReference(quoteId)) return c.redirect(paths.cart, 303)
  const isApproved = payment !== null && (payment.status === 'APPROVED' || payment.status === 'COMPLETED')
  const shownTotal = walletCents(unit?.amount.value ?? '')
  if (!isApproved || shownTotal === null) {
    // Without PayPal's answer the payment stays approved and uncharged, so a reload of this address tries again.
    const code = payment === null ? 'payment-unavailable' : 'payment-canceled'
    const { draft } = await c.env.CART.getByName(quoteId).readCheckout()
    await saveDraft(c.env, quoteId, { ...(draft ?? emptyDraft()), notice: ORDER_MESSAGES[code] }, Date.now())
    return c.redirect(paths.checkout, 303)
  }
  const buyer = toWalletBuyer(payment)
  const order = { quoteId, buyer, paymentMethod: WALLET_METHOD, token, shownTotal }
  const outcome = await placeExpressOrder(c, order)
  if (outcome.ok) return c.redirect(paths.thankYou, 303)
  return c.redirect(pendingHref(outcome) ?? paths.checkout, 303)
})
