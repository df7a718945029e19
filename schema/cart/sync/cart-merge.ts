/**
 * Merges a guest's cart into a customer's (D5). The merged quantities are stored, so that a repeated sign-in merges only
 * what changed since, and a mutation of a guest's line just before the sign-in finds the merged line.
 */

import type { Pools } from '../../catalog/product/stock.ts'
import { addUnits, type Cart, type CartChange, type NewLine, removeLine, setLineQty } from '../cart.ts'
import { cartError } from '../cart-error.ts'
import { stockError } from '../stock/cart-stock.ts'

/** A line of the guest's cart, the line that it was merged into, and its merged units. */
interface MergedItem {
  itemId: number
  into: number
  qty: number
}

export interface MergedCart {
  /** Key of the guest's cart, as pages know it. */
  from: string
  items: MergedItem[]
}

/** How many merged carts are stored. */
export const MAX_MERGED_CARTS = 4

export interface GuestLine {
  itemId: number
  /** The guest's quantity; 0 when the line is gone. */
  qty: number
  /** From the catalog; `null` when it is not available any more. */
  item: NewLine | null
}

/** Applies the guest's quantity to the merged line, whose other units are the customer's own. */
export function mergeLine(
  cart: Cart,
  joined: MergedCart,
  wish: GuestLine,
  options: { pools: Pools; now: number },
): (Extract<CartChange, { ok: true }> & { joined: MergedCart }) | Extract<CartChange, { ok: false }> {
  const known = joined.items.find(({ itemId }) => itemId === wish.itemId)
  const line = known && cart.lines.find(({ itemId }) => itemId === known.into)
  if (known && !line) return cartError('no-such-item', wish.itemId)
  const qty = (line?.qty ?? 0) + wish.qty - (known?.qty ?? 0)
  const change = line ? resize(cart, line.itemId, qty, wish.item, options) : addFresh(cart, wish, options)
  if (!change.ok) return change
  const short = qty > (line?.qty ?? 0) && stockError(change.cart, change.line, options.pools)
  if (short) return short
  const item = { itemId: wish.itemId, into: change.line.itemId, qty: wish.qty }
  const items = [...joined.items.filter(({ itemId }) => itemId !== wish.itemId), item]
  return { ...change, joined: { ...joined, items } }
}

/** Merges all lines of a guest's cart; unavailable ones are left out. */
export function mergeLines(
  cart: Cart,
  joined: MergedCart,
  lines: readonly GuestLine[],
  options: { pools: Pools; now: number },
): { cart: Cart; joined: MergedCart } {
  const gone = joined.items
    .filter(({ itemId, qty }) => qty > 0 && lines.every((line) => line.itemId !== itemId))
    .map(({ itemId }): GuestLine => ({ itemId, qty: 0, item: null }))
  return [...gone, ...lines].reduce(
    (so, wish) => {
      const brought = so.joined.items.find(({ itemId }) => itemId === wish.itemId)
      if (brought?.qty === wish.qty) return so
      const change = mergeLine(so.cart, so.joined, wish, options)
      return change.ok ? { cart: change.cart, joined: change.joined } : so
    },
    { cart, joined },
  )
}

function addFresh(cart: Cart, { itemId, qty, item }: GuestLine, { now }: { now: number }): CartChange {
  return item && qty > 0 ? addUnits(cart, item, qty, { now }) : cartError('no-such-item', itemId)
}

function resize(
  cart: Cart,
  itemId: number,
  qty: number,
  item: NewLine | null,
  { now }: { now: number },
): CartChange {
  if (qty <= 0) return removeLine(cart, itemId, { now })
  return setLineQty(cart, itemId, qty, item ? { now, item } : { now })
}
