import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { and, count, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ApiStock } from '../../../schema/cart/stock/stock.api.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { isBuyable } from '../../../schema/catalog/product/product-selection.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { stockApi } from '../../compat/stock.api.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { IS_LISTED } from '../index/listed-condition.sql.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { B4, loadParts } from '../index/testing/parts.fixture.ts'
import { FIXTURE_NOW } from '../index/testing/products.fixture.ts'
import { findOfferWithParts } from './product-parts.sql.ts'

const PARTS = { 'TL-2001': 40, 'TL-2002': 8, 'MK-1': 10, 'MK-2': 1 }

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()
const left = (pool: keyof typeof PARTS, qty: number) =>
  run('update stock set qty = ? where stock_sku = ?', qty, pool)

/** Reads the stock from the list, the stock call and the page, which must agree. */
async function saleable(sku: string): Promise<boolean> {
  const [listed] = await connect(env.DB)
    .select({ n: count() })
    .from(product)
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(and(eq(product.sku, sku), IS_LISTED))
  const response = await stockApi.request(`https://shop.example/check?sku=${sku}`, {}, env)
  const { result } = await response.json<{ result: ApiStock }>()
  const whole = await findOfferWithParts(env.DB, sku)
  const inStock = [
    listed?.n === 1,
    result.is_in_stock,
    whole !== null && isBuyable(whole.offer, whole.parts, FIXTURE_NOW),
  ]
  expect(new Set(inStock).size, `${sku}: list, stock call, page are ${inStock}`).toBe(1)
  return inStock[0] ?? false
}

const pulses = async (sku: string) =>
  env.DB.prepare('select count(*) as n from stock_pulse where stock_sku = ?').bind(sku).first<number>('n')

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
})

beforeEach(async () => {
  for (const [pool, qty] of Object.entries(PARTS)) await left(pool as keyof typeof PARTS, qty)
})

test('[C6] [C8] a bundle is in stock while every required option has a choice in stock', async () => {
  expect(await saleable('B4')).toBe(true)
  // One of the two tires is enough; less than a set of four is out of stock.
  await left('TL-2001', 3)
  expect(await saleable('B4')).toBe(true)
  await left('TL-2002', 3)
  expect(await saleable('B4')).toBe(false)
  await left('TL-2002', 4)
  expect(await saleable('B4')).toBe(true)
  // The link needs two kits with sensors, and only one is in stock.
  await left('MK-1', 0)
  expect(await saleable('B4')).toBe(false)
  await left('MK-2', 2)
  expect(await saleable('B4')).toBe(true)
})

test('[C6] [C8] a group is in stock while one of its members is', async () => {
  await left('TL-2001', 1)
  expect(await saleable('G2')).toBe(true)
  await left('TL-2002', 1)
  expect(await saleable('G2')).toBe(false)
  await left('TL-2001', 2)
  expect(await saleable('G2')).toBe(true)
})

test('[C6] disabled or unlinked products are not a choice for an option', async () => {
  await left('TL-2001', 0)
  await run("update product set status = 2 where sku = 'TL-2002-4'")
  expect(await saleable('B4')).toBe(false)
  await run("update product set status = 1 where sku = 'TL-2002-4'")
  expect(await saleable('B4')).toBe(true)
  const link = await env.DB.prepare('select * from bundle_link where id = ?').bind(B4.links.winter).first()
  await run('delete from bundle_link where id = ?', B4.links.winter)
  expect(await saleable('B4')).toBe(false)
  await run(
    `insert into bundle_link (${Object.keys(link ?? {})}) values (${Object.keys(link ?? {}).map(() => '?')})`,
    ...Object.values(link ?? {}),
  )
  expect(await saleable('B4')).toBe(true)
})

test('[C6] cached pages and the index are notified when the bundle sells out, not at every sale of a part', async () => {
  const before = (await pulses('B4')) ?? 0
  await left('MK-1', 9)
  expect(await pulses('B4')).toBe(before)
  await left('MK-1', 0)
  expect(await pulses('B4')).toBe(before + 1)
  await left('MK-1', 9)
  expect(await pulses('B4')).toBe(before + 2)
})
