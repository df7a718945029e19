import { expect, test } from 'vitest'
import type { AnalyticsEvent } from '../../schema/platform/analytics/analytics-event.ts'
import { subscribeEvents } from '../platform/analytics/events.store.ts'
import { forbidStorage, stubStorage } from '../platform/storage/testing/memory-storage.harness.ts'
import { trackPurchaseOnce } from './purchase-event.store.ts'

const ORDER = {
  orderNumber: 'TL-AAAA0001',
  lines: [{ sku: 'TL-1' }, { sku: 'TL-2' }],
  totals: { grandTotal: 900 },
}
const REPORTED = { kind: 'purchase', orderNumber: 'TL-AAAA0001', skus: ['TL-1', 'TL-2'], total: 900 }

test('[G10] a purchase is reported once, also when its page is opened twice and to a later subscriber', () => {
  stubStorage()
  trackPurchaseOnce(ORDER)
  trackPurchaseOnce(ORDER)
  const received: AnalyticsEvent[] = []
  subscribeEvents((event) => received.push(event))
  expect(received).toEqual([REPORTED])
  trackPurchaseOnce({ ...ORDER, orderNumber: 'TL-AAAA0002' })
  expect(received).toHaveLength(2)
})

test('[G10] a purchase is reported without session storage', () => {
  forbidStorage()
  const received: AnalyticsEvent[] = []
  subscribeEvents((event) => received.push(event))
  trackPurchaseOnce(ORDER)
  expect(received).toEqual([REPORTED])
})
