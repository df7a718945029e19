import { expect, test } from 'vitest'
import { ORDER_TIRES } from '../../cart/order-size.ts'
import { ORDER_LIMITS, TOO_MANY_OPEN } from './order-limits.ts'

test('[audit A3] whoever shares a network is not limited by what one buyer may do, and a day has more than an hour', () => {
  const { network, ...buyers } = ORDER_LIMITS
  for (const [name, buyer] of Object.entries(buyers)) {
    for (const count of ['hour', 'day', 'holds', 'unpaid'] as const)
      expect(network[count], `${name} ${count}`).toBeGreaterThan(buyer[count])
    expect(buyer.day).toBeGreaterThan(buyer.hour)
  }
})

test('[audit A3] the largest order that is sold online may be placed by whoever has none open', () => {
  expect(ORDER_TIRES.order).toBeGreaterThanOrEqual(ORDER_TIRES.line)
  for (const { unpaid } of Object.values(ORDER_LIMITS))
    expect(unpaid).toBeGreaterThanOrEqual(ORDER_TIRES.order)
})

test('[audit A3] the refusal names a time and a telephone', () => {
  expect(TOO_MANY_OPEN).toMatch(/in an hour, or call \d{3}-\d{3}-\d{4}\.$/)
})
