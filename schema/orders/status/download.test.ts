import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '../order.ts'
import { areDownloadsUnlocked, downloadsLeft } from './download.ts'

test('[C8] a file can be downloaded once its order is paid, with cash on delivery once it is delivered', () => {
  const paid = (paymentMethod: string) =>
    ORDER_STATUSES.filter((status) => areDownloadsUnlocked({ status, paymentMethod }))
  expect(paid('stripe')).toEqual(['paid', 'processing', 'shipped', 'delivered', 'partly_refunded'])
  expect(paid('cashondelivery')).toEqual(['delivered', 'partly_refunded'])
})

test('[C8] 0 as number_of_downloads means no limit', () => {
  expect(downloadsLeft({ allowed: 0, used: 99 })).toBeNull()
  expect(downloadsLeft({ allowed: 3, used: 1 })).toBe(2)
  expect(downloadsLeft({ allowed: 1, used: 2 })).toBe(0)
})
