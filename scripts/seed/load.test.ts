import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '../../schema/platform/config.table.ts'
import { baseStatements } from '../base/load.ts'
import { insertStatements, literal, rowsOf } from '../load/sql.ts'
import { d1Target, filesOf, fileTarget } from '../load/target.ts'
import { openTempD1 } from '../load/temp-d1.ts'
import { seedLocal } from '../seed.ts'
import { ZIP_COUNT } from '../zip.ts'
import { loadShop } from './load.ts'

let opened: Awaited<ReturnType<typeof openTempD1>>

beforeAll(async () => {
  opened = await openTempD1()
  await d1Target(opened.db).run(await baseStatements('local'))
})
afterAll(() => opened.close())

async function count(table: string, where = 'true'): Promise<number> {
  const [row] = await opened.db.query<{ c: number }>(`select count(*) c from ${table} where ${where}`)
  return row?.c ?? -1
}

function run(...statements: string[]): Promise<unknown> {
  return opened.db.run(statements)
}

test('a seeded database has every unit with its pool, every ZIP code, and no orphan', async () => {
  const lines: string[] = []
  await seedLocal({ size: 400, seed: 1, db: opened.db, onProgress: (line) => lines.push(line) })
  expect(lines).toEqual(['Tires …', 'Landings, categories and reviews …'])
  expect(await count('product', "visibility > 1 and sku like 'TL-%'")).toBe(400)
  expect(await count('product', 'not demo')).toBe(0)
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
  // More orders than fit on one page of the account, all of products that exist.
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
  // The history of an order is read by id.
  expect(
    await count(
      'sales_order_event as e join sales_order_event as f on f.order_id = e.order_id',
      'e.id < f.id and e.at > f.at',
    ),
  ).toBe(0)
  expect(await count('(select distinct status from sales_order)')).toBe(7)
  expect(await count('zip_code', "zip = '00501'")).toBe(1)
  // Every landing has an address, and its parent's path is the beginning of its own.
  expect(
    await count(
      'landing l',
      "not exists (select 1 from url_map u where u.url = l.url_path and u.type = 'landing' and u.target_id = l.id)",
    ),
  ).toBe(0)
  expect(
    await count(
      'landing l',
      "level = 3 and (select url_path from landing p where p.id = l.parent_id) is not rtrim(rtrim(url_path, replace(url_path, '/', '')), '/')",
    ),
  ).toBe(0)
})

test("[audit B2] seeding again replaces only demo rows: orders, customers and a merchant's rows stay", async () => {
  await run(
    "insert into customer (email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at) values ('stays@example.com', 'K', 'P', '', 1, 0, 0, 0)",
    "insert into outbox (kind, payload, created_at, next_at) values ('mail', '{}', 0, 0)",
    `insert into sales_order select 1, 'TL-PLACED00', 'placed', ${'status, customer_id, email, subtotal, discount, shipping, tax, fees, grand_total, currency, coupon_code, payment_method, shipping_method, addresses, totals, payload_hash, placed_at, updated_at, arrives_on'} from sales_order where id = -1`,
    "insert into coupon (code, kind, value, is_active, min_subtotal, first_order_only, description) values ('MINE', 'percent', 3, 1, 0, 0, '')",
    "update config set value = 'Tires of mine' where path = 'general/store_information/name'",
    "update cms_page set content = 'Ours' where identifier = 'about-us'",
    'update tax_rate set rate = 1 where id = 1',
    'delete from fee_rule where id = 2',
  )
  await seedLocal({ size: 50, seed: 2, db: opened.db })
  expect(await count('sales_order', "order_number = 'TL-PLACED00'")).toBe(1)
  expect(await count('sales_order')).toBe(27)
  expect(await count('product', "visibility > 1 and sku like 'TL-%'")).toBe(50)
  expect(await count('product', 'stock_sku not in (select stock_sku from stock)')).toBe(0)
  expect(await count('stock', 'stock_sku not in (select stock_sku from product)')).toBe(0)
  expect(await count('customer', "email = 'stays@example.com'")).toBe(1)
  expect(await count('customer')).toBe(4)
  expect(await count('outbox')).toBe(1)
  expect(await count('coupon', "code = 'MINE'")).toBe(1)
  expect(await count('config', "value = 'Tires of mine'")).toBe(1)
  expect(await count('cms_page', "content = 'Ours'")).toBe(1)
  expect(await count('tax_rate', 'rate = 1 and id = 1')).toBe(1)
  expect(await count('fee_rule', 'id = 2')).toBe(0)
})

test("[audit B2] a shop with a merchant's products refuses demo tires before anything is deleted", async () => {
  await run("update product set demo = 0 where sku = 'MK-1'")
  const before = await count('product')
  await expect(seedLocal({ size: 10, seed: 1, db: opened.db })).rejects.toThrow('demo_beside_products')
  expect(await count('product')).toBe(before)
  await run("update product set demo = 1 where sku = 'MK-1'")
})

test('[audit A2] production refuses demo tires from the seed and from a file', async () => {
  await run("update config set value = 'production' where path = 'shop/environment'")
  const before = await count('product')
  await expect(seedLocal({ size: 10, seed: 1, db: opened.db })).rejects.toThrow('demo_in_production')
  const statements = await fileStatements({ size: 10, seed: 1, accounts: false })
  await expect(run(...statements)).rejects.toThrow('demo_in_production')
  expect(await count('product')).toBe(before)
  await run("update config set value = 'local' where path = 'shop/environment'")
})

test('[audit A2] a file for a deployed shop contains no account, and can be loaded', async () => {
  const statements = await fileStatements({ size: 60, seed: 3, accounts: false })
  for (const sql of statements) {
    expect(Buffer.byteLength(sql)).toBeLessThan(100_000)
    expect(sql).not.toMatch(/^INSERT INTO "?(customer|customer_address|staff|sales_order)"? /)
    expect(sql).not.toMatch(/example\.com|\$scrypt\$/)
  }
  const before = await count('customer')
  await run(...statements)
  expect(await count('customer')).toBe(before)
  expect(await count('product', "visibility > 1 and sku like 'TL-%'")).toBe(60)
})

/** Returns the statements of a file; checks the files of the bucket beside it. */
async function fileStatements(shop: Parameters<typeof loadShop>[1]): Promise<string[]> {
  const file = join(tmpdir(), `treadline-${process.pid}.sql`)
  const target = fileTarget(file)
  await loadShop(target, shop, () => {})
  await target.close()
  const text = readFileSync(file, 'utf8')
  const guide = readFileSync(join(filesOf(file), 'private/guides/tire-care.pdf'))
  rmSync(file)
  rmSync(filesOf(file), { recursive: true })
  expect(guide.subarray(0, 8).toString()).toBe('%PDF-1.7')
  return text.split(/;\n(?=INSERT|DELETE|UPDATE|$)/).filter(Boolean)
}

test('literals may contain quotes, line breaks and non-Latin letters', async () => {
  const value = `O'Brien's "5 % off"; -- é 輪\nsecond line`
  const [insert = ''] = insertStatements(rowsOf(config, [{ path: 'test/literal', value }]))
  await run(insert)
  const rows = await opened.db.query<{ value: string }>(
    "select value from config where path = 'test/literal'",
  )
  expect(rows).toEqual([{ value }])
  expect(literal(null)).toBe('NULL')
  expect(() => literal(Number.NaN)).toThrow('no SQL')
})
