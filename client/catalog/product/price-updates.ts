/** Prices of now, told to whatever island shows what is chosen among. */
import type { FreshPrices } from '../../../schema/catalog/product/price-update.ts'

const FRESH_PRICES = 'treadline:prices'

export function tellPrices(fresh: FreshPrices): void {
  document.dispatchEvent(new CustomEvent(FRESH_PRICES, { detail: fresh }))
}

/** Returns the way to stop. */
export function hearPrices(listener: (fresh: FreshPrices) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<FreshPrices>).detail)
  document.addEventListener(FRESH_PRICES, hear)
  return () => document.removeEventListener(FRESH_PRICES, hear)
}
