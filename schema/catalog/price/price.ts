/** The price of one unit at a point in time. */
import type { Cents } from '../../platform/money.ts'
import type { Product } from '../product/product.ts'

type Priced = Pick<Product, 'price' | 'specialPrice' | 'specialFrom' | 'specialTo' | 'setqty'>

/**
 * Returns the current price of the unit. The special price applies from `specialFrom` to `specialTo` (milliseconds,
 * both inclusive) and only when it is lower than the regular price.
 */
export function finalPrice(product: Priced, now: number): Cents {
  const { price, specialPrice, specialFrom, specialTo } = product
  const isActive = (specialFrom === null || now >= specialFrom) && (specialTo === null || now <= specialTo)
  return specialPrice !== null && isActive && specialPrice < price ? specialPrice : price
}

/** Returns the next time (milliseconds) at which `finalPrice` can change; `Infinity` when it never changes. */
export function priceChangesAt({ specialPrice, specialFrom, specialTo }: Priced, now: number): number {
  if (specialPrice === null) return Number.POSITIVE_INFINITY
  if (specialFrom !== null && now < specialFrom) return specialFrom
  return specialTo !== null && now <= specialTo ? specialTo + 1 : Number.POSITIVE_INFINITY
}

/** Returns the price of one tire of the unit, rounded up to a whole cent so that the shown price is never too low. */
export function priceByTire(product: Priced, now: number): Cents {
  return Math.ceil(finalPrice(product, now) / product.setqty)
}

/** Checks whether a price is valid: whole cents, not below zero. Zero is valid unless `zeroAllowed` is false. */
export function isPriceKnown(price: Cents | null | undefined, zeroAllowed = true): boolean {
  if (price === null || price === undefined || !Number.isInteger(price)) return false
  return zeroAllowed ? price >= 0 : price > 0
}
