import { test } from 'vitest'
import { simulateOrders } from './testing/order-invariants.harness.ts'

test(
  '[H2] random actions with faults between any two steps, the first half: no order twice or lost, no charge twice, no oversell, every mail once',
  () => simulateOrders(),
  600_000,
)
