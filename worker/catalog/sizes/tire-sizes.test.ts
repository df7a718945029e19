/** Every form of a size, from a stored row to pages and API replies. */

import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { FinderView } from '../../../schema/catalog/finder/finder.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { Suggestions } from '../../../schema/catalog/search/suggest.api.ts'
import { parseMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { catalogApi } from '../../compat/catalog/catalog.api.ts'
import { parseConfig } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { readHtml } from '../../platform/testing/page-response.harness.ts'
import { productPages } from '../../storefront/product.page.tsx'
import { extFinderApi } from '../finder/finder.api.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { FIXTURE_PRODUCTS } from '../index/testing/products.fixture.ts'
import { listingPages } from '../listing/listing.page.tsx'
import { searchPages } from '../search/search.page.tsx'
import { extSuggestApi } from '../search/suggest.api.ts'

const MARKINGS = [
  'LT245/75R16 121/118S E',
  '245/75R16 111T',
  'P265/70R17 113S',
  '31X10.50R15LT 109Q C',
  '35X12.50R20LT 121Q',
  '11R22.5 144/142L G',
  '195R14C 106/104N',
  'ST205/75R15 107M D',
  'T125/70D16 96M',
  '225/45R17 94W XL',
] as const
const skuOf = (position: number) => `SZ-${position + 1}`

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/', listingPages).route('/', productPages).route('/', searchPages)
app.route('/api/ext', extFinderApi).route('/api/ext', extSuggestApi).route('/api/catalog', catalogApi)

const get = (path: string, init: RequestInit = {}) =>
  app.request(`https://shop.test${path}`, init, { ...env, ASSETS: undefined }, createExecutionContext())
const html = (path: string) => readHtml(get(path))
const listed = (page: string) => [...page.matchAll(/data-price-sku="([^"]+)"/g)].map(([, sku]) => sku)
const result = async <Result>(path: string): Promise<Result> =>
  (await (await get(path)).json<{ result: Result }>()).result

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  const [like] = FIXTURE_PRODUCTS
  if (!like) throw new Error('no fixture')
  const client = connect(env.DB)
  for (const [position, text] of MARKINGS.entries()) {
    const marking = parseMarking(text)
    if (!marking) throw new Error(text)
    const { size, load, dualLoad, speed, loadRange } = marking
    const label = formatTireSize(size)
    const sku = skuOf(position)
    await client.insert(product).values({
      ...like,
      id: 9000 + position,
      sku,
      stockSku: sku,
      name: `Halden Velo Sport ${text}`,
      urlKey: sku.toLowerCase(),
      urlPath: sku.toLowerCase(),
      size: label,
      sizeSlug: sizeSlug(label),
      section: size.width,
      aspect: size.aspect,
      construction: size.construction,
      rim: size.rim,
      tireLoad: load,
      tireLoadDual: dualLoad,
      tireSpeed: speed,
      loadRange,
    })
    await env.DB.prepare(
      'insert into stock (stock_sku, qty, manage, low_mark, updated_at) values (?, 4, 1, 0, 0)',
    )
      .bind(sku)
      .run()
  }
})

test.each([
  ['lt245-75r16', 'SZ-1', 'LT245/75R16', '9.6 in wide, 30.5 in tall.'],
  ['245-75r16', 'SZ-2', '245/75R16', '9.6 in wide, 30.5 in tall.'],
  ['265-70r17', 'SZ-3', '265/70R17', '10.4 in wide, 31.6 in tall.'],
  ['31x10.50r15lt', 'SZ-4', '31X10.50R15LT', '10.5 in wide, 31.0 in tall.'],
  ['35x12.50r20lt', 'SZ-5', '35X12.50R20LT', '12.5 in wide, 35.0 in tall.'],
  ['11r22.5', 'SZ-6', '11R22.5', '11.0 in wide, 41.6 in tall.'],
  ['195r14c', 'SZ-7', '195R14C', '7.7 in wide, 26.6 in tall.'],
  ['st205-75r15', 'SZ-8', 'ST205/75R15', '8.1 in wide, 27.1 in tall.'],
  ['t125-70d16', 'SZ-9', 'T125/70D16', '4.9 in wide, 22.9 in tall.'],
])('[audit B5] /t/s/%s lists only the tires of that size', async (slug, sku, label, measure) => {
  const page = await html(`/t/s/${slug}`)
  expect(page).toContain(`${label}</h1>`)
  expect(page).toContain(measure)
  expect(listed(page)).toEqual([sku])
})

test.each([
  ['p265-70r17', '/t/s/265-70r17'],
  ['31x10.5r15', '/t/s/31x10.50r15lt'],
  ['LT245-75R16', '/t/s/lt245-75r16'],
])('[audit B5] /t/s/%s redirects to %s', async (slug, path) => {
  const response = await get(`/t/s/${slug}`)
  expect([response.status, response.headers.get('Location')]).toEqual([301, path])
})

test.each([
  ['LT245 75 16', '/t/s/lt245-75r16'],
  ['LT245/75R16 121/118S E', '/t/s/lt245-75r16?tire_load=min-121&tire_speed=min-s'],
  ['245 75 16', '/t/s/245-75r16'],
  ['p265 70 17', '/t/s/265-70r17'],
  ['31x10.5r15', '/t/s/31x10.50r15lt'],
  ['31 10.50 15', '/t/s/31x10.50r15lt'],
  ['35x12.50r20lt', '/t/s/35x12.50r20lt'],
  ['11r22.5', '/t/s/11r22.5'],
  ['195r14c', '/t/s/195r14c'],
  ['195r14', '/t/s/195r14c'],
  ['st205 75 15', '/t/s/st205-75r15'],
  ['t125/70d16', '/t/s/t125-70d16'],
  ['225/45R17 94W XL', '/t/s/225-45r17?tire_load=min-94&tire_speed=min-w'],
])('[audit B5] a search for "%s" redirects to %s', async (term, path) => {
  const response = await get(`/search?q=${encodeURIComponent(term)}`)
  expect([response.status, response.headers.get('Location')]).toEqual([302, path])
})

test.each([
  ['lt245', ['LT245/75R16']],
  ['31x10', ['31X10.50R15LT']],
  ['31x10.5r1', ['31X10.50R15LT']],
  ['11r2', ['11R22.5']],
  ['195r', ['195R14C']],
  ['st205', ['ST205/75R15']],
])('[audit B5] typing "%s" suggests %j', async (term, labels) => {
  const { groups } = await result<Suggestions>(`/api/ext/suggest?q=${encodeURIComponent(term)}`)
  const sizes = groups.find(({ label }) => label === 'Sizes')?.items ?? []
  expect(sizes.map(({ label }) => label)).toEqual(labels)
})

test('[audit B5] the page of a tire shows all markings of its sidewall', async () => {
  const page = await html('/p/SZ-1/sz-1')
  expect(page).toContain('LT245/75R16 121/118S E')
  expect(page).toMatch(/Load range<\/dt><dd><details class="explained"><summary>E</)
  expect(page).toMatch(/Load index, dual<\/dt><dd>118, 2,910 lb/)
  expect(page).toContain('~lt245-75r16~')
  const inches = await html('/p/SZ-4/sz-4')
  expect(inches).toMatch(/Width<\/dt><dd>10\.5 in \(267 mm\)/)
  expect(inches).toMatch(/Height<\/dt><dd>31\.0 in/)
})

test('[audit B5] the finder offers sizes in inches and counts light-truck tires separately', async () => {
  const view = await result<FinderView>('/api/ext/finder?width=31')
  expect([view.chosen, view.total, view.slug]).toEqual([
    { width: 31, aspect: 10.5, rim: 15 },
    1,
    '31x10.50r15lt',
  ])
  expect((await result<FinderView>('/api/ext/finder?width=11')).slug).toBe('11r22.5')
  const numbers = 'width=245&aspect=75&rim=16'
  expect(await result<FinderView>(`/api/ext/finder?${numbers}`)).toMatchObject({
    total: 1,
    slug: '245-75r16',
  })
  expect(await result<FinderView>(`/api/ext/finder?${numbers}&type=LT`)).toMatchObject({
    total: 1,
    slug: 'lt245-75r16',
  })
  const sent = await get('/t/s?width=31&aspect=10.5&rim=15')
  expect(sent.headers.get('Location')).toBe('/t/s/31x10.50r15lt')
})

test('[audit B5] clients of the API receive each size with its numbers', async () => {
  const search = async (where: object) => {
    const body = JSON.stringify({ query: { bool: { filter: { bool: { must: where } } } } })
    const response = await get('/api/catalog/vue_storefront_catalog/product/_search?size=50', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(200)
    const { hits } = await response.json<{ hits: { hits: { _source: Record<string, unknown> }[] } }>()
    return hits.hits.map(({ _source: { sku, size, section, aspect, rim, rad, tire_load } }) => [
      sku,
      size,
      section,
      aspect,
      rim,
      rad,
      tire_load,
    ])
  }
  expect(await search([{ terms: { sku: ['SZ-1', 'SZ-4', 'SZ-6'] } }])).toEqual(
    expect.arrayContaining([
      ['SZ-1', 'lt245-75r16', 245, 75, 16, 'r', 121],
      ['SZ-4', '31x10.50r15lt', 31, 10.5, 15, 'r', 109],
      ['SZ-6', '11r22.5', 11, 87, 22.5, 'r', 144],
    ]),
  )
  expect(await search([{ terms: { size: ['LT245/75R16'] } }])).toEqual([
    ['SZ-1', 'lt245-75r16', 245, 75, 16, 'r', 121],
  ])
})
