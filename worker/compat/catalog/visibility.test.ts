import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { updateWishList } from '../../account/saved/wish-list.sql.ts'
import { findOffersById, findOffersBySku } from '../../catalog/product/product.sql.ts'
import { loadCustomers } from '../../platform/testing/customers.fixture.ts'
import { call, openCatalogShop } from './testing/catalog.harness.ts'

const PARENT = 'TL-2001'
const DISABLED = 'TL-1001'

beforeAll(async () => {
  await openCatalogShop()
  await loadCustomers(env.DB)
  await env.DB.prepare('update product set status = 2 where sku in (?, ?)').bind(DISABLED, PARENT).run()
})

/** Returns the reply of a call as text. */
async function replyText(path: string, body?: unknown): Promise<string> {
  return JSON.stringify((await call(body ? 'POST' : 'GET', path, body)).body)
}

test.each([
  ['by sku', { query: { bool: { filter: { terms: { sku: [DISABLED, PARENT, `${PARENT}-1`] } } } } }],
  ['by id', { query: { bool: { filter: { terms: { id: [1, 2, 3, 4, 5, 6, 7, 8, 9] } } } } }],
  [
    'by its status',
    { query: { bool: { filter: [{ terms: { sku: [DISABLED] } }, { terms: { status: [2] } }] } } },
  ],
])('[audit A15] the catalog returns no disabled product %s, and no variant of one', async (_, body) => {
  const text = await replyText('catalog/vue_storefront_catalog/product/_search', body)
  expect(text).toContain('"hits"')
  for (const sku of [DISABLED, PARENT]) expect(text).not.toContain(sku)
})

test.each([
  [`product/list?skus=${DISABLED},${PARENT},${PARENT}-1`],
  [`product/render-list?skus=${DISABLED},${PARENT},${PARENT}-1`],
])('[audit A15] GET %s has no items', async (path) => {
  expect((await call<{ result: { items: unknown[] } }>('GET', path)).body.result.items).toEqual([])
})

test.each([[`p/${DISABLED}/any`], [`p/${PARENT}/any/${PARENT}-1`], [`p/${PARENT}-1/any`]])(
  '[audit A15] the URL map has no document at %s',
  async (url) => {
    expect(await replyText('url/map', { url })).toBe('null')
  },
)

test('[audit A15] lists of cards and wish lists have no disabled product', async () => {
  const { results } = await env.DB.prepare('select id from product').all<{ id: number }>()
  const offers = [
    ...(await findOffersById(
      env.DB,
      results.map(({ id }) => id),
    )),
    ...(await findOffersBySku(env.DB, [DISABLED, `${PARENT}-1`, 'TL-1002'])),
  ].map(({ product }) => product.sku)
  expect(offers).toContain('TL-1002')
  for (const sku of [DISABLED, PARENT]) expect(offers).not.toContain(sku)
  const customer = await env.DB.prepare('select id from customer').first<{ id: number }>()
  expect(
    await updateWishList(env.DB, customer?.id ?? 0, { add: [DISABLED, 'TL-1002'], remove: [] }, 0),
  ).toEqual(['TL-1002'])
})

test('[audit A15] hidden landings and all landings below them are not published', async () => {
  const text = await replyText('catalog/vue_storefront_catalog/landing/_search', { query: { match_all: {} } })
  expect(text).toContain('"url_path"')
  expect(text).not.toContain('"hide_landing_page":true')
})
