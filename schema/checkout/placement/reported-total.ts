/**
 * The totals that the replies about a cart contained. A tax, fee or price that changes before the payment must not
 * change the charge without notice, so an order is compared with the last reply for its contents, state and ZIP code.
 */
import type { Cart } from '../../cart/cart.ts'
import type { Cents } from '../../platform/money.ts'

export interface ReportedTotal {
  /** The key of the total: contents, coupon and destination. */
  of: string
  total: Cents
}

/** How many totals are stored; the oldest is dropped first. */
const MAX_TOTALS = 8

/** Adds the total of a reply to `known`, unless the cart has no state and so no final total. */
export function addReportedTotal(known: readonly ReportedTotal[], cart: Cart, total: Cents): ReportedTotal[] {
  const of = totalKey(cart)
  return of === null
    ? [...known]
    : [...known.filter((one) => one.of !== of), { of, total }].slice(-MAX_TOTALS)
}

/** Returns the total of the last reply for exactly this cart, or `null`. */
export function findReportedTotal(known: readonly ReportedTotal[], cart: Cart): Cents | null {
  const of = totalKey(cart)
  return known.find((one) => one.of === of)?.total ?? null
}

function totalKey({ lines, coupon, shipTo }: Cart): string | null {
  if (!shipTo?.regionId) return null
  const contents = lines.map(({ itemId, sku, qty }) => [itemId, sku, qty])
  return JSON.stringify([shipTo.regionId, shipTo.postcode?.slice(0, 5) ?? '', coupon?.code ?? null, contents])
}
