import { expect, test } from 'vitest'
import type { AnalyticsEvent } from '../../schema/platform/analytics/analytics-event.ts'
import { subscribeEvents } from '../platform/analytics/events.store.ts'
import { trackPurchaseOnce } from './purchase-event.store.ts'

const ORDER = {
  orderNumber: 'TL-AAAA0001',
  lines: [{ sku: 'TL-1' }, { sku: 'TL-2' }],
  totals: { grandTotal: 900 },
}
const TOLD = { kind: 'purchase', orderNumber: 'TL-AAAA0001', skus: ['TL-1', 'TL-2'], total: 900 }

test('[G10] a purchase is reported once however often its page is looked at, also to who listens later', () => {
  const held = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  })
  trackPurchaseOnce(storage, ORDER)
  trackPurchaseOnce(storage, ORDER)
  const heard: AnalyticsEvent[] = []
  subscribeEvents((event) => heard.push(event))
  expect(heard).toEqual([TOLD])
  trackPurchaseOnce(storage, { ...ORDER, orderNumber: 'TL-AAAA0002' })
  expect(heard).toHaveLength(2)
})

test('[G10] a browser that keeps nothing tells it all the same', () => {
  const heard: AnalyticsEvent[] = []
  subscribeEvents((event) => heard.push(event))
  trackPurchaseOnce(() => {
    throw new Error('forbidden')
  }, ORDER)
  expect(heard).toEqual([TOLD])
})
