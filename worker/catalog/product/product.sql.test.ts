import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { loadParts } from '../index/testing/parts.fixture.ts'
import { findOffer, findOffersById, findProducts, findStock } from './product.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
})

test('[C1] a used single is read with every attribute and its passport', async () => {
  const product = (await findProducts(env.DB, ['TL-1001'])).get('TL-1001')
  expect(product).toMatchObject({
    sku: 'TL-1001',
    parentSku: null,
    type: 'simple',
    price: 6200,
    setqty: 1,
    stockSku: 'TL-1001',
    tire: {
      size: '225/45R17',
      section: 225,
      aspect: 45,
      rim: 17,
      condition: 'Used',
      dot: '2421',
      runFlat: false,
    },
    passport: { grade: 'A', grooves: [[7, 7.5, 7.5, 7]] },
  })
})

test('[C8] an offer has a mark for required custom options', async () => {
  expect((await findOffer(env.DB, 'SB-1'))?.mustAsk).toBe(true)
  expect((await findOffer(env.DB, 'TL-1001'))?.mustAsk).toBeUndefined()
  // An optional custom option does not set the mark.
  await env.DB.prepare('update custom_option set is_require = 0').run()
  expect((await findOffer(env.DB, 'SB-1'))?.mustAsk).toBeUndefined()
  await env.DB.prepare('update custom_option set is_require = 1').run()
})

test('a product that is not a tire has `tire` null', async () => {
  expect((await findProducts(env.DB, ['RH-1'])).get('RH-1')?.tire).toBeNull()
})

test('five hundred skus need one query, and unknown skus are absent', async () => {
  const skus = Array.from({ length: 498 }, (_, index) => `NONE-${index}`)
  const found = await findProducts(env.DB, [...skus, 'TL-1001', 'O\'Brien"\\'])
  expect([...found.keys()]).toEqual(['TL-1001'])
})

test('the sku of a variant returns its parent with the shared pool and all variants by set size', async () => {
  const offer = await findOffer(env.DB, 'TL-1002-4')
  expect(offer?.product.sku).toBe('TL-1002')
  expect(offer?.stock).toEqual({ qty: 4, manage: true })
  expect(offer?.variants.map(({ sku, setqty, price }) => [sku, setqty, price])).toEqual([
    ['TL-1002-1', 1, 5800],
    ['TL-1002-2', 2, 11_400],
    ['TL-1002-4', 4, 22_400],
  ])
  expect(new Set(offer?.variants.map((variant) => variant.stockSku))).toEqual(new Set(['TL-1002']))
})

test('an unknown sku has no offer; sold-out and disabled products have one', async () => {
  expect(await findOffer(env.DB, 'TL-9999')).toBeNull()
  expect((await findOffer(env.DB, 'TL-1004'))?.stock.qty).toBe(0)
  expect((await findOffer(env.DB, 'TL-1005'))?.product.status).toBe(2)
})

test('offers have the order of the ids, without unknown ids', async () => {
  const found = await findProducts(env.DB, ['TL-2001', 'TL-1001'])
  const ids = [found.get('TL-2001')?.id ?? 0, 999_999, found.get('TL-1001')?.id ?? 0]
  const offers = await findOffersById(env.DB, ids)
  expect(offers.map((offer) => offer.product.sku)).toEqual(['TL-2001', 'TL-1001'])
  expect(offers[0]?.variants).toHaveLength(3)
  expect(offers[1]?.variants).toEqual([])
})

test('stock is read by pool, and unmanaged stock has `manage` false', async () => {
  const pools = await findStock(env.DB, ['TL-2001', 'RH-1', 'NONE'])
  expect(Object.fromEntries(pools)).toEqual({
    'TL-2001': { qty: 40, manage: true },
    'RH-1': { qty: 0, manage: false },
  })
})

test('[H2] the table rejects a negative stock', async () => {
  const update = env.DB.prepare("update stock set qty = qty - 5 where stock_sku = 'TL-1002'").run()
  await expect(update).rejects.toThrow(/stock_not_below_zero/)
  expect((await findStock(env.DB, ['TL-1002'])).get('TL-1002')?.qty).toBe(4)
})

test('the query of an offer uses indexes and scans no table', async () => {
  const plan = await env.DB.prepare(
    'explain query plan select * from product where id in (1) or parent_id in (1)',
  ).all<{ detail: string }>()
  const details = plan.results.map((step) => step.detail).join('\n')
  expect(details).not.toMatch(/SCAN product/)
})
