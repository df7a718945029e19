/**
 * Two-stage caching of lists: first the requested list, then, when the browser is idle, its next page, so that it is
 * available without a connection. When a list takes longer than its next page, prefetching ends: pages then load fast
 * enough without it.
 */
let isWorthwhile = true

interface Connection {
  saveData?: boolean
}

/** Checks whether the shopper saves data; then nothing is prefetched. */
function savesData(): boolean {
  return (navigator as { connection?: Connection }).connection?.saveData === true
}

/** Returns how long the current page took to load, in milliseconds. */
export function measurePageLoad(): number {
  const [entry] = performance.getEntriesByType('navigation')
  const { requestStart = 0, responseEnd = 0 } = (entry as PerformanceNavigationTiming | undefined) ?? {}
  return responseEnd - requestStart
}

/**
 * Prefetches the next page of the list when the browser is idle. `firstStage` is how long the current list took to
 * load, in milliseconds; `load` fetches a list and stores it.
 */
export function prefetchNextPage(firstStage: number, load: (href: string) => Promise<unknown>): void {
  if (!isWorthwhile || savesData() || !navigator.onLine) return
  const whenIdle = window.requestIdleCallback ?? setTimeout
  whenIdle(async () => {
    const next = document.querySelector<HTMLAnchorElement>('#results .paging a[rel=next]')
    if (!next || !isWorthwhile) return
    const startedAt = performance.now()
    try {
      await load(next.href)
      isWorthwhile = firstStage <= performance.now() - startedAt
    } catch {
      // The shopper has not requested this page; a later request shows the failure.
    }
  })
}
