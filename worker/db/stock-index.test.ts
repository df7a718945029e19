import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadFixture } from './fixture.ts'
import { findOffer, findOffersById } from './product.ts'
import { findRelated, stockChangedAt } from './related.ts'
import { stockedBrands, stockedSizes } from './stock-index.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

const skus = async (ids: number[]) => (await findOffersById(env.DB, ids)).map(({ product }) => product.sku)

test('sizes in stock come by rim, width and sidewall, with counts and the cheapest tire', async () => {
  expect((await stockedSizes(env.DB)).map(({ label, count }) => [label, count])).toEqual([
    ['205/55R16', 2],
    ['215/60R16', 1],
    ['225/45R17', 4],
    ['235/65R17', 1],
    ['225/70R19.5', 1],
  ])
  expect((await stockedSizes(env.DB))[2]).toEqual({
    slug: '225-45r17',
    label: '225/45R17',
    width: 225,
    aspect: 45,
    rim: 17,
    count: 4,
    minPriceByTire: 5800,
  })
  expect((await stockedBrands(env.DB)).map(({ slug, count }) => [slug, count])).toEqual([
    ['brakken', 2],
    ['corvane', 2],
    ['halden', 4],
    ['norwind', 1],
  ])
})

test('beside a used tire stand the same size, used first, never itself and nothing that is sold', async () => {
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
