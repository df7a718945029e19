/**
 * Simulates checkouts of all ways to pay, with faults between any two operations, and checks the invariants of each
 * shop. The same seed gives the same checkouts.
 */
import fc from 'fast-check'
import { loadFixture } from '../../../catalog/index/testing/catalog.fixture.ts'
import { openNodeD1 } from '../../../platform/testing/d1-node-adapter.harness.ts'
import { randomFrom, surround, type VirtualTime } from '../../../platform/testing/virtual-time.harness.ts'
import { newTally, type Tally } from './checkout-tally.harness.ts'
import { inspect, STOCK } from './order-invariants.harness.ts'
import { type Action, action, perform, runCron } from './simulated-actions.harness.ts'
import { SimulatedShop } from './simulated-shop.harness.ts'

/** The most actions in one shop; about a third of them are checkouts, which share the stock. */
const ACTIONS = 120
/** Shops of one block. */
const BLOCK = 20
const MINUTE_MS = 60_000

export interface Simulation {
  /** Simulates a block of shops, about 400 checkouts; throws with the shortest script that breaks an invariant. */
  runBlock(seed: number): Promise<Tally>
  close(): void
}

/** Opens the database and replaces the surroundings of the process until `close`. */
export async function openSimulation(): Promise<Simulation> {
  const node = openNodeD1()
  await loadFixture(node.db)
  for (const [sku, qty] of Object.entries(STOCK))
    await node.db.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(qty, sku).run()
  let current: { time: VirtualTime; random: () => number } | null = null
  const restore = surround(() => {
    if (!current) throw new Error('no simulation is running')
    return current
  })
  const { fetch } = globalThis
  const runScript = async (script: readonly Action[], seed: number, tally: Tally) => {
    node.begin()
    const shop = new SimulatedShop(node.db, randomFrom(seed))
    current = shop
    globalThis.fetch = shop.fetch as typeof fetch
    try {
      for (const one of script) await perform(shop, one)
      await settle(shop)
      const { orders, mails, violations } = await inspect(shop)
      if (violations.length > 0) throw new Error(violations.join('\n'))
      tally.checkouts += shop.homes.length
      tally.faults += shop.faults
      tally.mails += mails
      for (const { payment_method: method, confirmed, canceled } of orders) {
        tally.methods[method] = (tally.methods[method] ?? 0) + 1
        if (confirmed) tally.confirmed += 1
        if (!confirmed || canceled) tally.failed += 1
      }
    } finally {
      shop.close()
      node.rollback()
    }
  }
  return {
    async runBlock(seed) {
      const tally = newTally()
      const scripts = fc.array(action, { minLength: 1, maxLength: ACTIONS, size: 'max' })
      const property = fc.asyncProperty(scripts, fc.integer(), (script, own) => runScript(script, own, tally))
      const result = await fc.check(property, { seed, numRuns: BLOCK })
      if (result.failed) throw new Error(describeFailure(seed, result, tally.checkouts))
      return tally
    },
    close() {
      globalThis.fetch = fetch
      restore()
    },
  }
}

/** Says what was broken, by which actions, and how to see it again. */
function describeFailure(
  seed: number,
  { counterexample, errorInstance, numShrinks }: fc.RunDetails<[Action[], number]>,
  before: number,
): string {
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const [script = [], own] = counterexample ?? []
  const steps = script.map((one) => `  ${JSON.stringify(one)}`).join('\n')
  return [
    `An invariant is broken after ${before} checkouts of the block, in ${script.length} actions (shortened ${numShrinks} times):`,
    reason,
    `${steps}\n  with chance ${own}`,
    `Again: npm run bench -- --only simulation --seed ${seed} --count 1`,
  ].join('\n')
}

/** Runs alarms and the cron without faults until no reservation, payment, refund or mail is open. */
async function settle(shop: SimulatedShop): Promise<void> {
  await shop.finishLateWork()
  for (let round = 0; round < 4; round += 1) {
    await shop.fireAlarms(shop.time.now + 16 * MINUTE_MS)
    await runCron(shop)
  }
  await shop.fireAlarms(Number.POSITIVE_INFINITY)
  // The longest delay between two attempts to send a mail is six hours.
  await shop.time.passTo(shop.time.now + 6 * 60 * MINUTE_MS)
  await runCron(shop)
}
