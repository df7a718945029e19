/** The cart and the checkout as our own pages read them: in-process for the first paint, over /api/ext after it. */
import type { CartLineView, CartView } from '../../schema/cart/cart.api.ts'
import { type Cart, type CartLine, emptyCart, isAllVirtual, tireCount } from '../../schema/cart/cart.ts'
import { formatStockLeft, productFacts } from '../../schema/cart/cart-format.ts'
import { couponShortText } from '../../schema/cart/coupon/coupon.ts'
import { lineLimit, type OrderTires, tiresHeld } from '../../schema/cart/order-size.ts'
import { chooseMethod, shippingKey, shippingMethods } from '../../schema/cart/totals/shipping.ts'
import { computeTotals } from '../../schema/cart/totals/totals.ts'
import { arrivalDate, formatDay } from '../../schema/catalog/delivery/delivery.ts'
import { formatInstallmentOffer } from '../../schema/catalog/price/installment-offer.ts'
import { stockDemand, tiresPerUnit } from '../../schema/catalog/product/line-component.ts'
import { mostUnits } from '../../schema/catalog/product/most-units.ts'
import type { Product } from '../../schema/catalog/product/product.ts'
import {
  lineStockError,
  type Pools,
  unitsForLine,
  withReservedStock,
} from '../../schema/catalog/product/stock.ts'
import { pictureAlt, toAppearance } from '../../schema/catalog/product/tire-appearance.ts'
import { productTitle } from '../../schema/catalog/sizes/tire-text.ts'
import type { CheckoutView } from '../../schema/checkout/checkout.api.ts'
import {
  type AccountRequest,
  currentStep,
  emptyDraft,
  emptyPayment,
  NO_ACCOUNT,
} from '../../schema/checkout/checkout.ts'
import { prefillDraft } from '../../schema/checkout/checkout-prefill.ts'
import { zipMessage } from '../../schema/identity/location/delivery-area.ts'
import type { PendingPayment } from '../../schema/orders/order.ts'
import { paymentMethodsFor } from '../../schema/orders/payment.ts'
import { installmentLimitsFor, paymentMethodDetail } from '../../schema/orders/payment-format.ts'
import { productHref } from '../../schema/paths.ts'
import { pictureHref } from '../catalog/images/address.ts'
import { findProducts, findStock } from '../catalog/product/product.sql.ts'
import { enabledMethods } from '../checkout/payments/gateways.ts'
import { orderTires, parseConfig } from '../config.ts'
import type { Env } from '../env.ts'
import { checkZip } from '../identity/location/check-zip.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { cartKey } from '../identity/session/cart-id.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { findTotalsContext } from './totals/totals-context.sql.ts'

/**
 * The cart of a verified quote id; an empty one when there is none or an order has closed it. Prices are those of the
 * cart, stock is of this moment.
 */
export async function readCartView(env: Env, quoteId: string | null, now: number): Promise<CartView> {
  const kept = quoteId === null ? null : await env.CART.getByName(quoteId).readCheckout()
  return cartView(env, openCart(kept?.cart ?? null, now), kept?.pending ?? null)
}

/**
 * Everything the checkout page shows, what the shopper has filled in by plain forms included. A customer who is signed in
 * finds what the account knows where nobody has typed yet.
 */
export async function readCheckoutView(
  env: Env,
  quoteId: string | null,
  now: number,
  customerId: number | null = null,
): Promise<CheckoutView> {
  const kept = quoteId === null ? null : await env.CART.getByName(quoteId).readCheckout()
  const cart = openCart(kept?.cart ?? null, now)
  // A draft that belongs to a cart that was ordered is over, but what was typed may serve again.
  const typed = kept?.draft ?? emptyDraft()
  const [view, regions, customer] = await Promise.all([
    cartView(env, cart, kept?.pending ?? null),
    allRegions(env.DB),
    customerId === null ? null : readCustomer(env.DB, customerId),
  ])
  const draft = customer ? prefillDraft(typed, customer, regions) : typed
  const shipping = shippingMethods(view.allVirtual)
  const card = cardOf(env)
  const payment = paymentMethodsFor({
    allVirtual: view.allVirtual,
    offered: enabledMethods(env),
    total: view.totals.grandTotal,
  })
  const chosenShipping = chooseMethod(
    shipping,
    (method) => shippingKey(method) === draft.shipping.shippingMethod,
  )
  const chosenPayment = chooseMethod(payment, (method) => method.code === draft.payment.paymentMethod)
  return {
    cart: view,
    ordered: (kept?.cart?.orderNumber ?? null) !== null,
    personal: draft.personal,
    account: customer ? null : accountView(draft.account ?? NO_ACCOUNT),
    shipping: { ...draft.shipping, shippingMethod: chosenShipping ? shippingKey(chosenShipping) : '' },
    payment: { ...emptyPayment(), ...draft.payment, paymentMethod: chosenPayment?.code ?? '' },
    step: currentStep(draft.steps),
    errors: draft.errors,
    notice: draft.notice,
    shippingMethods: shipping.map((method) => ({
      carrierCode: method.carrierCode,
      methodCode: method.methodCode,
      title: method.methodTitle,
      price: method.price,
      default: method.default,
      promise: `Arrives ${formatDay(arrivalDate(now))}`,
    })),
    paymentMethods: payment.map((method) => ({
      ...method,
      detail: paymentMethodDetail(method.code, view.totals.grandTotal),
    })),
    regions: [...regions].sort((a, b) => Number(b.allowed) - Number(a.allowed)),
    card,
    pending: kept?.pending ?? null,
  }
}

/** What an order of this cart holds while it waits to be paid is not missing from the shelf for its own shopper. */
async function cartView(env: Env, cart: Cart, pending: PendingPayment | null): Promise<CartView> {
  const [products, found, context, zip] = await Promise.all([
    findProducts(env.DB, [...new Set(cart.lines.flatMap(({ sku, parts }) => [sku, ...skusOf(parts)]))]),
    findStock(env.DB, [...new Set(cart.lines.flatMap(({ parts }) => [...stockDemand({ parts }).keys()]))]),
    findTotalsContext(env.DB, cart),
    checkZip(env.DB, cart.shipTo),
  ])
  const totals = computeTotals(cart, context)
  const stock = pending ? withReservedStock(found, cart.lines) : found
  const online = orderTires(env)
  return {
    // One that an order closed is over, and the empty one that is shown is not there yet.
    key: cart.quoteId === '' ? '' : cartKey(cart.quoteId),
    version: cart.version,
    lines: cart.lines.map((line) => lineView(line, cart, products, stock, online)),
    tires: tireCount(cart),
    totals,
    couponShort: couponShortText(cart.coupon, totals.subtotal),
    zip: cart.shipTo?.postcode ?? null,
    zipProblem: zipMessage(zip.check),
    allVirtual: isAllVirtual(cart),
    overTime: formatInstallmentOffer(totals.grandTotal, installmentLimitsFor(enabledMethods(env))),
  }
}

function lineView(
  line: CartLine,
  cart: Cart,
  products: ReadonlyMap<string, Product>,
  stock: Pools,
  online: OrderTires,
): CartLineView {
  const { itemId, sku, parentSku, type, qty, setqty, unitPrice, choices } = line
  const product = products.get(sku)
  const parts = line.parts.map((part) => products.get(part.sku))
  // What is gone from the catalogue, or has a part that is, cannot be had any more.
  const pools: Pools = product && parts.every(Boolean) ? stock : new Map()
  const tire = product?.tire ?? parts.find((part) => part?.tire)?.tire
  const look = tire ? toAppearance(tire) : null
  const view = 'three-quarter'
  const left = unitsForLine(line, cart.lines, pools)
  const others = tiresHeld(cart.lines) - tiresHeld([line])
  const most = mostUnits(left, tiresPerUnit(line), lineLimit(online, others))
  return {
    ...{ itemId, sku, parentSku, type, qty, setqty, unitPrice, choices },
    tires: tiresPerUnit(line),
    title: product ? productTitle(product) : line.name,
    rowTotal: unitPrice * qty,
    href: productHref({ sku, parentSku, slug: product?.slug ?? '' }),
    picture: look ? { src: pictureHref(look, view, 350), alt: pictureAlt(look, view) } : null,
    facts: product ? productFacts(product) : '',
    left: formatStockLeft(left, setqty),
    most: { ...most, max: Math.max(qty, most.max) },
    problem: lineStockError(line, cart.lines, pools),
  }
}

/** The hash stays here. */
/** A draft of before may know nothing of the password. */
function accountView({ createAccount, hasPassword = false }: Partial<AccountRequest>) {
  return { createAccount: createAccount ?? false, hasPassword }
}

function skusOf(parts: CartLine['parts']): string[] {
  return parts.map(({ sku }) => sku)
}

function openCart(cart: Cart | null, now: number): Cart {
  return cart !== null && cart.orderNumber === null ? cart : emptyCart('', { now })
}

function cardOf(env: Env): CheckoutView['card'] {
  const parsed = parseConfig(env)
  const card = parsed.ok ? parsed.config.card : null
  return card && { publishableKey: card.publishableKey, scriptUrl: card.scriptUrl }
}
