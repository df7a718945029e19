import { expect, test } from 'vitest'
import { ORDER_TIRES } from '../../cart/order-size.ts'
import { ORDER_LIMITS, TOO_MANY_OPEN } from './order-limits.ts'

test('[audit A3] a shared network may order more than one buyer, and more a day than an hour', () => {
  const { network, ...buyers } = ORDER_LIMITS
  for (const [name, buyer] of Object.entries(buyers)) {
    for (const count of ['hour', 'day', 'holds', 'unpaid'] as const)
      expect(network[count], `${name} ${count}`).toBeGreaterThan(buyer[count])
    expect(buyer.day).toBeGreaterThan(buyer.hour)
  }
})

test('[audit A3] a buyer without open orders can place the largest order that is sold online', () => {
  expect(ORDER_TIRES.order).toBeGreaterThanOrEqual(ORDER_TIRES.line)
  for (const { unpaid } of Object.values(ORDER_LIMITS))
    expect(unpaid).toBeGreaterThanOrEqual(ORDER_TIRES.order)
})

test('[audit A3] the refusal names a time and a telephone', () => {
  expect(TOO_MANY_OPEN).toMatch(/in an hour, or call \d{3}-\d{3}-\d{4}\.$/)
})
