import { test } from 'vitest'
import { playSales } from './testing/sale-law.harness.ts'

test(
  '[H2] a hundred thousand acts with faults between any two steps, the first half: no order twice or lost, no charge twice, no oversell, every mail once',
  () => playSales(500),
  600_000,
)
