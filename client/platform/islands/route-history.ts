/** Writes down each arrival and how far a page was scrolled when it was left, and restores that on the way back. */
import { readRouteHistory, recordArrival, saveRouteHistory } from './route-history.store.ts'

const addressNow = () => location.pathname + location.search

function isBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

function note(back: boolean): void {
  const here = { path: addressNow(), pageSize: document.querySelectorAll('.card').length }
  const routes = recordArrival(readRouteHistory(), here, back)
  saveRouteHistory(routes)
  document.documentElement.toggleAttribute('data-back', back)
  // Only where the browser has not been there first.
  if (back && routes.current.scroll > 0 && scrollY === 0)
    scrollTo({ top: routes.current.scroll, behavior: 'instant' })
}

export function trackRouteHistory(): void {
  note(isBack())
  addEventListener('pageshow', ({ persisted }) => persisted && note(true))
  addEventListener('pagehide', () => {
    const routes = readRouteHistory()
    if (!routes) return
    // A list that was exchanged in place has another address than the one that was loaded.
    const current = { ...routes.current, path: addressNow(), scroll: Math.round(scrollY) }
    saveRouteHistory({ ...routes, current })
  })
}
