/**
 * A PayPal checkout from the cart, before there is an order. Its amount comes from the server's cart alone.
 * Tax and fees are an estimate until the address is known; the order updates them before the capture
 * (paypal/paypal.ts).
 */
import { type Cart, isAllVirtual } from '../../../schema/cart/cart.ts'
import { cartError, cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { computeTotals, type Totals } from '../../../schema/cart/totals/totals.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { paymentMethodsFor, WALLET_METHOD } from '../../../schema/orders/payment.ts'
import {
  type ExpressCheckoutBody,
  parseUnitAddress,
} from '../../../schema/orders/payments/paypal/paypal.api.ts'
import { purchaseUnit } from '../../../schema/orders/purchase-unit.ts'
import { paths } from '../../../schema/paths.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import { validateReturnUrl } from '../../platform/http/return-url.ts'
import {
  beginExpressCheckout,
  toExperienceContext,
  toExpressContext,
  walletReference,
} from './paypal/paypal-checkout.ts'

/** The token, or the message of a refusal. */
export type ExpressCheckout = { ok: true; token: string } | { ok: false; message: string }

const OTHER_SITE_MESSAGE = 'The address to come back to is not one of this shop.'

/** Begins a PayPal checkout for a cart. */
export async function startExpressCheckout(
  env: Env,
  config: Config,
  quoteId: string,
  body: ExpressCheckoutBody,
): Promise<ExpressCheckout> {
  const { paypal, siteUrl } = config
  if (!paypal) return refuse(ORDER_MESSAGES['payment-method'])
  const returnUrl = validateReturnUrl(siteUrl, body.return_url, paths.checkout)
  const cancelUrl = validateReturnUrl(siteUrl, body.cancel_url, paths.checkout)
  if (!returnUrl || !cancelUrl) return refuse(OTHER_SITE_MESSAGE)
  const payable = await readPayableCart(env, quoteId)
  if (!payable.ok) return payable
  const { cart, totals } = payable
  const allVirtual = isAllVirtual(cart)
  const unit = purchaseUnit({
    referenceId: walletReference(quoteId),
    orderNumber: null,
    lines: cart.lines,
    totals,
    address: allVirtual ? null : parseUnitAddress(body),
  })
  const begun = await beginExpressCheckout(paypal, {
    unit,
    experience: toExperienceContext({ unit, isShipped: !allVirtual, isFinal: false, returnUrl, cancelUrl }),
    email: body.email.includes('@') ? body.email : null,
    requestId: crypto.randomUUID(),
  })
  return begun === null ? refuse(ORDER_MESSAGES['payment-unavailable']) : { ok: true, token: begun.id }
}

/** Reads a cart with its totals; the message of a refusal when PayPal cannot pay the cart. */
async function readPayableCart(
  env: Env,
  quoteId: string,
): Promise<{ ok: true; cart: Cart; totals: Totals } | { ok: false; message: string }> {
  const cart = await env.CART.getByName(quoteId).read()
  if (!cart || cart.lines.length === 0) return refuse(ORDER_MESSAGES['cart-empty'])
  if (cart.orderNumber !== null) return refuse(cartErrorMessage(cartError('cart-closed', quoteId)))
  const totals = computeTotals(cart, await findTotalsContext(env.DB, cart))
  const methods = paymentMethodsFor({
    allVirtual: isAllVirtual(cart),
    offered: new Set([WALLET_METHOD]),
    total: totals.grandTotal,
  })
  const isPayable = totals.grandTotal > 0 && methods.some(({ code }) => code === WALLET_METHOD)
  return isPayable ? { ok: true, cart, totals } : refuse(ORDER_MESSAGES['payment-method'])
}

/**
 * Begins an express payment at PayPal (H13h) and returns the address of PayPal's page, on which the shopper chooses the
 * address. `callbackUrl` answers with the total at an address.
 */
export async function startExpressPayment(
  env: Env,
  paypal: NonNullable<Config['paypal']>,
  quoteId: string,
  urls: { callbackUrl: string; returnUrl: string; cancelUrl: string },
): Promise<{ ok: true; page: string } | { ok: false; message: string }> {
  const payable = await readPayableCart(env, quoteId)
  if (!payable.ok) return payable
  const { cart, totals } = payable
  if (isAllVirtual(cart)) return refuse(ORDER_MESSAGES['payment-method'])
  const begun = await beginExpressCheckout(paypal, {
    unit: purchaseUnit({
      referenceId: walletReference(quoteId),
      orderNumber: null,
      lines: cart.lines,
      totals,
      address: null,
      feesAs: 'handling',
    }),
    experience: toExpressContext(urls),
    email: null,
    requestId: crypto.randomUUID(),
  })
  const page = begun?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  return page === undefined ? refuse(ORDER_MESSAGES['payment-unavailable']) : { ok: true, page }
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
