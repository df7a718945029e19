/**
 * Step 1 of placing an order: updates the cart from the catalog, validates addresses and methods, and computes the
 * totals. Every change is stored in the cart and reported to the shopper before anything is charged.
 */

import { type Cart, isAllVirtual, removeCoupon, setSettings, subtotalOf } from '../../../schema/cart/cart.ts'
import { cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { couponRefusal, toAppliedCoupon } from '../../../schema/cart/coupon/coupon.ts'
import { orderSizeError } from '../../../schema/cart/order-size.ts'
import { shippingKey, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import { validatePersonal } from '../../../schema/checkout/checkout.ts'
import {
  type ApiAddress,
  allowedStateCodes,
  findRegion,
  fromApiAddress,
  toApiAddress,
  toShipTo,
  type UsRegion,
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
import { FIELD_MESSAGES, type FieldErrors, hasErrors } from '../../../schema/platform/forms/field.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { arrivalDate } from '../../../schema/platform/shop-calendar.ts'
import { couponRead, type StoredCoupon } from '../../cart/coupon/coupon.sql.ts'
import { findTotalsContext, ratesRead, toTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import { enabledMethods, orderTires } from '../../config.ts'
import { type Region, regionsRead } from '../../identity/location/region.sql.ts'
import { type Zips, zipsRead } from '../../identity/location/zip.sql.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { closedDaysRead } from '../../platform/config.sql.ts'
import { noRead, readTogether } from '../../platform/drizzle.sql.ts'
import { resolveAddress, shippingErrors } from '../validate-address.ts'
import type { CouponLimits } from './order-attempt.sql.ts'
import { orderDigest } from './order-digest.ts'
import type { JournalContext } from './order-journal-context.ts'
import {
  completeCatalog,
  findStockShortages,
  hasTooManyNewProducts,
  orderCatalogRead,
  orderLines,
  repriceLines,
  syncLines,
} from './order-lines.ts'

export type DraftResult =
  | { ok: true; draft: OrderDraft; couponLimits: CouponLimits }
  | { ok: false; refusal: OrderRefused }

/** Drafts the order of this cart. Throws when D1 does not answer; no order exists then. */
export async function draftOrder(ctx: JournalContext, request: PlaceOrderRequest): Promise<DraftResult> {
  const db = ctx.env.DB
  const now = ctx.now()
  const stored = ctx.readCart()
  if (!stored) return refuse(orderRefusal('cart-unknown'))
  if (request.lines && hasTooManyNewProducts(stored, request.lines))
    return refuse(orderRefusal('order-too-large'))
  const synced = request.lines ? await syncLines(db, stored, request.lines, now) : stored
  if (!synced) return refuse(orderRefusal('out-of-stock'))
  let cart = synced
  if (cart.lines.length === 0) return refuse(orderRefusal('cart-empty'))
  const tooLarge = orderSizeError(cart.lines, orderTires(ctx.env))
  if (tooLarge) return refuse(orderRefusal('order-too-large', { message: cartErrorMessage(tooLarge) }))

  const sources = await readSources(db, cart, request)
  const catalog = await completeCatalog(db, sources.catalog)
  const repriced = repriceLines(cart, catalog, now)
  cart = repriced.cart
  if (cart !== stored) ctx.saveCart(cart)
  if (repriced.changes.length > 0) return refuse(orderRefusal('price-changed', { changes: repriced.changes }))
  const short = findStockShortages(cart.lines, catalog.stock)
  if (short.length > 0) return refuse(orderRefusal('out-of-stock', { changes: short }))

  const addresses = validateAddresses(cart, request, sources)
  if (!addresses.ok) return addresses
  const chosen = chooseShipping(cart, request)
  if (!chosen.ok) return chosen
  const { shipping } = chosen
  const coupon = validateCoupon(ctx, cart, sources.coupon, now)
  if (!coupon.ok) return coupon

  const shown = cart
  cart = setSettings(
    cart,
    {
      shipTo: addresses.shipTo,
      paymentMethod: request.paymentMethod,
      shippingMethod: shipping && { carrierCode: shipping.carrierCode, methodCode: shipping.methodCode },
    },
    { now },
  )
  if (cart !== shown) ctx.saveCart(cart)
  const totals = computeTotals(cart, toTotalsContext(cart, sources.ratesOf(addresses.shipTo.regionId)))
  const before =
    request.shownTotal ?? ctx.findReportedTotal(cart) ?? (await totalAtFormerDestination(db, shown, cart))
  if (before !== null && before !== totals.grandTotal) {
    ctx.saveReportedTotal(cart, totals.grandTotal)
    return refuse(totalChanged(before, totals.grandTotal))
  }
  const unpayable = validatePaymentMethod(ctx, cart, request, totals.grandTotal)
  if (unpayable) return refuse(unpayable)
  const draft: OrderDraft = {
    orderNumber: encodeOrderNumber(ctx.random(ORDER_NUMBER_BYTES)),
    quoteId: cart.quoteId,
    customerId: cart.customerId,
    email: request.email.trim().toLowerCase(),
    lines: orderLines(cart.lines, totals, catalog.products),
    totals,
    couponCode: totals.couponCode,
    billingAddress: addresses.billing,
    shippingAddress: addresses.shipping,
    paymentMethod: request.paymentMethod,
    shippingMethod: shipping && shippingKey(shipping),
    arrivesOn: addresses.shipping ? arrivalDate(now, sources.closed) : null,
    marketing: request.marketing,
    ...(request.cardHolder ? { cardHolder: request.cardHolder } : {}),
    payloadHash: orderDigest(request),
    placedAt: now,
  }
  return { ok: true, draft, couponLimits: coupon.limits }
}

/** Reads everything that the order of these lines needs, in one round trip and from one state of the database. */
function readSources(db: D1Database, cart: Cart, request: PlaceOrderRequest) {
  const { billingAddress, shippingAddress } = request
  const destination = (isAllVirtual(cart) ? null : shippingAddress) ?? billingAddress
  const { postcode } = destination
  const { customerId } = cart
  return readTogether(db, {
    catalog: orderCatalogRead(cart.lines),
    regions: regionsRead(),
    zips: zipsRead([billingAddress.postcode, postcode]),
    ratesOf: ratesRead({ region: destination, postcode, customerId }),
    coupon: cart.coupon ? couponRead(cart.coupon.code) : noRead(null),
    closed: closedDaysRead(),
  })
}

/** Returns the total with the tax and fees of the former U.S. state, if this order changes it; else `null`. */
async function totalAtFormerDestination(db: D1Database, shown: Cart, cart: Cart): Promise<Cents | null> {
  if (!shown.shipTo?.regionId || shown.shipTo.regionId === cart.shipTo?.regionId) return null
  return computeTotals(shown, await findTotalsContext(db, shown)).grandTotal
}

function refuse(refusal: OrderRefused): { ok: false; refusal: OrderRefused } {
  return { ok: false, refusal }
}

/**
 * Validates the fields of both addresses, their ZIP codes against their states, and whether the shop delivers there
 * (D10).
 */
function validateAddresses(
  cart: Cart,
  request: PlaceOrderRequest,
  { regions, zips }: { regions: readonly Region[]; zips: Zips },
) {
  const shipped = isAllVirtual(cart) ? null : request.shippingAddress
  if (!isAllVirtual(cart) && !shipped) return refuse(orderRefusal('address-invalid'))
  const billing = resolveApiAddress(request.billingAddress, regions, zips)
  const shipping = shipped ? resolveApiAddress(shipped, regions, zips) : null
  const main = shipping ?? billing
  if (shipping) {
    const { details, region, apiAddress } = shipping
    const problem = deliveryError(
      {
        countryId: apiAddress.countryId,
        regionId: apiAddress.regionId,
        regionCode: region?.code ?? apiAddress.regionCode,
        state: details.state,
        postcode: details.zipCode,
      },
      allowedStateCodes(regions),
    )
    if (problem) return refuse(orderRefusal('delivery-refused', { message: problem }))
  }
  const fields = {
    personal: validatePersonal({
      firstName: main.details.firstName,
      lastName: main.details.lastName,
      emailAddress: request.email,
    }),
    // The shipping method has its own refusal, see `chooseShipping`.
    shipping: shipping ? shippingErrors(shipping, 'any', regions) : {},
    billing: withKnownState(validateAddress(billing.details, { zip: billing.zip.check }), billing.region),
  }
  if (hasErrors(fields.personal) || hasErrors(fields.shipping) || hasErrors(fields.billing)) {
    return refuse(orderRefusal('address-invalid', { fields }))
  }
  const email = request.email.trim()
  return {
    ok: true as const,
    billing: { ...billing.apiAddress, email },
    shipping: shipping ? { ...shipping.apiAddress, email } : null,
    shipTo: toShipTo(main.apiAddress, main.region),
  }
}

/** Resolves an address of the API; the region's own name and id replace the text of the client. */
function resolveApiAddress(address: ApiAddress, regions: readonly UsRegion[], zips: Zips) {
  const region = findRegion(regions, address)
  const details = fromApiAddress(address, region)
  const apiAddress = toApiAddress(details, region, address.email)
  return { ...resolveAddress(details, region, zips), apiAddress }
}

/** Adds an error where the state is unknown, because no ZIP code can be in an unknown state. */
function withKnownState(errors: FieldErrors, region: UsRegion | null): FieldErrors {
  return region || errors.state || errors.country
    ? errors
    : { ...errors, state: FIELD_MESSAGES.backendValidationAfter }
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

/** Chooses the shipping method of this cart: the requested one or the default. An unknown method is refused. */
function chooseShipping(cart: Cart, request: PlaceOrderRequest) {
  const allVirtual = isAllVirtual(cart)
  const wanted = request.shippingMethod
  const shipping = shippingMethods(allVirtual).find((method) =>
    wanted ? shippingKey(method) === shippingKey(wanted) : method.default,
  )
  if (!allVirtual && !shipping) return refuse(orderRefusal('shipping-method'))
  return { ok: true as const, shipping: allVirtual ? null : (shipping ?? null) }
}

/**
 * Compares the coupon with its current terms. A coupon that is no longer valid is removed and reported to the shopper.
 */
function validateCoupon(ctx: JournalContext, cart: Cart, coupon: StoredCoupon | null, now: number) {
  if (!cart.coupon) {
    const limits: CouponLimits = { perCustomer: null, firstOrderOnly: false }
    return { ok: true as const, limits }
  }
  const isValid =
    coupon !== null &&
    couponRefusal(coupon, subtotalOf(cart), now) === null &&
    JSON.stringify(toAppliedCoupon(coupon)) === JSON.stringify(toAppliedCoupon({ ...coupon, ...cart.coupon }))
  if (!isValid) {
    ctx.saveCart(removeCoupon(cart, { now }))
    return refuse(orderRefusal('coupon-changed'))
  }
  const { perCustomerLimit, firstOrderOnly } = coupon
  return { ok: true as const, limits: { perCustomer: perCustomerLimit, firstOrderOnly } }
}
