/**
 * The wallet's checkout from the cart: what it costs is the server's cart and nothing else. Tax and fees are
 * an estimate until the address is known; the order sets them right before it takes the money (gateways/paypal.ts).
 */
import { isAllVirtual } from '../../../schema/cart/cart.ts'
import { cartError, cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { paymentMethodsFor, WALLET_METHOD } from '../../../schema/orders/payment.ts'
import { addressOfUnit, type ExpressCheckoutBody } from '../../../schema/orders/payments/paypal/paypal.api.ts'
import { purchaseUnit } from '../../../schema/orders/purchase-unit.ts'
import { paths } from '../../../schema/paths.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import { validateReturnUrl } from '../../platform/http/return-url.ts'
import { beginExpressCheckout, toExperienceContext, walletMark } from './paypal/paypal-checkout.ts'

/** The token, or the words for why there is none. */
export type ExpressCheckout = { ok: true; token: string } | { ok: false; message: string }

const OTHER_SITE = 'The address to come back to is not one of this shop.'

export async function startExpressCheckout(
  env: Env,
  config: Config,
  quoteId: string,
  body: ExpressCheckoutBody,
): Promise<ExpressCheckout> {
  const { paypal, siteUrl } = config
  if (!paypal) return no(ORDER_MESSAGES['payment-method'])
  const returnUrl = validateReturnUrl(siteUrl, body.return_url, paths.checkout)
  const cancelUrl = validateReturnUrl(siteUrl, body.cancel_url, paths.checkout)
  if (!returnUrl || !cancelUrl) return no(OTHER_SITE)
  const cart = await env.CART.getByName(quoteId).read()
  if (!cart || cart.lines.length === 0) return no(ORDER_MESSAGES['cart-empty'])
  if (cart.orderNumber !== null) return no(cartErrorMessage(cartError('cart-closed', quoteId)))
  const allVirtual = isAllVirtual(cart)
  const totals = computeTotals(cart, await findTotalsContext(env.DB, cart))
  const offered = new Set([WALLET_METHOD])
  const payable = paymentMethodsFor({ allVirtual, offered, total: totals.grandTotal })
  // A total of zero has nothing that a wallet could take.
  const takes = totals.grandTotal > 0 && payable.some(({ code }) => code === WALLET_METHOD)
  if (!takes) return no(ORDER_MESSAGES['payment-method'])
  const address = allVirtual ? null : addressOfUnit(body)
  const { lines } = cart
  const unit = purchaseUnit({
    referenceId: walletMark(quoteId),
    orderNumber: null,
    lines,
    totals,
    address,
  })
  const token = await beginExpressCheckout(paypal, {
    unit,
    experience: toExperienceContext({ unit, isShipped: !allVirtual, isFinal: false, returnUrl, cancelUrl }),
    email: body.email.includes('@') ? body.email : null,
    requestId: crypto.randomUUID(),
  })
  return token === null ? no(ORDER_MESSAGES['payment-unavailable']) : { ok: true, token }
}

function no(message: string): ExpressCheckout {
  return { ok: false, message }
}
