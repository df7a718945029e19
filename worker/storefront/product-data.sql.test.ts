import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { openCatalog } from '../catalog/index/catalog.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { readProductData } from './product-data.sql.ts'

const ALL = { reviews: { reviews: 5, stars: null }, hasAttachments: true }

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('the page of a variant has the offer of its parent', async () => {
  const data = await readProductData(env.DB, 'TL-1002-2', ALL)
  expect(data?.offer.product.sku).toBe('TL-1002')
  expect(data?.offer.variants).toHaveLength(3)
  expect(data?.stockChangedAt).toBeGreaterThan(0)
  expect(data?.states.has('IL')).toBe(true)
})

test('a link to a variant shows its parent; parts of a group are no links', async () => {
  await env.DB.batch([
    env.DB.prepare(
      "insert into product_link (product_id, link_type, linked_product_sku, linked_product_type, qty, position) values (1001, 'upsell', 'TL-2001-2', 'simple', 0, 1)",
    ),
    env.DB.prepare(
      "insert into product_link (product_id, link_type, linked_product_sku, linked_product_type, qty, position) values (1001, 'associated', 'TL-2002', 'simple', 1, 2)",
    ),
  ])
  const data = await readProductData(env.DB, 'TL-1001', ALL)
  expect(data?.links.upsell.map(({ product }) => product.sku)).toEqual(['TL-2001'])
  expect([data?.links.related, data?.links.crosssell]).toEqual([[], []])
  expect(data?.parts.associated.map(({ sku }) => sku)).toEqual(['TL-2002'])
})

test('an unknown sku has no page', async () => {
  expect(await readProductData(env.DB, 'NONE', ALL)).toBeNull()
})

test('[C8] the index knows which products have parts, links or photographs', async () => {
  const catalog = await openCatalog(env, Date.now(), () => undefined)
  const known = (path: string) => catalog.findProduct(path)?.hasAttachments
  // TL-1001 has the links of the test above.
  expect(known('/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001')).toBe(true)
  expect(known('/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002')).toBe(false)
  expect(known('/p/TL-1002/another')).toBeUndefined()
})
