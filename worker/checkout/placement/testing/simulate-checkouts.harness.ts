import { expect } from 'vitest'
import { openSimulation } from './checkout-simulation.harness.ts'
import { addTally, newTally } from './checkout-tally.harness.ts'

/** Checkouts of each of the two test files (decision 163). */
const CHECKOUTS = 500

/** Simulates checkouts, others in each run, and checks that they meet faults, so that the invariants are not empty. */
export async function simulateCheckouts(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const simulation = await openSimulation()
  const sum = newTally()
  try {
    const first = await simulation.runBlock(seed)
    addTally(sum, first)
    expect(await simulation.runBlock(seed), 'the same seed gives the same checkouts').toEqual(first)
    for (let block = 1; sum.checkouts < CHECKOUTS; block += 1)
      addTally(sum, await simulation.runBlock(seed + block))
  } finally {
    simulation.close()
  }
  expect(sum.confirmed).toBeGreaterThan(CHECKOUTS / 10)
  expect(sum.failed).toBeGreaterThan(CHECKOUTS / 10)
  expect(sum.faults).toBeGreaterThan(CHECKOUTS / 10)
  expect(sum.mails).toBeGreaterThan(sum.confirmed)
  for (const count of Object.values(sum.methods)) expect(count).toBeGreaterThan(CHECKOUTS / 40)
}
