/** The server's cart, one per quote id, stored in one Durable Object. Mutations are pure functions. */
import * as v from 'valibot'
import { type LineComponent, tiresPerUnit } from '../catalog/product/line-component.ts'
import { isShipped, type ProductType } from '../catalog/product/product.ts'
import type { ShipTo } from '../identity/location/address.ts'
import type { Choice } from '../platform/choice.ts'
import { DAY_MS } from '../platform/duration.ts'
import type { Cents } from '../platform/money.ts'
import { type CartError, cartError } from './cart-error.ts'
import type { CouponKind } from './coupon/coupon-kinds.ts'
import { findServiceOf, followTires, type ServiceUnit, type TireService } from './extras/tire-services.ts'

/** How long an unchanged cart and its cookie live. */
export const CART_TTL_MS = 30 * DAY_MS

/** Options of a line in the format of the API. */
export const CONFIGURED_OPTION = v.object({
  extension_attributes: v.object({
    configurable_item_options: v.exactOptional(
      v.array(v.object({ option_id: v.string(), option_value: v.union([v.string(), v.number()]) })),
    ),
    bundle_options: v.exactOptional(
      v.array(
        v.object({ option_id: v.number(), option_qty: v.number(), option_selections: v.array(v.number()) }),
      ),
    ),
    custom_options: v.exactOptional(v.array(v.object({ option_id: v.string(), option_value: v.string() }))),
  }),
})
export type ProductOption = v.InferOutput<typeof CONFIGURED_OPTION>

/** One line. The server reads all values except `qty` from the catalog. */
export interface CartLine {
  itemId: number
  /** The sku that is sold: the variant's for a configurable product. */
  sku: string
  parentSku: string | null
  productId: number
  /** Type of the requested product, so `configurable` for a variant. */
  type: ProductType
  name: string
  /** How many units. */
  qty: number
  /** Tires in one unit: 2 for a pair. */
  setqty: number
  /** Price of one unit with its parts and options when the line was last priced. */
  unitPrice: Cents
  /** The stock that one unit needs: the product itself, or the parts of a bundle. */
  parts: LineComponent[]
  /** Labels of the choices; empty for a variant, whose facts name them. */
  choices: Choice[]
  option: ProductOption | null
  /** Set for a line of a service for all tires, such as mounting. Its quantity follows the tires. */
  service?: TireService
  /** The tires that one unit of a service is for. */
  serviceTires?: number
}

/** An accepted coupon with its terms at that time; the order checks the coupon again. */
export interface AppliedCoupon {
  code: string
  kind: CouponKind
  /** Its unit depends on the kind (coupon-kinds.ts). */
  value: number
  minSubtotal: Cents
}

export interface Cart {
  quoteId: string
  /** Rises with every change. */
  version: number
  customerId: number | null
  lines: CartLine[]
  nextItemId: number
  coupon: AppliedCoupon | null
  /** The products of the road hazard plan, if the shopper has chosen it; absent in carts that were stored before. */
  plan?: ServiceUnit[] | null
  /** The products of mounting at a store, in the same way. */
  mounting?: ServiceUnit[] | null
  shipTo: ShipTo | null
  shippingMethod: { carrierCode: string; methodCode: string } | null
  paymentMethod: string | null
  /** The order that closed this cart; a closed cart refuses changes. */
  orderNumber: string | null
  updatedAt: number
}

/** Largest quantity of one line. */
export const MAX_QTY = 999
/** The most lines of a cart; limits the size of an object and of a D1 batch. */
export const MAX_LINES = 60

/** A line that is not in a cart yet. */
export type NewLine = Omit<CartLine, 'itemId' | 'qty'>

/** A mutation's result: the new cart and the changed line. */
export type CartChange = { ok: true; cart: Cart; line: CartLine } | CartError

/** Returns a new cart without lines. */
export function emptyCart(quoteId: string, options: { now: number; customerId?: number | null }): Cart {
  return {
    quoteId,
    version: 1,
    customerId: options.customerId ?? null,
    lines: [],
    nextItemId: 1,
    coupon: null,
    shipTo: null,
    shippingMethod: null,
    paymentMethod: null,
    orderNumber: null,
    updatedAt: options.now,
  }
}

/**
 * Parses a quantity of the API or a form: a whole number from 1 to MAX_QTY, or its digits as text. Other values are
 * refused, not rounded.
 */
export function parseQty(value: unknown): { ok: true; qty: number } | CartError {
  const text = typeof value === 'string' ? value.trim() : null
  const qty = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : value
  const isValid = typeof qty === 'number' && Number.isInteger(qty) && qty >= 1 && qty <= MAX_QTY
  return isValid ? { ok: true, qty } : cartError('bad-qty', MAX_QTY)
}

/** Adds units to the line with the same item, or adds a new line. */
export function addUnits(cart: Cart, item: NewLine, qty: number, at: { now: number }): CartChange {
  const known = cart.lines.find((line) => isSameItem(line, item))
  if (known) return setLineQty(cart, known.itemId, known.qty + qty, { ...at, item })
  const closed = refuseClosed(cart)
  if (closed) return closed
  const parsed = parseQty(qty)
  if (!parsed.ok) return parsed
  const service = findServiceOf(cart, item.sku)
  if (service) return cartError(`${service}-follows-tires`)
  if (cart.lines.length >= MAX_LINES) return cartError('too-many-lines', MAX_LINES)
  const line: CartLine = { ...item, itemId: cart.nextItemId, qty: parsed.qty }
  const next = { ...cart, lines: [...cart.lines, line], nextItemId: cart.nextItemId + 1 }
  return { ok: true, cart: changed(next, at.now), line }
}

/** Adds several products, all or none; the result has the line of the first product. */
export function addAllUnits(
  cart: Cart,
  items: readonly { item: NewLine; qty: number }[],
  at: { now: number },
): CartChange {
  let first: CartLine | null = null
  let next = cart
  for (const { item, qty } of items) {
    const change = addUnits(next, item, qty, at)
    if (!change.ok) return change
    next = change.cart
    first ??= change.line
  }
  // One mutation raises the version once.
  return first
    ? { ok: true, cart: { ...next, version: cart.version + 1 }, line: first }
    : cartError('nothing-chosen')
}

/** Sets a line's quantity; `item` replaces all other values of the line, including its price. */
export function setLineQty(
  cart: Cart,
  itemId: number,
  qty: number,
  at: { now: number; item?: NewLine },
): CartChange {
  const closed = refuseClosed(cart)
  if (closed) return closed
  const known = cart.lines.find((line) => line.itemId === itemId)
  if (!known) return cartError('no-such-item', itemId)
  const parsed = parseQty(qty)
  if (!parsed.ok) return parsed
  const { item } = at
  const service = known.service ?? (item ? findServiceOf(cart, item.sku) : null)
  if (service && (parsed.qty !== known.qty || (item && item.sku !== known.sku)))
    return cartError(`${service}-follows-tires`)
  // Another item must not become a second line of a product that the cart has.
  if (item && cart.lines.some((other) => other.itemId !== itemId && isSameItem(other, item)))
    return cartError('cart-changed')
  const line: CartLine = { ...known, ...item, itemId, qty: parsed.qty }
  const lines = cart.lines.map((other) => (other.itemId === itemId ? line : other))
  return { ok: true, cart: changed({ ...cart, lines }, at.now), line }
}

/** Removes a line and the lines that have its sku as their parent; a line of a service ends the service. */
export function removeLine(cart: Cart, itemId: number, at: { now: number }): CartChange {
  const closed = refuseClosed(cart)
  if (closed) return closed
  const line = cart.lines.find((other) => other.itemId === itemId)
  if (!line) return cartError('no-such-item', itemId)
  const lines = cart.lines.filter((other) => other.itemId !== itemId && other.parentSku !== line.sku)
  const service = line.service ? { [line.service]: null } : {}
  const next = changed({ ...cart, ...service, lines }, at.now)
  // An empty cart has no coupon.
  return { ok: true, cart: next.lines.length > 0 ? next : { ...next, coupon: null }, line }
}

/** Finds a requested line by its item id or, without one, by its sku. */
export function findLine(cart: Cart, wanted: { itemId: number | null; sku: string | null }): CartLine | null {
  const byId = cart.lines.find((line) => line.itemId === wanted.itemId)
  const bySku = wanted.itemId === null ? cart.lines.find((line) => line.sku === wanted.sku) : undefined
  return byId ?? bySku ?? null
}

/** Settings of the checkout; absent keys stay unchanged. */
export type CartSettings = Partial<
  Pick<Cart, 'coupon' | TireService | 'shipTo' | 'shippingMethod' | 'paymentMethod' | 'customerId'>
>

/** Applies settings. Equal settings do not raise the version, so a repeated call changes nothing. */
export function setSettings(cart: Cart, settings: CartSettings, at: { now: number }): Cart {
  const next = { ...cart, ...settings }
  return JSON.stringify(next) === JSON.stringify(cart) ? cart : changed(next, at.now)
}

/** Removes the coupon. */
export function removeCoupon(cart: Cart, at: { now: number }): Cart {
  return setSettings(cart, { coupon: null }, at)
}

/** Closes the cart for an order. */
export function closeCart(cart: Cart, orderNumber: string, at: { now: number }): Cart {
  return changed({ ...cart, orderNumber }, at.now)
}

/** Returns the price of all lines before coupons. */
export function subtotalOf(cart: Pick<Cart, 'lines'>): Cents {
  return cart.lines.reduce((sum, line) => sum + line.unitPrice * line.qty, 0)
}

/** Counts the tires in the cart. */
export function tireCount(cart: Pick<Cart, 'lines'>): number {
  return cart.lines.reduce((sum, line) => sum + line.qty * tiresPerUnit(line), 0)
}

/** Checks whether the cart has lines and no line is shipped. */
export function isAllVirtual(cart: Pick<Cart, 'lines'>): boolean {
  return cart.lines.length > 0 && cart.lines.every((line) => !isShipped(line.type))
}

function refuseClosed(cart: Cart): CartError | null {
  return cart.orderNumber === null ? null : cartError('cart-closed', cart.quoteId)
}

/** Checks whether two lines are the same item: by sku, and for bundles and custom options also by their choices. */
export function isSameItem(
  line: Pick<NewLine, 'sku' | 'option'>,
  item: Pick<NewLine, 'sku' | 'option'>,
): boolean {
  return line.sku === item.sku && selectionKey(line.option) === selectionKey(item.option)
}

/** Returns the choices as text in a fixed order. */
export function selectionKey(option: ProductOption | null): string {
  const { bundle_options: bundle = [], custom_options: custom = [] } = option?.extension_attributes ?? {}
  return [
    ...bundle.map((o) => `b${o.option_id}:${[...o.option_selections].sort((a, b) => a - b)}`),
    ...custom.map((o) => `c${o.option_id}:${o.option_value}`),
  ]
    .sort()
    .join('\n')
}

/** Returns the changed cart with its next version, and with the lines of its services that its tires need. */
function changed(cart: Cart, now: number): Cart {
  return { ...followTires(cart, tireCount(cart)), version: cart.version + 1, updatedAt: now }
}
