/**
 * The cart as it will most likely be once the server has answered: shown at once, replaced by the answer. Only what
 * follows from the change itself moves; tax, fees and the total wait for the one place that computes them.
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { addToView, deleteFromView, updateInView } from '../../../schema/cart/sync/client-cart.ts'

/** A change of the cart that the shopper has made and the server has not yet confirmed. */
export type CartMutation =
  /** The fields of a form of a product, as they were sent. */
  | { kind: 'add'; fields: Readonly<Record<string, string>> }
  | { kind: 'qty'; itemId: number; qty: number }
  | { kind: 'remove'; itemId: number }
  | { kind: 'coupon'; code: string }
  | { kind: 'coupon-off' }
  | { kind: 'zip'; zip: string }

export function applyOptimistically(view: CartView, mutation: CartMutation): CartView {
  switch (mutation.kind) {
    case 'remove':
      return deleteFromView(view, mutation.itemId)
    case 'qty': {
      const target = view.lines.find((line) => line.itemId === mutation.itemId)
      return target ? updateInView(view, target, mutation.qty) : view
    }
    case 'add': {
      // What was chosen makes a line of its own, which only the server can write.
      const target = view.lines.find((line) => line.sku === mutation.fields.sku && line.choices.length === 0)
      // The server validates what is no number.
      const more = Number(mutation.fields.qty ?? 1) || 0
      return target ? addToView(view, { ...target, qty: more }) : view
    }
    default:
      return view
  }
}

/** Applies several mutations in the order they were made. */
export function applyAllOptimistically(view: CartView, mutations: readonly CartMutation[]): CartView {
  return mutations.reduce(applyOptimistically, view)
}

/** True when the later mutation makes the earlier one pointless. */
export function supersedes(later: CartMutation, earlier: CartMutation): boolean {
  if (later.kind === 'qty' || later.kind === 'remove') {
    return earlier.kind === 'qty' && earlier.itemId === later.itemId
  }
  if (later.kind === 'zip') return earlier.kind === 'zip'
  return isAboutCoupon(later) && isAboutCoupon(earlier)
}

/** True when both mutations are about the same line. */
export function isSameLine(a: CartMutation, b: CartMutation): boolean {
  return 'itemId' in a && 'itemId' in b && a.itemId === b.itemId
}

function isAboutCoupon({ kind }: CartMutation): boolean {
  return kind === 'coupon' || kind === 'coupon-off'
}
