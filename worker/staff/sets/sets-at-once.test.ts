/** Several people, and buyers, who want the same tires at the same moment. */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { breakSet, undoBreak } from './break-set.ts'
import { makeSet } from './make-set.ts'
import { addTires } from './testing/alike-tires.harness.ts'

const NOW = Date.UTC(2026, 10, 27, 15)
/** How often two people make sets of the same four tires at once. */
const ROUNDS = 150

beforeEach(async () => {
  await reset()
  await openShop()
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('B-14', 1)")
})

let keys = 0
const key = () => {
  keys += 1
  return `at-once-${keys}`
}
const make = (staffId: number, skus: readonly string[], price: number) =>
  makeSet(env.DB, actor(staffId), { skus, price, bin: 'B-14', why: null, key: key() }, NOW)

/** Sells a unit as an order does: the check of the stock refuses what is not there. */
async function order(sku: string, tires: number): Promise<boolean> {
  try {
    await env.DB.prepare('UPDATE stock SET qty = qty - ? WHERE stock_sku = ?').bind(tires, sku).run()
    return true
  } catch {
    return false
  }
}

interface Row {
  sku: string
  setqty: number
  state: string
  set_id: number | null
  qty: number
  id: number
}

/** Checks that each tire is for sale at most once: alone, or in one set with as many tires as it sells. */
async function expectEachTireOnce(skus: readonly string[], sold: ReadonlySet<string>) {
  const { results } = await env.DB.prepare(
    `SELECT p.id, p.sku, p.setqty, u.state, u.set_id, s.qty FROM unit u JOIN product p ON p.id = u.product_id
      JOIN stock s ON s.stock_sku = p.stock_sku`,
  ).all<Row>()
  const sets = new Map(results.map((row) => [row.id, row]))
  for (const sku of skus) {
    const tire = results.find((row) => row.sku === sku)
    const set = tire?.set_id ? sets.get(tire.set_id) : undefined
    const ways = [
      tire?.qty === 1,
      set !== undefined && set.qty === set.setqty,
      sold.has(sku) || sold.has(set?.sku ?? ''),
    ]
    expect(ways.filter(Boolean), `${sku} ${JSON.stringify({ tire, set })}`).toHaveLength(1)
    expect(tire?.state).toBe(set ? 'in-set' : 'live')
  }
  for (const set of results.filter(({ setqty, state }) => setqty > 1 && state === 'live')) {
    const members = results.filter(({ set_id }) => set_id === set.id)
    if (members.length > 0) expect(members).toHaveLength(set.setqty)
  }
}

test(`[H14n] two people who make sets of the same four tires at once, ${ROUNDS} times, make one`, async () => {
  const skus = await addTires(4)
  const [a = '', b = '', c = '', d = ''] = skus
  for (let round = 0; round < ROUNDS; round++) {
    const other = round % 2 === 0 ? make(12, skus, 259_00) : make(12, [c, d], 129_00)
    const results = await Promise.all([
      make(11, round % 3 === 0 ? [a, b] : skus, round % 3 === 0 ? 129_00 : 259_00),
      other,
    ])
    const made = results.flatMap((result) => (result.ok ? [result.sku] : []))
    const areApart = round % 2 === 1 && round % 3 === 0
    expect(made, `round ${round}`).toHaveLength(areApart ? 2 : 1)
    await expectEachTireOnce(skus, new Set())
    for (const sku of made) await breakSet(env.DB, actor(11), { sku, why: 'Again', key: key() }, NOW)
  }
  await expectEachTireOnce(skus, new Set())
}, 120_000)

test('[H14n] an order for one of the tires at the same moment: either the order or the set is refused', async () => {
  const wins = { order: 0, set: 0 }
  for (let round = 0; round < 25; round++) {
    const skus = await addTires(2)
    const [sku = ''] = skus
    const making = () => make(11, skus, 129_00)
    const [isOrdered, set] =
      round % 2
        ? await Promise.all([order(sku, 1), making()])
        : ((await Promise.all([making(), order(sku, 1)])).toReversed() as [
            boolean,
            Awaited<ReturnType<typeof make>>,
          ])
    expect(isOrdered).not.toBe(set.ok)
    wins[isOrdered ? 'order' : 'set'] += 1
    await expectEachTireOnce(skus, new Set(isOrdered ? [sku] : []))
  }
  expect(wins.order + wins.set).toBe(25)
}, 60_000)

test('[H14n] whatever people and buyers do in any order, no tire is sold twice or lost', async () => {
  const step = fc.record({
    act: fc.constantFrom('make', 'make', 'break', 'undo', 'order', 'order-set'),
    who: fc.constantFrom(11, 12),
    from: fc.nat(3),
    count: fc.constantFrom(2, 4),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        const skus = await addTires(4)
        const sets: string[] = []
        const sold = new Set<string>()
        const run = async ({ act, who, from, count }: (typeof rounds)[number][number]) => {
          const set = sets[from % Math.max(1, sets.length)]
          const chosen = count === 4 ? skus : [...skus, ...skus].slice(from, from + 2)
          if (act === 'make') {
            const result = await make(who, chosen, count === 4 ? 259_00 : 129_00)
            if (result.ok) sets.push(result.sku)
          } else if (act === 'order') {
            if (await order(skus[from] ?? '', 1)) sold.add(skus[from] ?? '')
          } else if (set !== undefined) {
            if (act === 'break')
              await breakSet(env.DB, actor(who), { sku: set, why: 'Apart', key: key() }, NOW)
            else if (act === 'undo') await undoBreak(env.DB, actor(who), { sku: set, key: key() }, NOW)
            else {
              const tires = await env.DB.prepare('SELECT setqty FROM product WHERE sku = ?')
                .bind(set)
                .first<number>('setqty')
              if (await order(set, tires ?? 0)) sold.add(set)
            }
          }
        }
        for (const round of rounds) {
          await Promise.all(round.map(run))
          await expectEachTireOnce(skus, sold)
        }
      },
    ),
    { numRuns: 12 },
  )
}, 120_000)
