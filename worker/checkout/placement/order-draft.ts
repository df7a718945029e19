/**
 * Step 1 of placing an order: the cart is brought in line with the catalog, addresses and methods are validated, the
 * totals computed. Whatever changed is stored in the cart and answered to the shopper; nothing is charged.
 */
import { type Cart, isAllVirtual, removeCoupon, setSettings, subtotalOf } from '../../../schema/cart/cart.ts'
import { cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { couponRefusal, termsOf } from '../../../schema/cart/coupon/coupon.ts'
import { sizeFailure } from '../../../schema/cart/order-size.ts'
import { shippingKey, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import { validatePersonal } from '../../../schema/checkout/checkout.ts'
import {
  allowedStateCodes,
  findRegion,
  fromWireAddress,
  toShipTo,
  toWireAddress,
  type UsRegion,
  type WireAddress,
} from '../../../schema/identity/location/address.ts'
import { validateAddress } from '../../../schema/identity/location/address-details.ts'
import { deliveryError } from '../../../schema/identity/location/delivery-area.ts'
import {
  encodeOrderNumber,
  ORDER_NUMBER_BYTES,
  type OrderDraft,
  type OrderRefused,
  orderRefusal,
  type PlaceOrderRequest,
  totalChanged,
} from '../../../schema/orders/order.ts'
import { CASH_METHOD, paymentMethodsFor } from '../../../schema/orders/payment.ts'
import { type FieldErrors, hasErrors, MESSAGES } from '../../../schema/platform/forms/field.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { arrivalDate } from '../../../schema/platform/shop-calendar.ts'
import { findCoupon } from '../../cart/coupon/coupon.sql.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import { enabledMethods, orderTires } from '../../config.ts'
import { allRegions } from '../../identity/location/region.sql.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { resolveAddress, shippingErrors } from '../validate-address.ts'
import type { Attempt } from './order-attempt.sql.ts'
import { orderDigest } from './order-digest.ts'
import type { JournalContext } from './order-journal-context.ts'
import {
  findStockShortages,
  namesTooMuch,
  orderLines,
  readOrderCatalog,
  repriceLines,
  syncLines,
} from './order-lines.ts'

export type Drafted =
  | { ok: true; draft: OrderDraft; couponLimits: Attempt['couponLimits'] }
  | { ok: false; refusal: OrderRefused }

/** Drafts the order of this cart. Throws when D1 does not answer: nothing has happened then. */
export async function draftOrder(ctx: JournalContext, request: PlaceOrderRequest): Promise<Drafted> {
  const db = ctx.env.DB
  const now = ctx.now()
  const stored = ctx.readCart()
  if (!stored) return no(orderRefusal('cart-unknown'))
  if (request.lines && namesTooMuch(stored, request.lines)) return no(orderRefusal('order-too-large'))
  const synced = request.lines ? await syncLines(db, stored, request.lines, now) : stored
  if (!synced) return no(orderRefusal('out-of-stock'))
  let cart = synced
  if (cart.lines.length === 0) return no(orderRefusal('cart-empty'))
  const tooLarge = sizeFailure(cart.lines, orderTires(ctx.env))
  if (tooLarge) return no(orderRefusal('order-too-large', { message: cartErrorMessage(tooLarge) }))

  const catalog = await readOrderCatalog(db, cart.lines)
  const repriced = repriceLines(cart, catalog, now)
  cart = repriced.cart
  if (cart !== stored) ctx.saveCart(cart)
  if (repriced.changes.length > 0) return no(orderRefusal('price-changed', { changes: repriced.changes }))
  const short = findStockShortages(cart.lines, catalog.stock)
  if (short.length > 0) return no(orderRefusal('out-of-stock', { changes: short }))

  const place = await validateAddresses(db, cart, request)
  if (!place.ok) return place
  const methods = chooseShipping(cart, request)
  if (!methods.ok) return methods
  const coupon = await validateCoupon(ctx, cart, now)
  if (!coupon.ok) return coupon

  const shown = cart
  const { carrierCode = '', methodCode = '' } = methods.shipping ?? {}
  cart = setSettings(
    cart,
    {
      shipTo: place.shipTo,
      paymentMethod: request.paymentMethod,
      shippingMethod: methods.shipping ? { carrierCode, methodCode } : null,
    },
    { now },
  )
  if (cart !== shown) ctx.saveCart(cart)
  const totals = computeTotals(cart, await findTotalsContext(db, cart))
  const before = request.shownTotal ?? ctx.answeredTotal(cart) ?? (await totalElsewhere(db, shown, cart))
  if (before !== null && before !== totals.grandTotal) {
    ctx.noteTotal(cart, totals.grandTotal)
    return no(totalChanged(before, totals.grandTotal))
  }
  const unpayable = validatePaymentMethod(ctx, cart, request, totals.grandTotal)
  if (unpayable) return no(unpayable)
  const draft: OrderDraft = {
    orderNumber: encodeOrderNumber(ctx.random(ORDER_NUMBER_BYTES)),
    quoteId: cart.quoteId,
    customerId: cart.customerId,
    email: request.email.trim().toLowerCase(),
    lines: orderLines(cart.lines, totals, catalog.products),
    totals,
    couponCode: totals.couponCode,
    billingAddress: place.billing,
    shippingAddress: place.shipping,
    paymentMethod: request.paymentMethod,
    shippingMethod: methods.shipping ? shippingKey(methods.shipping) : null,
    arrivesOn: place.shipping ? arrivalDate(now) : null,
    marketing: request.marketing,
    ...(request.cardHolder ? { cardHolder: request.cardHolder } : {}),
    payloadHash: orderDigest(request),
    placedAt: now,
  }
  return { ok: true, draft, couponLimits: coupon.limits }
}

/** The total that another state's tax and fees made of the cart, if that is what its shopper saw last. */
async function totalElsewhere(db: D1Database, shown: Cart, now: Cart): Promise<Cents | null> {
  if (!shown.shipTo?.regionId || shown.shipTo.regionId === now.shipTo?.regionId) return null
  return computeTotals(shown, await findTotalsContext(db, shown)).grandTotal
}

function no(refusal: OrderRefused): { ok: false; refusal: OrderRefused } {
  return { ok: false, refusal }
}

/** Validates the fields of both addresses, their ZIP codes against their states, and whether the shop delivers there (D10). */
async function validateAddresses(db: D1Database, cart: Cart, request: PlaceOrderRequest) {
  const shipped = isAllVirtual(cart) ? null : request.shippingAddress
  if (!isAllVirtual(cart) && !shipped) return no(orderRefusal('address-invalid'))
  const regions = await allRegions(db)
  const [billing, shipping] = await Promise.all([
    resolveWireAddress(db, request.billingAddress, regions),
    shipped ? resolveWireAddress(db, shipped, regions) : null,
  ])
  if (shipping) {
    const { details, region, wire } = shipping
    const problem = deliveryError(
      {
        countryId: wire.countryId,
        regionId: wire.regionId,
        regionCode: region?.code ?? wire.regionCode,
        state: details.state,
        postcode: details.zipCode,
      },
      allowedStateCodes(regions),
    )
    if (problem) return no(orderRefusal('delivery-refused', { message: problem }))
  }
  const fields = {
    personal: validatePersonal({
      firstName: (shipping ?? billing).details.firstName,
      lastName: (shipping ?? billing).details.lastName,
      emailAddress: request.email,
    }),
    // The shipping method has an answer of its own.
    shipping: shipping ? shippingErrors(shipping, 'any', regions) : {},
    billing: withKnownState(validateAddress(billing.details, { zip: billing.zip.check }), billing.region),
  }
  if (hasErrors(fields.personal) || hasErrors(fields.shipping) || hasErrors(fields.billing)) {
    return no(orderRefusal('address-invalid', { fields }))
  }
  const email = request.email.trim()
  return {
    ok: true as const,
    billing: { ...billing.wire, email },
    shipping: shipping ? { ...shipping.wire, email } : null,
    shipTo: toShipTo((shipping ?? billing).wire, (shipping ?? billing).region),
  }
}

/** Resolves an address of the API; the region's own name and id replace whatever the client wrote. */
async function resolveWireAddress(db: D1Database, address: WireAddress, regions: readonly UsRegion[]) {
  const region = findRegion(regions, address)
  const details = fromWireAddress(address, region)
  const wire = toWireAddress(details, region, address.email)
  return { ...(await resolveAddress(db, details, region)), wire }
}

/** Adds an error where the state is unknown: no ZIP code can fit it. */
function withKnownState(errors: FieldErrors, region: UsRegion | null): FieldErrors {
  return region || errors.state || errors.country
    ? errors
    : { ...errors, state: MESSAGES.backendValidationAfter }
}

/** Refuses a payment method that this cart or total does not allow, or that lacks the token of the browser. */
function validatePaymentMethod(ctx: JournalContext, cart: Cart, request: PlaceOrderRequest, total: Cents) {
  const { paymentMethod, confirmationToken } = request
  const payable = paymentMethodsFor({
    allVirtual: isAllVirtual(cart),
    offered: enabledMethods(ctx.env),
    total,
  })
  if (!payable.some((method) => method.code === paymentMethod)) return orderRefusal('payment-method')
  const gateway = paymentMethod === CASH_METHOD || total === 0 ? null : getGateway(ctx.env, paymentMethod)
  return gateway?.needsToken && !confirmationToken ? orderRefusal('payment-details') : null
}

/** Chooses the shipping method of this cart. None named: the default. An unknown name is refused. */
function chooseShipping(cart: Cart, request: PlaceOrderRequest) {
  const allVirtual = isAllVirtual(cart)
  const ways = shippingMethods(allVirtual)
  const wanted = request.shippingMethod
  const shipping = wanted
    ? ways.find((way) => shippingKey(way) === shippingKey(wanted))
    : ways.find((way) => way.default)
  if (!allVirtual && !shipping) return no(orderRefusal('shipping-method'))
  return { ok: true as const, shipping: allVirtual ? null : (shipping ?? null) }
}

/** Compares the coupon with its terms as they are now; one that is no longer valid is removed, and the shopper reads that. */
async function validateCoupon(ctx: JournalContext, cart: Cart, now: number) {
  const limits = { perCustomer: null as number | null, firstOrderOnly: false }
  if (!cart.coupon) return { ok: true as const, limits }
  const coupon = await findCoupon(ctx.env.DB, cart.coupon.code)
  const holds =
    coupon !== null &&
    couponRefusal(coupon, subtotalOf(cart), now) === null &&
    JSON.stringify(termsOf(coupon)) === JSON.stringify(termsOf({ ...coupon, ...cart.coupon }))
  if (!holds) {
    ctx.saveCart(removeCoupon(cart, { now }))
    return no(orderRefusal('coupon-changed'))
  }
  return {
    ok: true as const,
    limits: { perCustomer: coupon.perCustomerLimit, firstOrderOnly: coupon.firstOrderOnly },
  }
}
