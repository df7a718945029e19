/** The eleven /api/cart calls (D1): parse, load, apply a rule, reply. */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Cart, emptyCart, isAllVirtual } from '../../../schema/cart/cart.ts'
import { type CartError, cartError, cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import {
  ADDRESS_INFORMATION,
  CART_ITEM,
  type CartItemBody,
  MISSING,
  toApiCartItem,
  toApiCartItems,
  toApiPaymentMethod,
  toApiShippingMethod,
} from '../../../schema/compat/compat-cart.api.ts'
import { type ApiTotals, toApiTotals } from '../../../schema/compat/compat-totals.api.ts'
import { paymentMethodsFor } from '../../../schema/orders/payment.ts'
import { withCart } from '../../cart/cart-access.ts'
import { issueCartId, readCartIdCookie } from '../../cart/cart-cookie.ts'
import { openCustomerCart, startCart } from '../../cart/customer-cart.ts'
import { resolveDestination } from '../../cart/totals/set-cart-destination.ts'
import { cartRatesRead, guestTotals, toTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import {
  addToCart,
  applyCouponCode,
  removeFromCart,
  setCartQty,
  updateCartSettings,
} from '../../cart/update-cart.ts'
import { enabledMethods } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { checkZip } from '../../identity/location/resolve-zip.ts'
import { zipsRead } from '../../identity/location/zip.sql.ts'
import { newQuoteId } from '../../identity/session/cart-id.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { readUserToken } from '../../identity/session/user-token.ts'
import { NOT_AUTHORIZED } from '../../identity/sign-in/customer-access.ts'
import { readTogether } from '../../platform/drizzle.sql.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'

export const cartApi = new Hono<AppEnv>()

cartApi.use(limitBody())

/** Creates a cart id. The first change creates the cart object, so that an unused id costs nothing. */
cartApi.post('/create', async (c) => {
  const { cartSecret } = c.get('config')
  if (readUserToken(c) !== '') {
    // A customer gets the number of their open cart, the same with each call.
    const customer = await getCurrentCustomer(c)
    if (!customer) return reply(c, 401, NOT_AUTHORIZED)
    const { id } = await openCustomerCart(c.env, cartSecret, customer.customerId, Date.now())
    return reply(c, 200, id)
  }
  // Only a page of the shop gets a cookie; other clients of the API store the id themselves.
  if (!isSameOrigin(c.req.raw)) return reply(c, 200, newQuoteId(cartSecret, randomBytes))
  // With `as=guest` the account is not read; the cart is merged at the next sign-in.
  const known = readCartIdCookie(c)
  const isOpen = known !== null && (await openCart(c, known)).ok
  // An open cart gets no new cookie: this reply may arrive after another reply that set the cookie of another
  // cart.
  const quoteId = isOpen ? known : c.req.query('as') === 'guest' ? issueCartId(c) : await startCart(c)
  return reply(c, 200, quoteId)
})

cartApi.get('/pull', replyFromCart(toApiCartItems))

/** Adds a line when `item_id` is absent; otherwise sets the quantity of the line. */
cartApi.post(
  '/update',
  withCart(
    async (c, { quoteId: requestedId, apiId, isFromCookie }) => {
      const item = await cartItem(c)
      if (item instanceof Response) return item
      const first = await update(c, item, requestedId)
      // When an order has closed the cart of this browser, a new line begins a new cart.
      const isClosed = !first.ok && first.code === 'cart-closed' && isFromCookie && item.item_id === null
      const quoteId = isClosed ? await startCart(c) : requestedId
      const answer = isClosed ? await update(c, item, quoteId) : first
      return answer.ok
        ? reply(c, 200, toApiCartItem(answer.line, isClosed ? quoteId : apiId))
        : refuse(c, answer)
    },
    { starts: true },
  ),
)

cartApi.post(
  '/delete',
  withCart(async (c, { quoteId }) => {
    const item = await cartItem(c)
    if (item instanceof Response) return item
    const line = { itemId: item.item_id, sku: item.sku, mutationId: mutationId(c, ['delete', item]) }
    const answer = await removeFromCart(c.env, quoteId, line, Date.now())
    return answer.ok ? reply(c, 200, true) : refuse(c, answer)
  }),
)

const replyTotals = replyFromCart((cart, _, c) => totalsOf(c, cart))
cartApi.get('/totals', replyTotals)
cartApi.post('/collect-totals', replyTotals)

cartApi.get(
  '/payment-methods',
  replyFromCart((cart, _, c) => paymentMethods(c, cart)),
)

/** Replies with a list of methods even outside of the delivery area, where they are not available. */
cartApi.post(
  '/shipping-methods',
  withCart(async (c, { quoteId }) => {
    const body = await jsonBody(c)
    if (!body) return reply(c, 400, NOT_JSON_MESSAGE)
    if (typeof body.address !== 'object' || body.address === null) return reply(c, 500, MISSING.address)
    const [cart, destination] = await Promise.all([
      openCart(c, quoteId),
      resolveDestination(c.env.DB, body.address),
    ])
    if (!cart.ok) return refuse(c, cart)
    const problem = destination.ok ? null : destination.text
    const methods = shippingMethods(isAllVirtual(cart.cart))
    return reply(
      c,
      200,
      methods.map((method) => toApiShippingMethod(method, problem)),
    )
  }),
)

cartApi.post(
  '/shipping-information',
  withCart(async (c, { quoteId }) => {
    const body = await jsonBody(c)
    if (!body) return reply(c, 400, NOT_JSON_MESSAGE)
    const parsed = v.safeParse(ADDRESS_INFORMATION, body.addressInformation)
    if (!parsed.success) return reply(c, 500, MISSING.addressInformation)
    const info = parsed.output
    // A virtual cart has no shipping address; the billing address decides its tax.
    const billing = info.billingAddress ?? info.billing_address
    const destination = await resolveDestination(
      c.env.DB,
      info.shippingAddress ?? info.shipping_address ?? billing ?? {},
      { withRates: true },
    )
    if (!destination.ok) return reply(c, 400, destination.text)
    const method = {
      carrierCode: info.shippingCarrierCode || info.shipping_carrier_code,
      methodCode: info.shippingMethodCode || info.shipping_method_code,
    }
    const hasMethod = method.carrierCode !== '' || method.methodCode !== ''
    const isKnown = shippingMethods(false).some(
      (known) => known.carrierCode === method.carrierCode && known.methodCode === method.methodCode,
    )
    if (hasMethod && !isKnown) {
      const name = `${method.carrierCode}, ${method.methodCode}`.slice(0, 100)
      return reply(c, 400, `Carrier with such method not found: ${name}`)
    }
    const settings = { shipTo: destination.shipTo, ...(hasMethod ? { shippingMethod: method } : {}) }
    const { rates, zip } = destination
    const answer = await updateCartSettings(c.env, quoteId, settings, Date.now(), { rates })
    if (!answer.ok) return refuse(c, answer)
    const { cart } = answer
    const known = guestTotals(cart, rates)
    const totals = known ? toApiTotals(cart, known, zip) : await totalsOf(c, cart)
    const { extension_attributes: extension } = totals
    return reply(c, 200, {
      payment_methods: paymentMethods(c, cart),
      totals,
      ...(extension ? { extension_attributes: extension } : {}),
    })
  }),
)

cartApi.get(
  '/coupon',
  replyFromCart((cart) => cart.coupon?.code ?? ''),
)

cartApi.post(
  '/apply-coupon',
  withCart(async (c, { quoteId }) => {
    const code = (c.req.query('coupon') ?? '').trim()
    if (code === '') return reply(c, 500, MISSING.coupon)
    if (await isRateLimited(c, 'FORM_LIMIT', 'coupon')) return reply(c, 429, TOO_MANY)
    const answer = await applyCouponCode(c.env, quoteId, code, Date.now())
    return answer.ok ? reply(c, 200, true) : refuse(c, answer)
  }),
)

cartApi.post(
  '/delete-coupon',
  withCart(async (c, { quoteId }) => {
    const answer = await updateCartSettings(c.env, quoteId, { coupon: null }, Date.now())
    return answer.ok ? reply(c, 200, true) : refuse(c, answer)
  }),
)

/** Returns a handler that replies with a value of the open cart. */
function replyFromCart(value: (cart: Cart, apiId: string, c: Context<AppEnv>) => unknown) {
  return withCart(async (c, { quoteId, apiId }) => {
    const opened = await openCart(c, quoteId)
    return opened.ok ? reply(c, 200, await value(opened.cart, apiId, c)) : refuse(c, opened)
  })
}

function update(c: Context<AppEnv>, item: CartItemBody, quoteId: string) {
  const { item_id: itemId, sku, parentSku, qty, product_option: option } = item
  const shared = { qty, mutationId: mutationId(c, ['update', item]) }
  return itemId === null
    ? addToCart(c.env, quoteId, { sku, parentSku, option, ...shared }, Date.now())
    : setCartQty(c.env, quoteId, { itemId, ...shared }, Date.now())
}

/** Returns the cart of an id, empty before its first change; an error after an order has closed it. */
async function openCart(c: Context<AppEnv>, quoteId: string): Promise<{ ok: true; cart: Cart } | CartError> {
  const cart = (await c.env.CART.getByName(quoteId).read()) ?? emptyCart(quoteId, { now: Date.now() })
  return cart.orderNumber === null ? { ok: true, cart } : cartError('cart-closed', quoteId)
}

/** Parses the item of the body; an error reply when it is missing. */
async function cartItem(c: Context<AppEnv>): Promise<CartItemBody | Response> {
  const body = await jsonBody(c)
  if (!body) return reply(c, 400, NOT_JSON_MESSAGE)
  const item = v.safeParse(CART_ITEM, body.cartItem)
  return item.success ? item.output : reply(c, 500, MISSING.cartItem)
}

/** Computes the totals and stores the total in the cart object when the destination is known. */
async function totalsOf(c: Context<AppEnv>, cart: Cart): Promise<ApiTotals> {
  const { DB } = c.env
  const { rates, zips } = await readTogether(DB, {
    rates: cartRatesRead(cart),
    zips: zipsRead([cart.shipTo?.postcode ?? '']),
  })
  const totals = computeTotals(cart, toTotalsContext(cart, rates))
  if (cart.shipTo?.regionId)
    await c.env.CART.getByName(cart.quoteId).saveReportedTotal(cart, totals.grandTotal)
  return toApiTotals(cart, totals, checkZip(cart.shipTo, zips).check)
}

function paymentMethods(c: Context<AppEnv>, cart: Cart) {
  const offered = enabledMethods(c.env)
  return paymentMethodsFor({ allVirtual: isAllVirtual(cart), offered, total: null }).map(toApiPaymentMethod)
}

/** Returns the idempotency key with a digest of the request, so that a repeated one is applied once. */
function mutationId(c: Context, request: [action: string, item: CartItemBody]): string | null {
  const id = c.req.header('Idempotency-Key') ?? ''
  if (!/^[\w-]{8,64}$/.test(id)) return null
  return `${id}#${createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 16)}`
}

function refuse(c: Context, failure: CartError): Response {
  return reply(c, failure.status, cartErrorMessage(failure))
}
