/** Current prices, published to the islands that show a choice among products. */
import type { PriceUpdates } from '../../../schema/catalog/product/price-update.ts'

const FRESH_PRICES = 'treadline:prices'

export function publishPrices(fresh: PriceUpdates): void {
  document.dispatchEvent(new CustomEvent(FRESH_PRICES, { detail: fresh }))
}

/** Returns the way to stop. */
export function subscribePrices(listener: (fresh: PriceUpdates) => void): () => void {
  const receive = (event: Event) => listener((event as CustomEvent<PriceUpdates>).detail)
  document.addEventListener(FRESH_PRICES, receive)
  return () => document.removeEventListener(FRESH_PRICES, receive)
}
