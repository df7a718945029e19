/**
 * Merges a guest's cart into a customer's (D5). The merged quantities are stored, so that a repeated sign-in merges
 * only later changes, and a late mutation of a guest's line finds the merged line.
 */
import type { Pools } from '../../catalog/product/stock.ts'
import { addUnits, type Cart, type CartChange, type NewLine, removeLine, setLineQty } from '../cart.ts'
import { cartError } from '../cart-error.ts'
import type { TireService } from '../extras/tire-services.ts'
import { stockError } from '../stock/cart-stock.ts'

/** A line of the guest's cart, the line that it was merged into, and its merged units. */
interface MergedItem {
  itemId: number
  into: number
  qty: number
}

export interface MergedCart {
  /** The key by which pages identify the guest's cart. */
  from: string
  items: MergedItem[]
  /** The lines of the guest's services, which are not merged: those of the customer's cart follow its tires. */
  services?: { itemId: number; service: TireService }[]
}

/** How many merged carts are stored. */
export const MAX_MERGED_CARTS = 4

export interface GuestLine {
  itemId: number
  /** The guest's quantity; 0 for a removed line. */
  qty: number
  /** The item from the catalog; `null` when it is no longer available. */
  item: NewLine | null
}

/** Applies the guest's quantity to the merged line; the other units of the line are the customer's own. */
export function mergeLine(
  cart: Cart,
  joined: MergedCart,
  guestLine: GuestLine,
  options: { pools: Pools; now: number },
): (Extract<CartChange, { ok: true }> & { joined: MergedCart }) | Extract<CartChange, { ok: false }> {
  const known = joined.items.find(({ itemId }) => itemId === guestLine.itemId)
  const line = known && cart.lines.find(({ itemId }) => itemId === known.into)
  if (known && !line) return cartError('no-such-item', guestLine.itemId)
  const qty = (line?.qty ?? 0) + guestLine.qty - (known?.qty ?? 0)
  const change = line
    ? setMergedQty(cart, line.itemId, qty, guestLine.item, options)
    : addGuestLine(cart, guestLine, options)
  if (!change.ok) return change
  const short = qty > (line?.qty ?? 0) && stockError(change.cart, change.line, options.pools)
  if (short) return short
  const item = { itemId: guestLine.itemId, into: change.line.itemId, qty: guestLine.qty }
  const items = [...joined.items.filter(({ itemId }) => itemId !== guestLine.itemId), item]
  return { ...change, joined: { ...joined, items } }
}

/** Merges all lines of a guest's cart; unavailable lines are left out. */
export function mergeLines(
  cart: Cart,
  joined: MergedCart,
  lines: readonly GuestLine[],
  options: { pools: Pools; now: number },
): { cart: Cart; joined: MergedCart } {
  const removed = joined.items
    .filter(({ itemId, qty }) => qty > 0 && lines.every((line) => line.itemId !== itemId))
    .map(({ itemId }): GuestLine => ({ itemId, qty: 0, item: null }))
  return [...removed, ...lines].reduce(
    (merged, guestLine) => {
      const before = merged.joined.items.find(({ itemId }) => itemId === guestLine.itemId)
      if (before?.qty === guestLine.qty) return merged
      const change = mergeLine(merged.cart, merged.joined, guestLine, options)
      return change.ok ? { cart: change.cart, joined: change.joined } : merged
    },
    { cart, joined },
  )
}

function addGuestLine(cart: Cart, { itemId, qty, item }: GuestLine, { now }: { now: number }): CartChange {
  return item && qty > 0 ? addUnits(cart, item, qty, { now }) : cartError('no-such-item', itemId)
}

function setMergedQty(
  cart: Cart,
  itemId: number,
  qty: number,
  item: NewLine | null,
  { now }: { now: number },
): CartChange {
  if (qty <= 0) return removeLine(cart, itemId, { now })
  return setLineQty(cart, itemId, qty, item ? { now, item } : { now })
}
