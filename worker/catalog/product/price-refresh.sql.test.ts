import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { finalPrice, priceByTire } from '../../../schema/catalog/price/price.ts'
import { FIXTURE_NOW, FIXTURE_SPECIAL_ENDS, loadFixture } from '../index/testing/catalog.fixture.ts'
import { refreshPrices } from './price-refresh.sql.ts'
import { findProducts } from './product.sql.ts'

const SPECIAL = 'TL-1006'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function stored() {
  const row = await env.DB.prepare(
    'SELECT final_price AS final, price_by_tire AS byTire FROM product WHERE sku = ?',
  )
    .bind(SPECIAL)
    .first<{ final: number; byTire: number }>()
  return row
}

const lastChange = () =>
  env.DB.prepare('SELECT max(id) AS id FROM stock_pulse WHERE product_id IS NOT NULL').first<number>('id')

test('[C10] lists drop a special price that ends and show one that begins', async () => {
  const product = (await findProducts(env.DB, [SPECIAL])).get(SPECIAL)
  if (!product) throw new Error('the fixture has no special')
  for (const now of [FIXTURE_SPECIAL_ENDS + 1, FIXTURE_NOW, FIXTURE_SPECIAL_ENDS + 1]) {
    const before = (await lastChange()) ?? 0
    expect(await refreshPrices(env.DB, now)).toBe(1)
    expect(await stored()).toEqual({ final: finalPrice(product, now), byTire: priceByTire(product, now) })
    expect(await lastChange()).toBeGreaterThan(before)
  }
})

test('without a special price that begins or ends, nothing is written and pages stay cached', async () => {
  await refreshPrices(env.DB, FIXTURE_NOW)
  const before = await lastChange()
  expect(await refreshPrices(env.DB, FIXTURE_NOW)).toBe(0)
  expect(await lastChange()).toBe(before)
})
