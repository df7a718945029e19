import { test } from 'vitest'
import { playOrders } from './testing/order-laws.harness.ts'

test(
  '[H2] a hundred thousand acts with faults between any two steps, the first half: no order twice or lost, no charge twice, no oversell, every mail once',
  () => playOrders(500),
  600_000,
)
