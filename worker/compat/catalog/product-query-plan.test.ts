import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { SearchCondition } from '../../../schema/compat/catalog/search-query.ts'
import { openCatalog } from '../../catalog/index/catalog.ts'
import { planListing } from './product-query-plan.ts'
import { openCatalogShop } from './testing/catalog.harness.ts'

beforeAll(openCatalogShop)

test.each<SearchCondition>([
  { kind: 'range', field: 'tire_load', bounds: { gte: 90 } },
  { kind: 'range', field: 'brand', bounds: { lt: 'k' } },
  { kind: 'not', of: { kind: 'range', field: 'rim', bounds: { gte: 16 } } },
  { kind: 'among', field: 'tread_depth', values: [7, 8] },
  { kind: 'facet', field: 'price_by_tire', values: [56] },
  { kind: 'facet', field: 'type_id', values: ['bundle'] },
  { kind: 'among', field: 'price', values: [70] },
  {
    kind: 'any',
    of: [
      { kind: 'among', field: 'final_price', values: [56] },
      { kind: 'exists', field: 'brand' },
    ],
  },
])('[C2] the index resolves a condition over the complete catalog: %j', async (condition) => {
  const { listing } = await openCatalog(env, Date.now(), () => {})
  expect(
    await planListing({ db: env.DB, productsVersion: 'one', listing, categories: [] }, [condition]),
  ).toMatchObject({ remaining: [] })
})

test('[C2] a condition that the index cannot resolve is left for the documents', async () => {
  const { listing } = await openCatalog(env, Date.now(), () => {})
  const like: SearchCondition = { kind: 'among', field: 'name', values: ['Velo'] }
  expect(
    (await planListing({ db: env.DB, productsVersion: 'one', listing, categories: [] }, [like])).remaining,
  ).toEqual([like])
})
