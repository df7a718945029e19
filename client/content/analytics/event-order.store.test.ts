import { beforeEach, expect, test, vi } from 'vitest'
import type { AnalyticsEvent } from '../../../schema/platform/analytics/analytics-event.ts'
import { orderAfterIdentify } from './event-order.store.ts'

const CART: AnalyticsEvent = { kind: 'cart', skus: ['TL-1'], total: 100 }
const CHECKOUT: AnalyticsEvent = { kind: 'checkout', step: 'personal' }
const IDENTIFY: AnalyticsEvent = { kind: 'identify', email: 'rae@example.com', phone: null }

beforeEach(() => {
  vi.useFakeTimers()
})

function record() {
  const events: [ms: number, kind: string][] = []
  const start = Date.now()
  const clock = { now: Date.now, after: (ms: number, action: () => void) => void setTimeout(action, ms) }
  return { events, deliver: orderAfterIdentify(({ kind }) => events.push([Date.now() - start, kind]), clock) }
}

test('[G10] cart and checkout events follow an identify event after one and two seconds', () => {
  const { events, deliver } = record()
  deliver(CART)
  deliver(CHECKOUT)
  vi.advanceTimersByTime(500)
  deliver(IDENTIFY)
  vi.advanceTimersByTime(5_000)
  expect(events).toEqual([
    [0, 'cart'],
    [0, 'checkout'],
    [500, 'identify'],
    [1500, 'cart'],
    [2500, 'checkout'],
  ])
})

test('[G10] an event before the end of its delay is delivered once, at the end, with its latest data', () => {
  const { events, deliver } = record()
  deliver(IDENTIFY)
  vi.advanceTimersByTime(300)
  deliver(CHECKOUT)
  deliver({ ...CART, total: 200 })
  vi.advanceTimersByTime(5_000)
  deliver(CART)
  expect(events).toEqual([
    [0, 'identify'],
    [1000, 'cart'],
    [2000, 'checkout'],
    [5300, 'cart'],
  ])
})
