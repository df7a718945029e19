import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseStatements } from '../base/load.ts'
import { d1Target } from '../load/target.ts'
import { openTempD1 } from '../load/temp-d1.ts'
import { seedLocal } from '../seed.ts'
import { changeProduct } from './change.ts'
import { type ImportShop, openImportShop } from './testing/import.harness.ts'

const HEADER = 'sku,brand,model,size,condition,seasons,price,qty,tread_depth,dot'

let shop: ImportShop
beforeAll(async () => {
  shop = await openImportShop({ tires: 30 })
  await load([
    HEADER,
    ...['A-1', 'A-2'].map((sku) => `${sku},Halden,Velo Sport,225/45R17,New,Summer,90,1,,1226`),
  ])
})
afterAll(() => shop.close())

let loads = 0
const load = (lines: readonly string[]) =>
  shop.load(shop.write(`${++loads}.csv`, lines), { now: Date.UTC(2026, 10, 21) + loads })

async function state() {
  const [row] = await shop.db.query<{ version: string; events: number; skus: string | null }>(
    "select (select value from config where path = 'catalog/version') version, (select count(*) from stock_pulse where product_id is not null) events, (select p.sku from stock_pulse e join product p on p.id = e.product_id order by e.id desc limit 1) skus",
  )
  if (!row) throw new Error('the database has a version')
  return row
}

test('a seeded shop has no events of single products, because its version is new', async () => {
  const fresh = await openTempD1()
  await d1Target(fresh.db).run(await baseStatements('local'))
  await seedLocal({ size: 30, seed: 1, db: fresh.db })
  const [row] = await fresh.db.query<{ n: number }>('select count(*) n from stock_pulse')
  expect(row?.n).toBe(1)
  await fresh.close()
})

test('one changed product is an event of the change feed and no new version of the catalog', async () => {
  const before = await state()
  await changeProduct(shop.db, { sku: 'A-1', changes: ['price=80'], now: Date.UTC(2026, 10, 22) })
  const after = await state()
  expect(after).toMatchObject({ version: before.version, skus: 'A-1' })
  expect(after.events).toBeGreaterThan(before.events)
})

test('an import of a few products changes them one by one, and one of more than 500 makes a new version', async () => {
  const before = await state()
  expect(await load(['sku,price', 'A-1,63.00', 'A-2,121'])).toMatchObject({ changed: 2 })
  expect(await state()).toMatchObject({ version: before.version, skus: 'A-2' })
  await load([
    HEADER,
    ...Array.from({ length: 501 }, (_, at) => `BULK-${at},Halden,Velo Sport,225/45R17,New,Summer,90,1,,1226`),
  ])
  const { version, events } = await state()
  expect(version).toMatch(/^import-/)
  expect(events).toBe(1)
})
