/**
 * POST /webhooks/paypal-shipping: PayPal asks for the total at the address that a shopper has chosen on its page (H13h).
 * The answer only computes: nothing is stored, and the order later validates the address and the amount again.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { isAllVirtual } from '../../../schema/cart/cart.ts'
import { PAYPAL_SHIPPING_BODY, type PaypalIssue } from '../../../schema/checkout/express/express.api.ts'
import { amountWithHandling, walletMoney } from '../../../schema/orders/purchase-unit.ts'
import type { AppEnv } from '../../env.ts'
import { walletReference } from '../../orders/payments/paypal/paypal-checkout.ts'
import { jsonBody, limitBody } from '../../platform/http/json-body.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { quoteExpress } from './express-quote.ts'
import { openSealedCart } from './sealed-cart.ts'

const BODY_MAX = 65_536

export const paypalShipping = new Hono<AppEnv>()

paypalShipping.post('/', limitBody(BODY_MAX), async (c) => {
  const { cartSecret } = c.get('config')
  const body = v.safeParse(PAYPAL_SHIPPING_BODY, await jsonBody(c))
  const quoteId = await openSealedCart(cartSecret, c.req.query('cart') ?? '')
  const refuse = (issue: PaypalIssue) =>
    c.json({ name: 'UNPROCESSABLE_ENTITY' as const, details: [{ issue }] as const }, 422)
  if (!body.success || quoteId === null) return refuse('STORE_UNAVAILABLE')
  // Counted per cart: all callbacks come from PayPal's own network.
  const reference = walletReference(quoteId)
  if (await isRateLimited(c, 'EVENT_LIMIT', 'paypal-shipping', reference)) return refuse('STORE_UNAVAILABLE')
  const cart = await c.env.CART.getByName(quoteId).read()
  if (!cart || cart.orderNumber !== null || cart.lines.length === 0 || isAllVirtual(cart)) {
    return refuse('STORE_UNAVAILABLE')
  }
  const { id, shipping_address: address } = body.output
  const destination = {
    city: address.admin_area_2,
    state: address.admin_area_1,
    postalCode: address.postal_code,
    country: address.country_code,
  }
  const quoted = await quoteExpress(c.env.DB, cart, destination, Date.now())
  if (!quoted.ok) return refuse(quoted.issue)
  const { shipping } = quoted.quote
  const option = {
    id: shipping.id,
    label: `${shipping.title}. ${shipping.promise}`,
    type: 'SHIPPING' as const,
    selected: true,
    amount: walletMoney(shipping.amount),
  }
  const amount = amountWithHandling(quoted.totals)
  return c.json({ id, purchase_units: [{ reference_id: reference, amount, shipping_options: [option] }] })
})
