/** Publishes current prices to the islands that offer a choice of products. */
import type { PriceUpdates } from '../../../schema/catalog/product/price-update.ts'

const PRICES_UPDATED = 'treadline:prices'

export function publishPrices(updates: PriceUpdates): void {
  document.dispatchEvent(new CustomEvent(PRICES_UPDATED, { detail: updates }))
}

/** Subscribes to current prices. Returns a function that unsubscribes. */
export function subscribePrices(listener: (updates: PriceUpdates) => void): () => void {
  const receive = (event: Event) => listener((event as CustomEvent<PriceUpdates>).detail)
  document.addEventListener(PRICES_UPDATED, receive)
  return () => document.removeEventListener(PRICES_UPDATED, receive)
}
