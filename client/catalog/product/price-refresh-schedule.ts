/**
 * Schedules the refresh of prices. Pages are cached, so the prices of a page are read again when it was hidden for more
 * than a minute or returns from the bfcache. The code of the refresh is loaded then.
 */

/** Maximum age of prices on a page that the server sends. */
const FRESH_MS = 60_000

/** Starts the listeners; called once per page. */
export function schedulePriceRefresh(): void {
  let lastVisibleAt = Date.now()
  const refresh = () => {
    lastVisibleAt = Date.now()
    if (document.querySelector('[data-price-sku], [data-island=buy-box]')) {
      // After a failure the page keeps its prices; the cart computes its own.
      import('./price-refresh.ts').then(({ refreshShownPrices }) => refreshShownPrices()).catch(() => {})
    }
  }
  addEventListener('pageshow', ({ persisted }) => persisted && refresh())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') lastVisibleAt = Date.now()
    else if (Date.now() - lastVisibleAt > FRESH_MS) refresh()
  })
}
