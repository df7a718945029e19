/** Measures the web vitals of this page (https://web.dev/articles/vitals) for the shop's own beacon. */
import type { WebVitals } from '../../../schema/content/analytics/web-vitals.ts'

/** What entries have in addition to `PerformanceEntry`; TypeScript does not know all of them. */
interface Entry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  interactionId: number
}

/**
 * Observes entries, also those from before this script was loaded. A browser ignores a type that it does not know. Without
 * a threshold it leaves out events of less than 104 ms; 16 is the least that it accepts.
 */
function observe(type: string, add: (entry: Entry) => void): void {
  new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(add)).observe({
    type,
    buffered: true,
    durationThreshold: 16,
  } as PerformanceObserverInit)
}

/** Starts measuring; the returned function gives the values so far. */
export function measureWebVitals(): () => WebVitals {
  let lcp: number | undefined
  let [inp, cls] = [0, 0]
  // Shifts with less than a second between them, within five seconds, are one moment.
  let [sum, first, last] = [0, 0, 0]
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime
  })
  observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (startTime > last + 1e3 || startTime > first + 5e3) [sum, first] = [0, startTime]
    last = startTime
    if (!hadRecentInput) sum += value
    cls = Math.max(cls, sum)
  })
  observe('event', ({ interactionId, duration }) => {
    if (interactionId) inp = Math.max(inp, duration)
  })
  return () => {
    const [{ activationStart, responseStart } = {}] = performance.getEntriesByType('navigation') as {
      activationStart?: number
      responseStart?: number
    }[]
    return {
      page: document.documentElement.dataset.page,
      width: innerWidth,
      connection: (navigator as { connection?: { effectiveType: '4g' } }).connection?.effectiveType,
      lcp,
      inp,
      cls,
      ttfb: responseStart,
      begin: activationStart,
    }
  }
}
