import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { productHref } from '../../../../schema/paths.ts'
import { findOffer, findOffersById } from '../../product/product.sql.ts'
import { openCatalog } from '../catalog.ts'
import { loadFixture } from '../testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  // TL-1007 and TL-3001 are then one model in two sizes.
  await env.DB.prepare(
    `update product set (brand, brand_slug, model, model_slug) =
      (select brand, brand_slug, model, model_slug from product where sku = 'TL-1007')
      where sku = 'TL-3001' or parent_sku = 'TL-3001'`,
  ).run()
})

const skus = async (ids: readonly number[]) =>
  (await findOffersById(env.DB, ids)).map(({ product }) => product.sku)

async function neighborsOf(sku: string, limit = 4) {
  const offer = await findOffer(env.DB, sku)
  if (!offer) throw new Error(`the fixture has ${sku}`)
  const catalog = await openCatalog(env, Date.now(), () => undefined)
  const found = catalog.findProduct(productHref(offer.product))?.neighbors(limit)
  if (!found) throw new Error(`the index has ${sku}`)
  return found
}

test('neighbors of a used tire have its size, used ones first, without the tire itself and without sold ones', async () => {
  const { sameSize, otherSizes, nearest } = await neighborsOf('TL-1001')
  expect(await skus(sameSize)).toEqual(['TL-1002', 'TL-4001', 'TL-2001'])
  expect([otherSizes, nearest]).toEqual([[], []])
  expect(await skus((await neighborsOf('TL-1001', 2)).sameSize)).toEqual(['TL-1002', 'TL-4001'])
})

test('neighbors of a model are its other sizes', async () => {
  const { otherSizes } = await neighborsOf('TL-3001')
  expect(await skus(otherSizes)).toEqual(['TL-1007'])
})

test('a sold tire has the nearest sizes on its rim', async () => {
  const { sameSize, nearest } = await neighborsOf('TL-1004')
  expect(await skus(sameSize)).toEqual(['TL-1003', 'TL-1006'])
  expect(await skus(nearest)).toEqual(['TL-2002'])
})
