/**
 * Predicts the cart that the server will return: shown at once, replaced by the response. Only quantities, row totals
 * and the subtotal change; tax, fees and the total come from the server alone.
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { CartFormFields } from '../../../schema/cart/cart-form.api.ts'
import { addToView, deleteFromView, updateInView } from '../../../schema/cart/sync/client-cart.ts'

/** A change of the cart by the shopper that the server has not confirmed yet. */
export type CartMutation =
  /** `fields` are those of the product's form, unchanged. */
  | { kind: 'add'; fields: Readonly<Record<string, string>> }
  | { kind: 'qty'; itemId: number; qty: number }
  | { kind: 'remove'; itemId: number }
  | { kind: 'coupon'; code: string }
  | { kind: 'coupon-off' }
  | { kind: 'zip'; zip: string }
  /** A change whose result only the server knows; `fields` are those of its form. */
  | { kind: 'form'; fields: CartFormFields }

/** Returns the cart with the expected result of a mutation; unchanged where only the server knows the result. */
export function applyOptimistically(view: CartView, mutation: CartMutation): CartView {
  switch (mutation.kind) {
    case 'remove':
      return deleteFromView(view, mutation.itemId)
    case 'qty': {
      const target = view.lines.find((line) => line.itemId === mutation.itemId)
      return target ? updateInView(view, target, mutation.qty) : view
    }
    case 'add': {
      // A product with choices becomes a line of its own, which only the server can create.
      const target = view.lines.find((line) => line.sku === mutation.fields.sku && line.choices.length === 0)
      // The server rejects a quantity that is not a number.
      const more = Number(mutation.fields.qty ?? 1) || 0
      return target ? addToView(view, { ...target, qty: more }) : view
    }
    case 'form':
      return mutation.fields.action === 'save' ? deleteFromView(view, Number(mutation.fields.item_id)) : view
    default:
      return view
  }
}

/** Applies several mutations in their order. */
export function applyAllOptimistically(view: CartView, mutations: readonly CartMutation[]): CartView {
  return mutations.reduce(applyOptimistically, view)
}

/** Checks whether the later mutation cancels the effect of the earlier one. */
export function supersedes(later: CartMutation, earlier: CartMutation): boolean {
  if (later.kind === 'qty' || later.kind === 'remove') {
    return earlier.kind === 'qty' && earlier.itemId === later.itemId
  }
  if (later.kind === 'zip') return earlier.kind === 'zip'
  return isAboutCoupon(later) && isAboutCoupon(earlier)
}

/** Checks whether both mutations change the same line. */
export function isSameLine(a: CartMutation, b: CartMutation): boolean {
  return 'itemId' in a && 'itemId' in b && a.itemId === b.itemId
}

function isAboutCoupon({ kind }: CartMutation): boolean {
  return kind === 'coupon' || kind === 'coupon-off'
}
