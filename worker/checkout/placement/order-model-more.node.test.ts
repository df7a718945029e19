import { test } from 'vitest'
import { simulateCheckouts } from './testing/simulate-checkouts.harness.ts'

test(
  '[H2] checkouts of all five ways to pay with faults between any two steps, the second half: no order twice or lost, no charge twice, no oversell, every mail once',
  () => simulateCheckouts(),
  600_000,
)
