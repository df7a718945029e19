/** What one unit costs at a moment. */
import type { Cents } from '../../platform/money.ts'
import type { Product } from '../product/product.ts'

type Priced = Pick<Product, 'price' | 'specialPrice' | 'specialFrom' | 'specialTo' | 'setqty'>

/** The special price counts from `specialFrom` to `specialTo`, both inclusive, and only when it is lower. */
export function finalPrice(product: Priced, now: number): Cents {
  const { price, specialPrice, specialFrom, specialTo } = product
  const runs = (specialFrom === null || now >= specialFrom) && (specialTo === null || now <= specialTo)
  return specialPrice !== null && runs && specialPrice < price ? specialPrice : price
}

/** Returns the next moment (ms) at which `finalPrice` may change; `Infinity` when it does not. */
export function priceChangesAt({ specialPrice, specialFrom, specialTo }: Priced, now: number): number {
  if (specialPrice === null) return Number.POSITIVE_INFINITY
  if (specialFrom !== null && now < specialFrom) return specialFrom
  return specialTo !== null && now <= specialTo ? specialTo + 1 : Number.POSITIVE_INFINITY
}

/** Returns the price of one tire of the unit, rounded up to a whole cent so that it never promises too little. */
export function priceByTire(product: Priced, now: number): Cents {
  return Math.ceil(finalPrice(product, now) / product.setqty)
}

/** Returns whether a price is known: not below zero; zero counts unless the shop forbids it. */
export function isPriceKnown(price: Cents | null | undefined, zeroAllowed = true): boolean {
  if (price === null || price === undefined || !Number.isInteger(price)) return false
  return zeroAllowed ? price >= 0 : price > 0
}
