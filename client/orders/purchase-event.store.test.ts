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

test('[G10] a purchase is reported once however often its page is looked at, also to who listens later', () => {
  stubStorage()
  trackPurchaseOnce(ORDER)
  trackPurchaseOnce(ORDER)
  const heard: AnalyticsEvent[] = []
  subscribeEvents((event) => heard.push(event))
  expect(heard).toEqual([REPORTED])
  trackPurchaseOnce({ ...ORDER, orderNumber: 'TL-AAAA0002' })
  expect(heard).toHaveLength(2)
})

test('[G10] a purchase is reported all the same where nothing can be stored', () => {
  forbidStorage()
  const heard: AnalyticsEvent[] = []
  subscribeEvents((event) => heard.push(event))
  trackPurchaseOnce(ORDER)
  expect(heard).toEqual([REPORTED])
})
