import { expect, test, vi } from 'vitest'
import { measureWebVitals } from './web-vitals.ts'

interface Observed {
  type: string
  durationThreshold?: number
}

/** Gives entries to the observers of a type, as a browser does. */
function fakeObservers() {
  const observers: [observed: Observed, report: (list: object) => void][] = []
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly #report: (list: object) => void
      constructor(report: (list: object) => void) {
        this.#report = report
      }
      observe(observed: Observed) {
        observers.push([observed, this.#report])
      }
    },
  )
  return (type: string, entries: { interactionId: number; duration: number }[]) => {
    for (const [observed, report] of observers) {
      // https://w3c.github.io/event-timing/: 104 ms without a threshold, and never less than 16 ms.
      const least = Math.max(16, observed.durationThreshold ?? 104)
      const reported = entries.filter(({ duration }) => duration >= least)
      if (observed.type === type && reported.length > 0) report({ getEntries: () => reported })
    }
  }
}

test('[H12] a fast interaction is measured too, and the slowest one is reported', () => {
  const give = fakeObservers()
  vi.stubGlobal('document', { documentElement: { dataset: { page: 'product' } } })
  vi.stubGlobal('innerWidth', 390)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  const read = measureWebVitals()
  expect(read()).toMatchObject({ page: 'product', width: 390, inp: 0 })
  give('event', [
    { interactionId: 1, duration: 48 },
    { interactionId: 2, duration: 24 },
    // Moving the pointer is no interaction.
    { interactionId: 0, duration: 96 },
  ])
  expect(read().inp).toBe(48)
})
