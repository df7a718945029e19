/** Stores each arrival and the scroll position when a page is left, and restores the position on the way back. */
import { readRouteHistory, recordArrival, saveRouteHistory } from './route-history.store.ts'

const addressNow = () => location.pathname + location.search

function isBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

function record(back: boolean): void {
  const here = { path: addressNow(), pageSize: document.querySelectorAll('.card').length }
  const routes = recordArrival(readRouteHistory(), here, back)
  saveRouteHistory(routes)
  document.documentElement.toggleAttribute('data-back', back)
  // Only where the browser has not restored the position itself.
  if (back && routes.current.scroll > 0 && scrollY === 0)
    scrollTo({ top: routes.current.scroll, behavior: 'instant' })
}

/** Starts the tracking; called once per page. */
export function trackRouteHistory(): void {
  record(isBack())
  addEventListener('pageshow', ({ persisted }) => persisted && record(true))
  addEventListener('pagehide', () => {
    const routes = readRouteHistory()
    if (!routes) return
    // A list that was swapped in place has another address than the page that was loaded.
    const current = { ...routes.current, path: addressNow(), scroll: Math.round(scrollY) }
    saveRouteHistory({ ...routes, current })
  })
}
