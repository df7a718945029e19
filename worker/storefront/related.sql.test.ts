import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { findOffer, findOffersById } from '../catalog/product/product.sql.ts'
import { findRelated, stockChangedAt } from './related.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

const skus = async (ids: number[]) => (await findOffersById(env.DB, ids)).map(({ product }) => product.sku)

test('related products of a used tire have the same size, used tires first, without the tire itself and sold products', async () => {
  const offer = await findOffer(env.DB, 'TL-1001')
  if (!offer) throw new Error('the fixture has TL-1001')
  const { sameSize, otherSizes, otherSizesTotal } = await findRelated(env.DB, offer.product)
  expect(await skus(sameSize)).toEqual(['TL-1002', 'TL-4001', 'TL-2001'])
  expect([otherSizes, otherSizesTotal]).toEqual([[], 0])
  const haul = await findOffer(env.DB, 'TL-3001')
  if (!haul) throw new Error('the fixture has TL-3001')
  const renamed = { ...haul.product, tire: haul.product.tire && { ...haul.product.tire, model: 'Ridge HT' } }
  expect(await skus((await findRelated(env.DB, renamed)).otherSizes)).toEqual(['TL-1007'])
  expect(await stockChangedAt(env.DB, 'TL-1001')).toBeGreaterThan(0)
  expect(await stockChangedAt(env.DB, 'NONE')).toBeNull()
})
