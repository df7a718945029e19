/**
 * The totals that a cart was told with an address. Tax, a fee or a price that changes between cart and pay must not change
 * what is charged in silence, so an order is compared with what was answered last for its contents, state and ZIP code.
 */
import type { Cart } from '../../cart/cart.ts'
import type { Cents } from '../../platform/money.ts'

export interface AnsweredTotal {
  /** What was totaled: contents, coupon and place. */
  of: string
  total: Cents
}

/** Places that are remembered; who compares more of them is told the last ones. */
const REMEMBERED = 8

/** `known` with this answer; a cart without a state has no total that could be relied on. */
export function rememberTotal(known: readonly AnsweredTotal[], cart: Cart, total: Cents): AnsweredTotal[] {
  const of = totaledOf(cart)
  return of === null
    ? [...known]
    : [...known.filter((one) => one.of !== of), { of, total }].slice(-REMEMBERED)
}

export function answeredTotal(known: readonly AnsweredTotal[], cart: Cart): Cents | null {
  const of = totaledOf(cart)
  return known.find((one) => one.of === of)?.total ?? null
}

function totaledOf({ lines, coupon, shipTo }: Cart): string | null {
  if (!shipTo?.regionId) return null
  const contents = lines.map(({ itemId, sku, qty }) => [itemId, sku, qty])
  return JSON.stringify([shipTo.regionId, shipTo.postcode?.slice(0, 5) ?? '', coupon?.code ?? null, contents])
}
