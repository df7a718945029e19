/** The cart as a browser stores it: what the server confirmed last, with its state of sync. Mutations return the next cart (D2). */

import type { ProductType } from '../../catalog/product/product.ts'
import type { Choice } from '../../platform/choice.ts'
import type { Cents } from '../../platform/money.ts'

export interface ClientLine {
  /** The server's id of the line; `null` until it has confirmed it. */
  itemId: number | null
  sku: string
  parentSku: string | null
  type: ProductType
  /** What was chosen, in words; tells bundles and custom options apart. */
  choices: readonly Choice[]
  qty: number
  /** What it was before a change that the server has not confirmed. */
  prevQty?: number
  unitPrice: Cents
  rowTotal: Cents
  tires: number
  problem: string | null
}

/** What is shown of a cart, as far as mutations go. */
export interface CartViewShape<Line extends ClientLine = ClientLine> {
  key: string
  version: number
  lines: Line[]
  tires: number
  totals: { subtotal: Cents }
}

export interface ClientCart<View extends CartViewShape> {
  view: View | null
  /** The server's name of the cart; empty without one. */
  token: string
  /** Of what was synced last; `null` when nothing was. */
  hash: string | null
  /** Milliseconds since the epoch; `null` before the first time. */
  syncedAt: number | null
  totalsSyncedAt: number | null
  /** Times that a guest's cart stood in for one that could not be had. */
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
    totalsSyncedAt: null,
    bypassCount: 0,
    isAdding: false,
    isOpen: false,
  }
}

/**
 * The same product: variants by their sku alone; what was put together or inscribed by id, then by what was
 * chosen; everything else by id, then sku.
 */
export function isSameProduct(
  a: Pick<ClientLine, 'itemId' | 'sku' | 'type' | 'choices'>,
  b: Pick<ClientLine, 'itemId' | 'sku' | 'type' | 'choices'>,
): boolean {
  if (a.type === 'configurable' && b.type === 'configurable') return a.sku === b.sku
  if (a.itemId !== null && b.itemId !== null) return a.itemId === b.itemId
  return a.sku === b.sku && JSON.stringify(a.choices) === JSON.stringify(b.choices)
}

/** Replaces the cart by what the server says: its lines, its prices, its totals. */
export function loadCart<View extends CartViewShape>(cart: ClientCart<View>, view: View): ClientCart<View> {
  return setToken({ ...cart, view }, view.key)
}

/** Puts a line in; of one that is there the quantity is raised. */
export function addToView<View extends CartViewShape>(view: View, line: View['lines'][number]): View {
  const known = view.lines.find((other) => isSameProduct(other, line))
  return known ? updateInView(view, known, known.qty + line.qty) : withLines(view, [...view.lines, line])
}

/** Takes a line out, and what was sold under its sku; a bundle's parts are its own. */
export function deleteFromView<View extends CartViewShape>(view: View, itemId: number): View {
  const target = view.lines.find((line) => line.itemId === itemId)
  if (!target) return view
  const isChild = (line: ClientLine) => target.type !== 'bundle' && line.parentSku === target.sku
  return withLines(
    view,
    view.lines.filter((line) => line !== target && !isChild(line)),
  )
}

/** Sets a quantity, and remembers what it was until the server has confirmed it. */
export function updateInView<View extends CartViewShape>(view: View, target: ClientLine, qty: number): View {
  return updateProps(view, target, {
    qty,
    rowTotal: target.unitPrice * qty,
    problem: null,
    prevQty: target.prevQty ?? target.qty,
  })
}

export function updateProps<View extends CartViewShape>(
  view: View,
  target: ClientLine,
  props: Partial<ClientLine>,
): View {
  return withLines(
    view,
    view.lines.map((line) => (line === target ? { ...line, ...props } : line)),
  )
}

/** Another cart has nothing synced yet. */
export function setToken<View extends CartViewShape>(
  cart: ClientCart<View>,
  token: string,
): ClientCart<View> {
  return token === cart.token ? cart : { ...cart, token, hash: null, syncedAt: null, totalsSyncedAt: null }
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

export function markTotalsSynced<View extends CartViewShape>(
  cart: ClientCart<View>,
  now: number,
): ClientCart<View> {
  return { ...cart, totalsSyncedAt: now }
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
 * What the lines and the cart's name come to, without stock and totals. It tells whether
 * anything changed, nothing else, so 53 bits do (cyrb53) and no library has to come to the page.
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

/** Tax, fees and the total wait for the one place that computes them; only what follows from the lines moves. */
function withLines<View extends CartViewShape>(view: View, lines: readonly ClientLine[]): View {
  return {
    ...view,
    lines,
    tires: lines.reduce((sum, line) => sum + line.qty * line.tires, 0),
    totals: { ...view.totals, subtotal: lines.reduce((sum, line) => sum + line.rowTotal, 0) },
  }
}
