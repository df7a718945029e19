/** Tires of a refund come back while staff put their unit on sale or take it off: none is lost between the two (H14). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { applyChange } from '../changes/apply-change.ts'
import { applyMany } from '../changes/apply-many.ts'
import { actor } from '../changes/testing/yard.harness.ts'

const NOW = Date.UTC(2026, 10, 27, 18)
const SKU = 'TL-2001'
const casey = actor(11)

beforeEach(async () => {
  await reset()
  await openShop()
})

async function setUp(state: UnitState) {
  const tires = state === 'live' ? { qty: 4, offSale: 0 } : { qty: 0, offSale: 4 }
  await env.DB.batch([
    env.DB.prepare(
      'UPDATE unit SET state = ?, off_sale = ?, cost = 5000 WHERE product_id = (SELECT id FROM product WHERE sku = ?)',
    ).bind(state, tires.offSale, SKU),
    env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(tires.qty, SKU),
  ])
}

const addToStock = (tires: number) =>
  env.DB.prepare('UPDATE stock SET qty = qty + ? WHERE stock_sku = ?').bind(tires, SKU).run()

/** Returns the database, in which `first` happens between what a change reads and what it writes. */
function databaseWith(first: () => Promise<unknown>): D1Database {
  let hasRun = false
  return new Proxy(env.DB, {
    get(database, name) {
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          if (!hasRun) {
            hasRun = true
            await first()
          }
          return database.batch(statements)
        }
      const value: unknown = Reflect.get(database, name)
      return typeof value === 'function' ? value.bind(database) : value
    },
  })
}

const one = (db: D1Database, patch: UnitPatch) =>
  applyChange(db, casey, { record: 'unit', id: SKU, patch, version: null, key: 'at-once' }, NOW)
const many = async (db: D1Database, patch: UnitPatch) => {
  const changes = [{ id: SKU, patch, version: null, key: 'at-once' }]
  const [result] = await applyMany(db, casey, { record: 'unit', changes, batch: 'all', why: null }, NOW)
  return result
}
const unitNow = () =>
  env.DB.prepare(
    `SELECT u.state, s.qty, u.off_sale AS offSale, u.cost FROM product p JOIN unit u ON u.product_id = p.id
      JOIN stock s USING (stock_sku) WHERE p.sku = ?`,
  )
    .bind(SKU)
    .first()

test.each([
  ['one', one],
  ['many', many],
])('[H14b] tires that come back while their unit goes on sale are on sale too (%s)', async (_, change) => {
  await setUp('parked')
  expect(
    await change(
      databaseWith(() => addToStock(2)),
      { state: 'live' },
    ),
  ).toMatchObject({ ok: true })
  expect(await unitNow()).toMatchObject({ state: 'live', qty: 6, offSale: 0 })
})

test.each([
  ['one', one],
  ['many', many],
])('[H14b] tires that come back while their unit goes off sale are off sale too (%s)', async (_, change) => {
  await setUp('live')
  expect(
    await change(
      databaseWith(() => addToStock(2)),
      { state: 'parked' },
    ),
  ).toMatchObject({ ok: true })
  expect(await unitNow()).toMatchObject({ state: 'parked', qty: 0, offSale: 6 })
})

test.each([
  ['one', one],
  ['many', many],
])(
  '[H14b] a unit whose last tires are sold at the same moment stays with its order (%s)',
  async (_, change) => {
    await setUp('live')
    expect(
      await change(
        databaseWith(() => addToStock(-4)),
        { state: 'scrap' },
      ),
    ).toMatchObject({ problem: 'held' })
    expect(await unitNow()).toMatchObject({ state: 'live', qty: 0, offSale: 0 })
  },
)

test.each<UnitState>(['live', 'parked'])(
  '[H14h] an average cost counts the tires that come back at the same moment (%s)',
  async (state) => {
    await setUp(state)
    const receipt = { tires: 2, costEach: 8000 }
    expect(
      await one(
        databaseWith(() => addToStock(2)),
        { receipt },
      ),
    ).toMatchObject({ ok: true })
    expect(await unitNow()).toMatchObject({ state, cost: 5750 })
  },
)
