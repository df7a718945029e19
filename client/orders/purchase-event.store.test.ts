import { expect, test } from 'vitest'
import type { ShopEvent } from '../../schema/platform/analytics/analytics-event.ts'
import { hearEvents } from '../platform/analytics/events.store.ts'
import { tellPurchase } from './purchase-event.store.ts'

const ORDER = {
  orderNumber: 'TL-AAAA0001',
  lines: [{ sku: 'TL-1' }, { sku: 'TL-2' }],
  totals: { grandTotal: 900 },
}
const TOLD = { kind: 'purchase', orderNumber: 'TL-AAAA0001', skus: ['TL-1', 'TL-2'], total: 900 }

test('[G10] a purchase is told once however often its page is looked at, also to who listens later', () => {
  const kept = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  tellPurchase(storage, ORDER)
  tellPurchase(storage, ORDER)
  const heard: ShopEvent[] = []
  hearEvents((event) => heard.push(event))
  expect(heard).toEqual([TOLD])
  tellPurchase(storage, { ...ORDER, orderNumber: 'TL-AAAA0002' })
  expect(heard).toHaveLength(2)
})

test('[G10] a browser that keeps nothing tells it all the same', () => {
  const heard: ShopEvent[] = []
  hearEvents((event) => heard.push(event))
  tellPurchase(() => {
    throw new Error('forbidden')
  }, ORDER)
  expect(heard).toEqual([TOLD])
})
