/** Whatever SQL somebody writes: what follows from prices and stock is true when it is done. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalPrice, priceByTire } from '../../schema/domain/price.ts'
import { openNodeD1 } from './d1-in-node.ts'
import { loadFixture } from './fixture.ts'
import { refreshPrices } from './price-refresh.ts'

const HOUR = 3_600_000

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
/** Far enough from now that the run itself changes nothing. */
const moment = fc.option(fc.constantFrom(-HOUR, HOUR).map((from) => Date.now() + from))
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

test('[audit B4] no update makes a final price or a price per tire differ from what the rules say', async () => {
  const node = openNodeD1()
  await loadFixture(node.db)
  const { results } = await node.db.prepare('SELECT id FROM product ORDER BY id').all<{ id: number }>()
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
        // Which of two true prices it is now, the sweep of each minute says.
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

test('[audit B4] a price, a status or a stock that somebody writes by hand is told to cached pages', async () => {
  const { db } = openNodeD1()
  await loadFixture(db)
  await db.prepare("INSERT OR REPLACE INTO config (path, value) VALUES ('catalog/version', 'first')").run()
  const told = async () => [
    await db.prepare("SELECT value FROM config WHERE path = 'catalog/version'").first<string>('value'),
    await db.prepare('SELECT count(*) AS n FROM stock_pulse').first<number>('n'),
  ]
  const quiet = await told()
  await db.prepare("UPDATE product SET updated_at = 5, price = price WHERE sku = 'TL-1001'").run()
  expect(await told()).toEqual(quiet)
  const seen = new Set([String(quiet[0])])
  for (const change of ['price = price + 100', 'status = 2', 'special_price = 100']) {
    await db.prepare(`UPDATE product SET ${change} WHERE sku = 'TL-1001'`).run()
    seen.add(String((await told())[0]))
  }
  expect(seen.size).toBe(4)
  const pool = await db
    .prepare("SELECT stock_sku AS sku FROM product WHERE sku = 'TL-1001'")
    .first<string>('sku')
  const before = (await told())[1] ?? 0
  await db.prepare('UPDATE stock SET qty = qty + 3 WHERE stock_sku = ?').bind(pool).run()
  await db.prepare('UPDATE stock SET qty = 0 WHERE stock_sku = ?').bind(pool).run()
  expect((await told())[1]).toBe(Number(before) + 2)
})
