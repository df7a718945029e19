/**
 * A pay-later checkout from the cart, before there is an order. What it costs is the server's cart; should the
 * order cost something else in the end, the checkout is not taken over and nothing is charged.
 */
import { isAllVirtual } from '../../../schema/cart/cart.ts'
import { cartError, cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { PAY_LATER_METHOD, paymentMethodsFor } from '../../../schema/orders/payment.ts'
import {
  buyerOf,
  type PayLaterBody,
  type PayLaterResult,
} from '../../../schema/orders/payments/afterpay/afterpay.api.ts'
import { paths } from '../../../schema/paths.ts'
import { MESSAGES } from '../../../schema/platform/forms/field.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import { validateReturnUrl } from '../../platform/http/return-url.ts'
import { redact } from '../../platform/security/log-redaction.ts'
import { cartReference, createCheckout } from './afterpay/afterpay.ts'

/** The checkout, or the words for why there is none. */
export type PayLaterCheckout =
  | { ok: true; result: PayLaterResult }
  | { ok: false; status: 400 | 503; message: string }

const OTHER_SITE = 'The address to come back to is not one of this shop.'

export async function startPayLater(
  env: Env,
  { afterpay, siteUrl }: Config,
  quoteId: string,
  body: PayLaterBody,
): Promise<PayLaterCheckout> {
  if (!afterpay) return no(ORDER_MESSAGES['payment-method'])
  const returnUrl = validateReturnUrl(siteUrl, body.redirectConfirmUrl, paths.checkout)
  const cancelUrl = validateReturnUrl(siteUrl, body.redirectCancelUrl, paths.checkout)
  if (!returnUrl || !cancelUrl) return no(OTHER_SITE)
  const { cart, draft } = await env.CART.getByName(quoteId).readCheckout()
  if (!cart || cart.lines.length === 0) return no(ORDER_MESSAGES['cart-empty'])
  if (cart.orderNumber !== null) return no(cartErrorMessage(cartError('cart-closed', quoteId)))
  const allVirtual = isAllVirtual(cart)
  const totals = computeTotals(cart, await findTotalsContext(env.DB, cart))
  const offered = new Set([PAY_LATER_METHOD])
  const payable = paymentMethodsFor({ allVirtual, offered, total: totals.grandTotal })
  const takes = totals.grandTotal > 0 && payable.some(({ code }) => code === PAY_LATER_METHOD)
  if (!takes) return no(ORDER_MESSAGES['payment-method'])
  const { email, billing, shipping } = buyerOf(body)
  const buyer = email || (draft?.personal.emailAddress ?? '')
  if (!buyer.includes('@')) return no(MESSAGES.emailAddress)
  const order = {
    email: buyer,
    totals,
    lines: cart.lines,
    billingAddress: billing ?? shipping,
    shippingAddress: allVirtual ? null : shipping,
  }
  const made = await createCheckout(afterpay, order, cartReference(quoteId), { returnUrl, cancelUrl })
  if (made.ok) return { ok: true, result: { afterpay_token: made.token, redirect_url: made.redirectUrl } }
  console.error('no pay-later checkout', redact(made.detail))
  return { ok: false, status: 503, message: ORDER_MESSAGES['payment-unavailable'] }
}

function no(message: string): PayLaterCheckout {
  return { ok: false, status: 400, message }
}
