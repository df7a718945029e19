import { expect, test } from 'vitest'
import { ORDER_TIRES } from '../../cart/order-size.ts'
import { ORDER_LIMIT_MESSAGE, ORDER_LIMITS } from './order-limits.ts'

test('[audit A3] a network has higher limits than a buyer, and a day has higher limits than an hour', () => {
  const { network, ...buyers } = ORDER_LIMITS
  for (const [name, buyer] of Object.entries(buyers)) {
    for (const count of ['hour', 'day', 'holds', 'unpaid'] as const)
      expect(network[count], `${name} ${count}`).toBeGreaterThan(buyer[count])
    expect(buyer.day).toBeGreaterThan(buyer.hour)
  }
})

test('[audit A3] a buyer without open orders can place the largest order that the shop accepts online', () => {
  expect(ORDER_TIRES.order).toBeGreaterThanOrEqual(ORDER_TIRES.line)
  for (const { unpaid } of Object.values(ORDER_LIMITS))
    expect(unpaid).toBeGreaterThanOrEqual(ORDER_TIRES.order)
})

test('[audit A3] the refusal has a time and a phone number', () => {
  expect(ORDER_LIMIT_MESSAGE).toMatch(/in an hour, or call \d{3}-\d{3}-\d{4}\.$/)
})
