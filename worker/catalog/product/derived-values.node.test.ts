/** Values derived from prices and stock are correct after any SQL statement. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalPrice, priceByTire } from '../../../schema/catalog/price/price.ts'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import { openNodeD1 } from '../../platform/testing/d1-node-adapter.harness.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { loadParts } from '../index/testing/parts.fixture.ts'
import { refreshPrices } from './price-refresh.sql.ts'

interface Priced {
  price: number
  specialPrice: number | null
  specialFrom: number | null
  specialTo: number | null
  setqty: 1 | 2 | 4
  final: number
  byTire: number
}

const cents = fc.integer({ min: 0, max: 400 })
/** Far enough from now that the duration of the test does not matter. */
const moment = fc.option(fc.constantFrom(-HOUR_MS, HOUR_MS).map((from) => Date.now() + from))
const written = fc.record(
  {
    price: cents,
    special_price: fc.option(cents),
    special_from: moment,
    special_to: moment,
    setqty: fc.constantFrom(1, 2, 4),
    final_price: cents,
    price_by_tire: cents,
    name: fc.constantFrom('One', 'Two'),
  },
  { requiredKeys: [] },
)

test('[audit B4] after any update final price and price per tire follow the rules', async () => {
  const node = openNodeD1()
  await loadFixture(node.db)
  // Products of other types have the prices of their parts.
  const { results } = await node.db
    .prepare("SELECT id FROM product WHERE type_id NOT IN ('configurable', 'bundle', 'grouped') ORDER BY id")
    .all<{ id: number }>()
  const ids = results.map(({ id }) => id)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ids), written), { minLength: 1, maxLength: 6 }),
      async (updates) => {
        node.begin()
        for (const [id, columns] of updates) {
          const names = Object.keys(columns)
          if (names.length === 0) continue
          const sets = names.map((name) => `${name} = ?`).join(', ')
          await node.db
            .prepare(`UPDATE product SET ${sets} WHERE id = ?`)
            .bind(...Object.values(columns), id)
            .run()
        }
        // A special price that begins or ends is applied by the job that runs every minute.
        const now = Date.now()
        const early = await readPrices(node.db)
        await refreshPrices(node.db, now)
        const late = await readPrices(node.db)
        node.rollback()
        for (const row of early) {
          expect(row.byTire).toBe(Math.ceil(row.final / row.setqty))
          const isTimed = row.specialFrom !== null || row.specialTo !== null
          if (!isTimed) expect(row.final).toBe(finalPrice(row, now))
          else expect([row.price, Math.min(row.price, row.specialPrice ?? row.price)]).toContain(row.final)
        }
        for (const row of late)
          expect([row.final, row.byTire]).toEqual([finalPrice(row, now), priceByTire(row, now)])
      },
    ),
    { numRuns: 400 },
  )
})

async function readPrices(db: D1Database): Promise<Priced[]> {
  const { results } = await db
    .prepare(
      'SELECT price, special_price AS specialPrice, special_from AS specialFrom, special_to AS specialTo, setqty, final_price AS final, price_by_tire AS byTire FROM product',
    )
    .all<Priced>()
  return results
}

interface DerivedRow {
  sku: string
  type: string
  price: number
  final: number
  byTire: number
  setqty: number
  sets: string
  offered: number
}

const columnValues = fc.record(
  {
    price: cents,
    special_price: fc.option(cents),
    final_price: cents,
    setqty: fc.constantFrom(1, 2, 4),
    sets: fc.constantFrom('single', 'pairs', 'setOfFour'),
    sets_offered: fc.integer({ min: 0, max: 7 }),
    status: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
)
/** Other changes that affect prices or sets: stock, bundle links, members, deleted variants. */
const moved = fc.constantFrom(
  "UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-2002'",
  "UPDATE stock SET qty = 40 WHERE stock_sku IN ('TL-2001', 'TL-2002')",
  "DELETE FROM bundle_link WHERE sku = 'MK-1'",
  'UPDATE bundle_link SET qty = 2 WHERE option_id = 12',
  'UPDATE bundle_option SET required = NOT required WHERE option_id = 13',
  "UPDATE product_link SET qty = qty + 1 WHERE linked_product_sku = 'TL-2001-2'",
  "DELETE FROM product_link WHERE linked_product_sku = 'TL-2002-2'",
  "DELETE FROM product WHERE sku = 'TL-2001-4'",
  "UPDATE product SET parent_id = NULL WHERE sku = 'TL-2002-1'",
)

test('[audit B4] lots, bundles and groups have the prices and sets of their parts', async () => {
  const node = openNodeD1()
  await loadFixture(node.db)
  await loadParts(node.db)
  const ids = (await readRows(node.db)).map(({ sku }) => sku)
  const update = fc.tuple(fc.constantFrom(...ids), columnValues).map(([sku, columns]) => {
    const sets = Object.entries(columns).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    return sets.length === 0
      ? []
      : [`UPDATE product SET ${sets.join(', ').replaceAll('"', "'")} WHERE sku = '${sku}'`]
  })
  const acts = fc.array(
    fc.oneof(
      update,
      moved.map((change) => [change]),
    ),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (statements) => {
      node.begin()
      for (const statement of statements.flat()) await node.db.prepare(statement).run()
      const now = await readRows(node.db)
      const expected = await Promise.all(now.map((row) => expectedOf(node.db, row)))
      node.rollback()
      expect(now).toEqual(expected)
    }),
    {
      numRuns: 300,
      examples: [
        [[["UPDATE product SET price = 7 WHERE sku = 'TL-2002-4'"]]],
        [[["DELETE FROM product WHERE sku = 'TL-2001-4'"]]],
      ],
    },
  )
})

/** Computes the expected values: a second implementation of the rules. */
async function expectedOf(db: D1Database, row: DerivedRow): Promise<DerivedRow> {
  const all = async <Row>(sql: string, ...values: unknown[]) =>
    (
      await db
        .prepare(sql)
        .bind(...values)
        .all<Row>()
    ).results
  const own: DerivedRow = {
    ...row,
    sets: row.setqty === 1 ? 'single' : row.setqty === 2 ? 'pairs' : 'setOfFour',
    byTire: Math.ceil(row.final / row.setqty),
  }
  const priced = (price: number, final = price): DerivedRow => ({
    ...own,
    price,
    final,
    byTire: Math.ceil(final / row.setqty),
    offered: row.setqty,
  })
  if (row.type === 'configurable') {
    const variants = await all<{ setqty: number; price: number; final: number }>(
      'SELECT v.setqty, v.price, v.final_price AS final FROM product v JOIN product p ON p.id = v.parent_id WHERE p.sku = ? AND v.status < 2 ORDER BY v.final_price, v.id',
      row.sku,
    )
    const same = variants.find(({ setqty }) => setqty === row.setqty)
    const offered = variants.reduce((bits, { setqty }) => bits | setqty, 0) || row.setqty
    return { ...(same ? priced(same.price, same.final) : own), offered }
  }
  if (row.type !== 'bundle' && row.type !== 'grouped') return { ...own, offered: row.setqty }
  const made = await all<{ made: number }>(
    'SELECT can_be_made AS made FROM product_made m JOIN product p ON p.id = m.id WHERE p.sku = ?',
    row.sku,
  )
  if (!made[0]?.made) return { ...own, offered: row.setqty }
  const parts = await all<{ place: number; required: number; cents: number }>(
    row.type === 'bundle'
      ? 'SELECT o.option_id AS place, o.required, u.final_price * l.qty AS cents FROM bundle_option o JOIN product p ON p.id = o.product_id JOIN bundle_link l ON l.option_id = o.option_id JOIN product u ON u.sku = l.sku JOIN product_units n ON n.sku = l.sku AND n.units >= l.qty WHERE p.sku = ?'
      : 'SELECT k.position AS place, 1 AS required, u.final_price * k.qty AS cents FROM product_link k JOIN product p ON p.id = k.product_id JOIN product u ON u.sku = k.linked_product_sku JOIN product_units n ON n.sku = u.sku AND n.units >= 1 WHERE p.sku = ?',
    row.sku,
  )
  const cheapest = new Map<number, number>()
  for (const { place, required, cents: price } of parts)
    if (required) cheapest.set(place, Math.min(cheapest.get(place) ?? price, price))
  return priced(
    cheapest.size === 0 ? row.price : [...cheapest.values()].reduce((sum, price) => sum + price, 0),
  )
}

async function readRows(db: D1Database): Promise<DerivedRow[]> {
  const { results } = await db
    .prepare(
      'SELECT sku, type_id AS type, price, final_price AS final, price_by_tire AS byTire, setqty, sets, sets_offered AS offered FROM product ORDER BY id',
    )
    .all<DerivedRow>()
  return results.map((row) => ({ ...row }))
}

test('[audit B4] a price, status or stock written directly to the database makes cached pages stale', async () => {
  const { db } = openNodeD1()
  await loadFixture(db)
  await db.prepare("INSERT OR REPLACE INTO config (path, value) VALUES ('catalog/version', 'first')").run()
  const state = async () => [
    await db.prepare("SELECT value FROM config WHERE path = 'catalog/version'").first<string>('value'),
    await db.prepare('SELECT count(*) AS n FROM stock_pulse').first<number>('n'),
  ]
  const quiet = await state()
  await db.prepare("UPDATE product SET updated_at = 5, price = price WHERE sku = 'TL-1001'").run()
  expect(await state()).toEqual(quiet)
  const seen = new Set([Number(quiet[1])])
  for (const change of ['price = price + 100', 'status = 2', 'special_price = 100']) {
    await db.prepare(`UPDATE product SET ${change} WHERE sku = 'TL-1001'`).run()
    seen.add(Number((await state())[1]))
  }
  expect(seen.size).toBe(4)
  const pool = await db
    .prepare("SELECT stock_sku AS sku FROM product WHERE sku = 'TL-1001'")
    .first<string>('sku')
  const before = (await state())[1] ?? 0
  await db.prepare('UPDATE stock SET qty = qty + 3 WHERE stock_sku = ?').bind(pool).run()
  await db.prepare('UPDATE stock SET qty = 0 WHERE stock_sku = ?').bind(pool).run()
  expect((await state())[1]).toBe(Number(before) + 2)
})
