import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import {
  cashOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { endExpiredDrafts } from '../../orders/counter/counter-draft.sql.ts'
import { CounterStaff } from './testing/counter.harness.ts'

const ROUNDS = 40
const BUYERS = 10
/** Tires by pool at the beginning of each round: fewer than its buyers want. */
const POOLS = { 'TL-1001': 1, 'TL-2001': 3, 'TL-2002': 3 } as const
const SKUS = ['TL-1001', 'TL-2001-1', 'TL-2002-1'] as const

/** A fixed sequence of numbers below `limit`, the same in every run. */
function sequence(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

let staff: CounterStaff[]

beforeAll(async () => {
  await openShop()
  staff = await Promise.all(['counter', 'manager', 'owner'].map((role) => CounterStaff.of(role as 'owner')))
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/s/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})

/** Sells at the counter, ends the sale, or leaves it to its end. */
async function buyAtCounter(person: CounterStaff, sku: string, choice: number): Promise<void> {
  const draft = await person.begin(sku)
  if (draft === '') return
  if (choice === 0) return
  if (choice === 1) await person.change(draft, { action: 'end' })
  else await person.payCash(draft)
}

test(`[H14p] of ${ROUNDS * BUYERS} buyers at the counter and on the web at once, each tire has one and none is held forever`, async () => {
  const random = sequence(7)
  const harness = newPlacementHarness(Date.now())
  let sold = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [pool, qty] of Object.entries(POOLS))
      await env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(qty, pool).run()
    const before = await soldTires()
    const buyers = Array.from({ length: BUYERS }, (_, buyer) => {
      const sku = SKUS[random(SKUS.length)] ?? 'TL-1001'
      const person = staff[random(staff.length)]
      if (buyer % 2 === 0 && person) return buyAtCounter(person, sku, random(6))
      const quoteId = `a${(round * BUYERS + buyer).toString(16).padStart(31, '0')}`
      return fillCart(quoteId, harness, { [sku]: 1 }).then(() =>
        placeTestOrder(quoteId, harness, cashOrder()),
      )
    })
    await Promise.all(buyers)
    await endExpiredDrafts(env.DB, Date.now() + 86_400_000)
    const left = await Promise.all(Object.keys(POOLS).map(stockOf))
    const soldNow = (await soldTires()) - before
    expect([round, left.reduce((sum, qty) => sum + qty, soldNow), Math.min(...left) >= 0]).toEqual([
      round,
      7,
      true,
    ])
    sold += soldNow
  }
  expect(sold).toBeGreaterThan(ROUNDS * 3)
}, 60_000)

/** Returns the tires of all orders that are placed; each line of this test has one. */
async function soldTires(): Promise<number> {
  const row = await env.DB.prepare(
    `SELECT count(*) AS n FROM sales_order_line l JOIN sales_order o ON o.id = l.order_id
      WHERE o.status IN ('delivered', 'processing', 'paid')`,
  ).first<{ n: number }>()
  return row?.n ?? 0
}
