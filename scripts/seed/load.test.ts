import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '../../schema/tables/config.ts'
import { seedLocal } from '../seed.ts'
import { ZIP_COUNT } from '../zip.ts'
import { loadShop } from './load.ts'
import { insertStatements, literal, rowsOf } from './sql.ts'
import { filesOf, fileTarget } from './target.ts'
import { openTempD1 } from './temp-d1.ts'

let opened: Awaited<ReturnType<typeof openTempD1>>

beforeAll(async () => {
  opened = await openTempD1()
}, 30_000)
afterAll(() => opened.close())

async function count(table: string, where = 'true'): Promise<number> {
  const { results } = await opened.db
    .prepare(`select count(*) c from ${table} where ${where}`)
    .all<{ c: number }>()
  return results[0]?.c ?? -1
}

test('a seeded database holds every unit with its pool, every ZIP code, and no orphan', async () => {
  const lines: string[] = []
  await seedLocal({ size: 400, seed: 1, db: opened.db, onProgress: (line) => lines.push(line) })
  expect(lines).toEqual(['Rules, places and texts …', 'Tires …', 'Landings, categories and reviews …'])
  expect(await count('product', "visibility > 1 and sku like 'TL-%'")).toBe(400)
  expect(await count('product', 'stock_sku not in (select stock_sku from stock)')).toBe(0)
  expect(await count('product', 'parent_id is not null and parent_id not in (select id from product)')).toBe(
    0,
  )
  expect(await count('bundle_link', 'sku not in (select sku from product)')).toBe(0)
  expect(await count('product_link', 'linked_product_sku not in (select sku from product)')).toBe(0)
  expect(
    await count('product', 'brand is not null and (size_slug is null or rim is null or run_flat is null)'),
  ).toBe(0)
  expect(await count('attribute_option', "value = '225-45r17'")).toBe(1)
  expect(await count('zip_code')).toBe(ZIP_COUNT)
  // More orders than one page of the account shows, of products that the shop has.
  expect(await count('sales_order', 'customer_id = 1')).toBe(26)
  expect(await count('sales_order_line', 'sku not in (select sku from product)')).toBe(0)
  expect(
    await count(
      'sales_order_line',
      'product_id not in (select id from product where sku = sales_order_line.sku)',
    ),
  ).toBe(0)
  expect(
    await count('sales_order', 'grand_total <> subtotal + discount + shipping + tax + fees or subtotal <= 0'),
  ).toBe(0)
  expect(await count('(select distinct status from sales_order)')).toBe(7)
  expect(await count('zip_code', "zip = '00501'")).toBe(1)
}, 60_000)

test('seeding again replaces the shop and keeps orders and other customers', async () => {
  await opened.db.batch([
    opened.db.prepare(
      "insert into customer (email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at) values ('kept@example.com', 'K', 'P', '', 1, 0, 0, 0)",
    ),
    opened.db.prepare("insert into outbox (kind, payload, created_at, next_at) values ('mail', '{}', 0, 0)"),
  ])
  await opened.db.batch([
    opened.db.prepare(
      `insert into sales_order select 1, 'TL-PLACED00', 'placed', ${'status, customer_id, email, subtotal, discount, shipping, tax, fees, grand_total, currency, coupon_code, payment_method, shipping_method, addresses, totals, payload_hash, placed_at, updated_at, arrives_on'} from sales_order where id = -1`,
    ),
  ])
  await seedLocal({ size: 50, seed: 2, db: opened.db })
  expect(await count('sales_order', "order_number = 'TL-PLACED00'")).toBe(1)
  expect(await count('sales_order')).toBe(27)
  expect(await count('product', "visibility > 1 and sku like 'TL-%'")).toBe(50)
  expect(await count('customer', "email = 'kept@example.com'")).toBe(1)
  expect(await count('customer')).toBe(5)
  expect(await count('outbox')).toBe(1)
}, 60_000)

test('the SQL file holds statements small enough for D1 and loads like the database', async () => {
  const file = join(tmpdir(), `treadline-${process.pid}.sql`)
  const target = fileTarget(file)
  await loadShop(target, { size: 60, seed: 3 }, () => {})
  await target.close()
  const text = readFileSync(file, 'utf8')
  const guide = readFileSync(join(filesOf(file), 'private/guides/tire-care.pdf'))
  rmSync(file)
  rmSync(filesOf(file), { recursive: true })
  expect(guide.subarray(0, 8).toString()).toBe('%PDF-1.7')
  const statements = text.split(/;\n(?=INSERT|DELETE|$)/).filter(Boolean)
  for (const sql of statements) expect(Buffer.byteLength(sql)).toBeLessThan(100_000)
  await opened.db.batch(statements.map((sql) => opened.db.prepare(sql)))
  expect(await count('product', "visibility > 1 and sku like 'TL-%'")).toBe(60)
}, 60_000)

test('literals survive quotes, line breaks and foreign letters', async () => {
  const value = `O'Brien's "5 % off"; -- é 輪\nsecond line`
  const [insert = ''] = insertStatements(rowsOf(config, [{ path: 'test/literal', value }]))
  await opened.db.batch([opened.db.prepare(insert)])
  const { results } = await opened.db
    .prepare("select value from config where path = 'test/literal'")
    .all<{ value: string }>()
  expect(results).toEqual([{ value }])
  expect(literal(null)).toBe('NULL')
  expect(() => literal(Number.NaN)).toThrow('no SQL')
})

test('a database without tables is told apart from a broken one', async () => {
  const missing = {
    prepare: () => ({ all: async () => ({ results: [] }) }),
    batch: async () => {
      throw new Error('D1_ERROR: no such table: product')
    },
  }
  await expect(seedLocal({ size: 1, db: missing })).rejects.toThrow(/wrangler d1 migrations apply/)
})
