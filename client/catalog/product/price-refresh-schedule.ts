/**
 * When prices on a page are asked for anew: a page comes as it was stored, so
 * one that was put aside for more than a minute, or comes back from the browser's memory, is asked about. The code that
 * asks comes then.
 */

/** Pages that the server gives out are no older. */
const FRESH_MS = 60_000

export function schedulePriceRefresh(): void {
  let seenAt = Date.now()
  const sync = () => {
    seenAt = Date.now()
    if (document.querySelector('[data-price-sku], [data-island=buy-box]')) {
      // Without an answer the page keeps its prices; the cart has its own.
      import('./price-refresh.ts').then(({ refreshShownPrices }) => refreshShownPrices()).catch(() => {})
    }
  }
  addEventListener('pageshow', ({ persisted }) => persisted && sync())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') seenAt = Date.now()
    else if (Date.now() - seenAt > FRESH_MS) sync()
  })
}
