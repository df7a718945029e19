/** The server's cart: one per quote, owned by one object. Rules are functions over it. */
import * as v from 'valibot'
import { type LineComponent, tiresPerUnit } from '../catalog/product/line-component.ts'
import { isShipped, type ProductType } from '../catalog/product/product.ts'
import type { ShipTo } from '../identity/location/address.ts'
import type { Choice } from '../platform/choice.ts'
import type { Cents } from '../platform/money.ts'
import { type CartError, cartError } from './cart-error.ts'
import type { CouponKind } from './coupon/coupon-kinds.ts'

/** A cart that nobody touched for so long is forgotten; its cookie lives as long. */
export const CART_TTL_MS = 30 * 86_400_000

/** Options of a line as clients of the wire send and read them. */
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

/** One line. Everything but `qty` was read from the catalogue by the server; nothing came from the browser. */
export interface CartLine {
  itemId: number
  /** The sku that is sold: the variant's for a configurable product. */
  sku: string
  parentSku: string | null
  productId: number
  /** Type of the product that was asked for, so `configurable` for a variant. */
  type: ProductType
  name: string
  /** Units; one unit is `setqty` of the product, so a pair of tires is 2. */
  qty: number
  setqty: number
  /** Price of one unit when the line was last priced: its parts and what was chosen. */
  unitPrice: Cents
  /** What one unit takes off the shelf; the product alone, unless it is a bundle. */
  parts: LineComponent[]
  /** What was chosen, in words; empty for a variant, whose own facts say it. */
  choices: Choice[]
  option: ProductOption | null
}

/** A coupon that the server has accepted, with the terms as they were then; checked again at the order. */
export interface AppliedCoupon {
  code: string
  kind: CouponKind
  /** What it counts depends on the kind (coupon-kinds.ts). */
  value: number
  minSubtotal: Cents
}

export interface Cart {
  quoteId: string
  /** Raised by every change. */
  version: number
  customerId: number | null
  lines: CartLine[]
  nextItemId: number
  coupon: AppliedCoupon | null
  shipTo: ShipTo | null
  shippingMethod: { carrierCode: string; methodCode: string } | null
  paymentMethod: string | null
  /** The order that closed this cart; a closed cart takes no more changes. */
  orderNumber: string | null
  updatedAt: number
}

/** Largest quantity of one line. */
export const MAX_QTY = 999
/** Most lines a cart takes; keeps one object and one D1 batch bounded. */
export const MAX_LINES = 60

/** A line before it is in a cart. */
export type NewLine = Omit<CartLine, 'itemId' | 'qty'>

/** A change of a cart: the new cart and the line that it was about. */
export type CartChange = { ok: true; cart: Cart; line: CartLine } | CartError

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
 * A quantity from the wire or a form: a whole number from 1 to MAX_QTY, or a string of nothing but its digits
 *. Everything else is refused, not rounded.
 */
export function parseQty(value: unknown): { ok: true; qty: number } | CartError {
  const text = typeof value === 'string' ? value.trim() : null
  const qty = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : value
  const good = typeof qty === 'number' && Number.isInteger(qty) && qty >= 1 && qty <= MAX_QTY
  return good ? { ok: true, qty } : cartError('bad-qty', MAX_QTY)
}

/** Adds units: an identical line gets more, anything else becomes a new line. */
export function addUnits(cart: Cart, item: NewLine, qty: number, at: { now: number }): CartChange {
  const known = cart.lines.find((line) => isSameItem(line, item))
  if (known) return setLineQty(cart, known.itemId, known.qty + qty, { ...at, item })
  const closed = refuseClosed(cart)
  if (closed) return closed
  const parsed = parseQty(qty)
  if (!parsed.ok) return parsed
  if (cart.lines.length >= MAX_LINES) return cartError('too-many-lines', MAX_LINES)
  const line: CartLine = { ...item, itemId: cart.nextItemId, qty: parsed.qty }
  const next = { ...cart, lines: [...cart.lines, line], nextItemId: cart.nextItemId + 1 }
  return { ok: true, cart: changed(next, at.now), line }
}

/** Adds several things at once, all or none; the line of the answer is the first one's. */
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
  // One act, one version, however many lines it touched.
  return first
    ? { ok: true, cart: { ...next, version: cart.version + 1 }, line: first }
    : cartError('nothing-chosen')
}

/** Sets a line's quantity; with `item` the rest of the line is taken from the catalogue anew, its price included. */
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
  const line: CartLine = { ...known, ...at.item, itemId, qty: parsed.qty }
  const lines = cart.lines.map((other) => (other.itemId === itemId ? line : other))
  return { ok: true, cart: changed({ ...cart, lines }, at.now), line }
}

/** Removes a line and the lines that were sold under its sku. */
export function removeLine(cart: Cart, itemId: number, at: { now: number }): CartChange {
  const closed = refuseClosed(cart)
  if (closed) return closed
  const line = cart.lines.find((other) => other.itemId === itemId)
  if (!line) return cartError('no-such-item', itemId)
  const lines = cart.lines.filter((other) => other.itemId !== itemId && other.parentSku !== line.sku)
  // A coupon does not outlive the goods it was for.
  const coupon = lines.length > 0 ? cart.coupon : null
  return { ok: true, cart: changed({ ...cart, lines, coupon }, at.now), line }
}

/** The line that a request means: by item id when it has one, else by sku. */
export function findLine(cart: Cart, wanted: { itemId: number | null; sku: string | null }): CartLine | null {
  const byId = cart.lines.find((line) => line.itemId === wanted.itemId)
  const bySku = wanted.itemId === null ? cart.lines.find((line) => line.sku === wanted.sku) : undefined
  return byId ?? bySku ?? null
}

/** What a checkout decides about a cart; keys that are absent stay as they are. */
export type CartSettings = Partial<
  Pick<Cart, 'coupon' | 'shipTo' | 'shippingMethod' | 'paymentMethod' | 'customerId'>
>

/** Applies settings. Nothing new leaves the version alone, so that a repeated call is no change. */
export function setSettings(cart: Cart, settings: CartSettings, at: { now: number }): Cart {
  const next = { ...cart, ...settings }
  return JSON.stringify(next) === JSON.stringify(cart) ? cart : changed(next, at.now)
}

export function removeCoupon(cart: Cart, at: { now: number }): Cart {
  return setSettings(cart, { coupon: null }, at)
}

/** The order has it; from here on the cart takes no change. */
export function closeCart(cart: Cart, orderNumber: string, at: { now: number }): Cart {
  return changed({ ...cart, orderNumber }, at.now)
}

/** Price of all lines, before coupons. */
export function subtotalOf(cart: Pick<Cart, 'lines'>): Cents {
  return cart.lines.reduce((sum, line) => sum + line.unitPrice * line.qty, 0)
}

/** Tires in the cart. */
export function tireCount(cart: Pick<Cart, 'lines'>): number {
  return cart.lines.reduce((sum, line) => sum + line.qty * tiresPerUnit(line), 0)
}

/** True when there is something and none of it goes by parcel. */
export function isAllVirtual(cart: Pick<Cart, 'lines'>): boolean {
  return cart.lines.length > 0 && cart.lines.every((line) => !isShipped(line.type))
}

function refuseClosed(cart: Cart): CartError | null {
  return cart.orderNumber === null ? null : cartError('cart-closed', cart.quoteId)
}

/** Variants are told apart by their sku; bundles and custom options by what was chosen. */
export function isSameItem(
  line: Pick<NewLine, 'sku' | 'option'>,
  item: Pick<NewLine, 'sku' | 'option'>,
): boolean {
  return line.sku === item.sku && selectionKey(line.option) === selectionKey(item.option)
}

/** In one order, whatever order a client names its choices in. */
function selectionKey(option: ProductOption | null): string {
  const { bundle_options: bundle = [], custom_options: custom = [] } = option?.extension_attributes ?? {}
  return [
    ...bundle.map((o) => `b${o.option_id}:${[...o.option_selections].sort((a, b) => a - b)}`),
    ...custom.map((o) => `c${o.option_id}:${o.option_value}`),
  ]
    .sort()
    .join('\n')
}

function changed(cart: Cart, now: number): Cart {
  return { ...cart, version: cart.version + 1, updatedAt: now }
}
