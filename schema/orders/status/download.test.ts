import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '../order.ts'
import { areDownloadsUnlocked, downloadsLeft } from './download.ts'

test('[C8] a file is the buyer’s once its order is paid, in cash when it is delivered', () => {
  const paid = (paymentMethod: string) =>
    ORDER_STATUSES.filter((status) => areDownloadsUnlocked({ status, paymentMethod }))
  expect(paid('stripe')).toEqual(['paid', 'processing', 'shipped', 'delivered', 'partly_refunded'])
  expect(paid('cashondelivery')).toEqual(['delivered', 'partly_refunded'])
})

test('[C8] number_of_downloads 0 is without a limit', () => {
  expect(downloadsLeft({ allowed: 0, used: 99 })).toBeNull()
  expect(downloadsLeft({ allowed: 3, used: 1 })).toBe(2)
  expect(downloadsLeft({ allowed: 1, used: 2 })).toBe(0)
})
