/**
 * The cart that a browser stores: the last confirmed cart and its state of sync. Mutations return the next cart (D2).
 */
import type { ProductType } from '../../catalog/product/product.ts'
import type { Choice } from '../../platform/choice.ts'
import type { Cents } from '../../platform/money.ts'

export interface ClientLine {
  /** The server's id of the line; `null` until confirmed. */
  itemId: number | null
  sku: string
  parentSku: string | null
  type: ProductType
  /** Labels of the choices; they distinguish bundles and custom options. */
  choices: readonly Choice[]
  qty: number
  /** The quantity before a change that the server has not confirmed. */
  prevQty?: number
  unitPrice: Cents
  rowTotal: Cents
  tires: number
  problem: string | null
}

/** The fields of a shown cart that mutations change. */
export interface CartViewShape<Line extends ClientLine = ClientLine> {
  key: string
  version: number
  lines: Line[]
  tires: number
  totals: { subtotal: Cents }
}

export interface ClientCart<View extends CartViewShape> {
  view: View | null
  /** The server's key of the cart; empty without one. */
  token: string
  /** Hash at the last sync; `null` before the first one. */
  hash: string | null
  /** Milliseconds since the epoch; `null` before the first time. */
  syncedAt: number | null
  /** How often a guest's cart replaced a cart that could not be loaded. */
  bypassCount: number
  isAdding: boolean
  isOpen: boolean
}

export function emptyClientCart<View extends CartViewShape>(): ClientCart<View> {
  return {
    view: null,
    token: '',
    hash: null,
    syncedAt: null,
    bypassCount: 0,
    isAdding: false,
    isOpen: false,
  }
}

/**
 * Checks whether two lines are the same product: variants by sku alone, other products by id or by sku and choices.
 */
export function isSameProduct(
  a: Pick<ClientLine, 'itemId' | 'sku' | 'type' | 'choices'>,
  b: Pick<ClientLine, 'itemId' | 'sku' | 'type' | 'choices'>,
): boolean {
  if (a.type === 'configurable' && b.type === 'configurable') return a.sku === b.sku
  if (a.itemId !== null && b.itemId !== null) return a.itemId === b.itemId
  return a.sku === b.sku && JSON.stringify(a.choices) === JSON.stringify(b.choices)
}

/** Replaces the cart with the cart of the server. */
export function loadCart<View extends CartViewShape>(cart: ClientCart<View>, view: View): ClientCart<View> {
  return setToken({ ...cart, view }, view.key)
}

/** Adds a line, or adds its quantity to the line of the same product. */
export function addToView<View extends CartViewShape>(view: View, line: View['lines'][number]): View {
  const known = view.lines.find((other) => isSameProduct(other, line))
  return known ? updateInView(view, known, known.qty + line.qty) : withLines(view, [...view.lines, line])
}

/** Removes a line and the lines with its sku as their parent; a bundle's parts are in its own line. */
export function deleteFromView<View extends CartViewShape>(view: View, itemId: number): View {
  const target = view.lines.find((line) => line.itemId === itemId)
  if (!target) return view
  const isChild = (line: ClientLine) => target.type !== 'bundle' && line.parentSku === target.sku
  return withLines(
    view,
    view.lines.filter((line) => line !== target && !isChild(line)),
  )
}

/** Sets a quantity and stores the previous one until the server has confirmed the change. */
export function updateInView<View extends CartViewShape>(view: View, target: ClientLine, qty: number): View {
  return updateLine(view, target, {
    qty,
    rowTotal: target.unitPrice * qty,
    problem: null,
    prevQty: target.prevQty ?? target.qty,
  })
}

/** Replaces properties of a line. */
export function updateLine<View extends CartViewShape>(
  view: View,
  target: ClientLine,
  props: Partial<ClientLine>,
): View {
  return withLines(
    view,
    view.lines.map((line) => (line === target ? { ...line, ...props } : line)),
  )
}

/** Sets the key of the cart; another key resets the state of sync. */
export function setToken<View extends CartViewShape>(
  cart: ClientCart<View>,
  token: string,
): ClientCart<View> {
  return token === cart.token ? cart : { ...cart, token, hash: null, syncedAt: null }
}

export function saveHash<View extends CartViewShape>(cart: ClientCart<View>): ClientCart<View> {
  return { ...cart, hash: cartHash(cart.view?.lines ?? [], cart.token) }
}

export function markSynced<View extends CartViewShape>(
  cart: ClientCart<View>,
  now: number,
): ClientCart<View> {
  return { ...cart, syncedAt: now }
}

export function setBypassCount<View extends CartViewShape>(
  cart: ClientCart<View>,
  bypassCount: number,
): ClientCart<View> {
  return { ...cart, bypassCount }
}

export function setAdding<View extends CartViewShape>(
  cart: ClientCart<View>,
  isAdding: boolean,
): ClientCart<View> {
  return cart.isAdding === isAdding ? cart : { ...cart, isAdding }
}

export function toggleMinicart<View extends CartViewShape>(cart: ClientCart<View>): ClientCart<View> {
  return { ...cart, isOpen: !cart.isOpen }
}

/**
 * Returns a hash of the lines and the cart's key, without stock and totals. It only detects changes, so 53 bits
 * (cyrb53) are enough and pages need no library.
 */
export function cartHash(lines: readonly ClientLine[], token: string): string {
  const text = JSON.stringify([
    token,
    lines.map(({ itemId, sku, qty, choices }) => [itemId, sku, qty, choices]),
  ])
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)
}

/** Replaces the lines and computes the subtotal; the server computes tax, fees and the total. */
function withLines<View extends CartViewShape>(view: View, lines: readonly ClientLine[]): View {
  return {
    ...view,
    lines,
    tires: lines.reduce((sum, line) => sum + line.qty * line.tires, 0),
    totals: { ...view.totals, subtotal: lines.reduce((sum, line) => sum + line.rowTotal, 0) },
  }
}
