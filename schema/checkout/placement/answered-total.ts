/**
 * The totals that a cart's replies contained for an address. A tax, fee or price that changes before the payment must not
 * change the charge silently, so an order is compared with the last reply for its contents, state and ZIP code.
 */
import type { Cart } from '../../cart/cart.ts'
import type { Cents } from '../../platform/money.ts'

export interface AnsweredTotal {
  /** Key: contents, coupon and destination. */
  of: string
  total: Cents
}

/** How many destinations are stored; the oldest is dropped first. */
const REMEMBERED = 8

/** Adds this reply to `known`; a cart without a state has no final total. */
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
