import { expect, test } from 'vitest'
import { orderEventWords } from './order-words.ts'

test('[F4] the history of an order names the parcel, and keeps to itself what is for the shop alone', () => {
  expect(orderEventWords('placed')).toBe('Order placed')
  const parcel = { carrier: 'UPS', tracking: '1ZTREAD10000000001' }
  expect(orderEventWords('shipped', parcel)).toBe('On its way with UPS, tracking number 1ZTREAD10000000001')
  expect(orderEventWords('shipped', { carrier: 7 })).toBe('On its way')
  expect(orderEventWords('refunded', parcel)).toBe('Money returned')
  expect(orderEventWords('hold_failed')).toBeNull()
})
