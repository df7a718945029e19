/**
 * The cart as it will most likely be once the server has answered: shown at once, replaced by the answer. Only what
 * follows from the change itself moves; tax, fees and the total wait for the one place that computes them.
 */
import type { CartView } from '../../../schema/api/cart.ts'

/** A change of the cart that the shopper has made and the server has not yet confirmed. */
export type CartWish =
  | { kind: 'qty'; itemId: number; qty: number }
  | { kind: 'remove'; itemId: number }
  | { kind: 'coupon'; code: string }
  | { kind: 'coupon-off' }
  | { kind: 'zip'; zip: string }

export function expectCart(view: CartView, wish: CartWish): CartView {
  if (wish.kind !== 'qty' && wish.kind !== 'remove') return view
  const target = view.lines.find((line) => line.itemId === wish.itemId)
  if (!target) return view
  const lines =
    wish.kind === 'remove'
      ? view.lines.filter((line) => line.itemId !== wish.itemId && line.parentSku !== target.sku)
      : view.lines.map((line) =>
          line === target
            ? { ...line, qty: wish.qty, rowTotal: line.unitPrice * wish.qty, problem: null }
            : line,
        )
  const subtotal = lines.reduce((sum, line) => sum + line.rowTotal, 0)
  return {
    ...view,
    lines,
    tires: tiresOf(lines),
    totals: { ...view.totals, subtotal },
  }
}

/** Several wishes in the order they were made; a later quantity of a line replaces an earlier one. */
export function expectAll(view: CartView, wishes: readonly CartWish[]): CartView {
  return wishes.reduce(expectCart, view)
}

/** Adds a wish to those that wait, dropping what it makes pointless. */
export function addWish(waiting: readonly CartWish[], wish: CartWish): CartWish[] {
  const about = wish.kind === 'qty' || wish.kind === 'remove' ? wish.itemId : null
  const kept = waiting.filter((other) =>
    about === null ? other.kind !== wish.kind : !(other.kind === 'qty' && other.itemId === about),
  )
  return [...kept, wish]
}

function tiresOf(lines: CartView['lines']): number {
  return lines.reduce((sum, line) => sum + line.qty * line.tires, 0)
}
