/** Prices of now, told to whatever island shows what is chosen among. */
import type { PriceUpdates } from '../../../schema/catalog/product/price-update.ts'

const FRESH_PRICES = 'treadline:prices'

export function publishPrices(fresh: PriceUpdates): void {
  document.dispatchEvent(new CustomEvent(FRESH_PRICES, { detail: fresh }))
}

/** Returns the way to stop. */
export function subscribePrices(listener: (fresh: PriceUpdates) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<PriceUpdates>).detail)
  document.addEventListener(FRESH_PRICES, hear)
  return () => document.removeEventListener(FRESH_PRICES, hear)
}
