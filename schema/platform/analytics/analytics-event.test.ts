import { expect, test } from 'vitest'
import { toAnalyticsPhone } from '../../checkout/analytics-phone.ts'
import { toTrackedCounts } from './analytics-event.ts'

test('[G10] a phone number is +1 and ten digits, or null', () => {
  for (const text of ['3125550142', '(312) 555-0142', '+1 312 555 0142', '1-312-555-0142']) {
    expect(toAnalyticsPhone(text), text).toBe('+13125550142')
  }
  for (const text of ['', '555-0142', '+44 20 7946 0958', 'none'])
    expect(toAnalyticsPhone(text), text).toBeNull()
})

test('only kind and sku are counted, and no data about the shopper', () => {
  const product = { sku: 'TL-1', name: 'Halden', price: 100 }
  expect(toTrackedCounts({ kind: 'list', path: '/t?q=1', products: [product] })).toEqual([
    { kind: 'list', sku: '' },
  ])
  expect(toTrackedCounts({ kind: 'product', product })).toEqual([{ kind: 'product', sku: 'TL-1' }])
  expect(toTrackedCounts({ kind: 'add', sku: 'TL-1', qty: 4 })).toEqual([{ kind: 'add', sku: 'TL-1' }])
  expect(toTrackedCounts({ kind: 'checkout', step: 'shipping' })).toEqual([
    { kind: 'checkout-shipping', sku: '' },
  ])
  expect(toTrackedCounts({ kind: 'checkout', step: 'made-up' })).toEqual([])
  expect(toTrackedCounts({ kind: 'purchase', orderNumber: 'TL-X', skus: ['A', 'B'], total: 1 })).toEqual([
    { kind: 'purchase', sku: '' },
    { kind: 'purchase', sku: 'A' },
    { kind: 'purchase', sku: 'B' },
  ])
  expect(toTrackedCounts({ kind: 'identify', email: 'a@b.example', phone: null })).toEqual([])
})
