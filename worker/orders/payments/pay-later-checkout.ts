/**
 * An Afterpay checkout from the cart, before there is an order. Its amount comes from the server's cart; if
 * the order's total differs later, the order does not take over the checkout and nothing is charged.
 */
import { isAllVirtual } from '../../../schema/cart/cart.ts'
import { cartError, cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { PAY_LATER_METHOD, paymentMethodsFor } from '../../../schema/orders/payment.ts'
import {
  type PayLaterBody,
  type PayLaterResult,
  parseBuyer,
} from '../../../schema/orders/payments/afterpay/afterpay.api.ts'
import { paths } from '../../../schema/paths.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import { validateReturnUrl } from '../../platform/http/return-url.ts'
import { redact } from '../../platform/security/log-redaction.ts'
import { cartReference, createCheckout } from './afterpay/afterpay.ts'

/** The checkout, or the message of a refusal. */
export type PayLaterCheckout =
  | { ok: true; result: PayLaterResult }
  | { ok: false; status: 400 | 503; message: string }

const OTHER_SITE_MESSAGE = 'The address to come back to is not one of this shop.'

/** Begins an Afterpay checkout for a cart. */
export async function startPayLater(
  env: Env,
  { afterpay, siteUrl }: Config,
  quoteId: string,
  body: PayLaterBody,
): Promise<PayLaterCheckout> {
  if (!afterpay) return refuse(ORDER_MESSAGES['payment-method'])
  const returnUrl = validateReturnUrl(siteUrl, body.redirectConfirmUrl, paths.checkout)
  const cancelUrl = validateReturnUrl(siteUrl, body.redirectCancelUrl, paths.checkout)
  if (!returnUrl || !cancelUrl) return refuse(OTHER_SITE_MESSAGE)
  const { cart, draft } = await env.CART.getByName(quoteId).readCheckout()
  if (!cart || cart.lines.length === 0) return refuse(ORDER_MESSAGES['cart-empty'])
  if (cart.orderNumber !== null) return refuse(cartErrorMessage(cartError('cart-closed', quoteId)))
  const allVirtual = isAllVirtual(cart)
  const totals = computeTotals(cart, await findTotalsContext(env.DB, cart))
  const offered = new Set([PAY_LATER_METHOD])
  const payable = paymentMethodsFor({ allVirtual, offered, total: totals.grandTotal })
  const isPayable = totals.grandTotal > 0 && payable.some(({ code }) => code === PAY_LATER_METHOD)
  if (!isPayable) return refuse(ORDER_MESSAGES['payment-method'])
  const { email, billing, shipping } = parseBuyer(body)
  const buyerEmail = email || (draft?.personal.emailAddress ?? '')
  if (!buyerEmail.includes('@')) return refuse(FIELD_MESSAGES.emailAddress)
  const order = {
    email: buyerEmail,
    totals,
    lines: cart.lines,
    billingAddress: billing ?? shipping,
    shippingAddress: allVirtual ? null : shipping,
  }
  const created = await createCheckout(afterpay, order, cartReference(quoteId), { returnUrl, cancelUrl })
  if (created.ok) {
    return { ok: true, result: { afterpay_token: created.token, redirect_url: created.redirectUrl } }
  }
  console.error('no pay-later checkout', redact(created.detail))
  return { ok: false, status: 503, message: ORDER_MESSAGES['payment-unavailable'] }
}

function refuse(message: string): PayLaterCheckout {
  return { ok: false, status: 400, message }
}
