/**
 * Two-stage caching of lists: first the list that was asked for, then, when it stands and the
 * browser rests, the page after it, so that it is there without a connection too. Once the list itself took longer
 * than the page after it, asking ahead ends: a page that comes so soon need not be fetched before it is wanted.
 */
let isWorth = true

interface Connection {
  saveData?: boolean
}

/** Anyone who pays for each byte is not given more than was asked for. */
function savesData(): boolean {
  return (navigator as { connection?: Connection }).connection?.saveData === true
}

/** How long the page that stands here took to arrive. Milliseconds. */
export function measurePageLoad(): number {
  const [entry] = performance.getEntriesByType('navigation')
  const { requestStart = 0, responseEnd = 0 } = (entry as PerformanceNavigationTiming | undefined) ?? {}
  return responseEnd - requestStart
}

/** `firstStage` is how long the list took that is shown now, in milliseconds; `read` fetches and keeps a list. */
export function prefetchNextPage(firstStage: number, read: (href: string) => Promise<unknown>): void {
  if (!isWorth || savesData() || !navigator.onLine) return
  const rest = window.requestIdleCallback ?? setTimeout
  rest(async () => {
    const next = document.querySelector<HTMLAnchorElement>('#results .paging a[rel=next]')
    if (!next || !isWorth) return
    const begin = performance.now()
    try {
      await read(next.href)
      isWorth = firstStage <= performance.now() - begin
    } catch {
      // Nobody asked for it yet; a later request reports the failure.
    }
  })
}
