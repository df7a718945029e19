import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { TOO_SHORT } from '../../../schema/catalog/search/search.ts'
import { MAX_SUGGESTIONS, type Suggestions } from '../../../schema/catalog/search/suggest.api.ts'
import type { AppEnv } from '../../env.ts'
import { pageCache } from '../../platform/cache/page-cache.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { extSuggestApi } from './suggest.api.ts'

const app = new Hono<AppEnv>().use(pageCache()).route('/api/ext', extSuggestApi)
const get = async (term: string) => {
  const context = createExecutionContext()
  const response = await app.request(
    `https://shop.test/api/ext/suggest?q=${encodeURIComponent(term)}`,
    {},
    { ...env },
    context,
  )
  await waitOnExecutionContext(context)
  return response
}
const ask = async (term: string) => {
  const reply = await (await get(term)).json<{ code: number; result: Suggestions }>()
  expect(reply.code, term).toBe(200)
  return reply.result
}
const labelsFor = async (term: string) =>
  (await ask(term)).groups.map(
    ({ label, items }) => `${label}: ${items.map((item) => item.label).join('; ')}`,
  )

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.batch([
    env.DB.prepare(
      "insert into car_model (id, make, make_slug, model, model_slug, generation, year_from, year_to, body_type) values (1, 'Honda', 'honda', 'Civic', 'civic', 'Tenth', 2016, 2021, 'Sedan')",
    ),
    env.DB.prepare(
      "insert into car_fitment (id, car_id, trim, trim_slug, size, size_slug, position) values (1, 1, 'Sport', 'sport', '225/45R17', '225-45r17', 1)",
    ),
  ])
})

test('[C9] a misspelled name of a car suggests the car, after tires of a corrected name', async () => {
  expect(await labelsFor('civc')).toEqual(['Cars: Honda Civic'])
  expect((await labelsFor('haldn'))[0]).toBe('Brands: Halden')
})

test('[C9] [B4] the beginning of a size in any form suggests sizes in stock and tires with picture and price', async () => {
  for (const term of ['225/4', '225 4', '2254', '225/45r17']) {
    const [sizes, tires] = (await ask(term)).groups
    expect(sizes, term).toEqual({
      label: 'Sizes',
      items: [{ label: '225/45R17', href: '/t/s/225-45r17', note: '4 tires', picture: null }],
    })
    expect(tires?.label).toBe('Tires')
    for (const tire of tires?.items ?? []) {
      expect(tire.href).toMatch(/^\/p\/TL-/)
      expect(tire.note).toMatch(/^\$\d+\.\d\d per tire$/)
      expect(tire.picture).toMatch(/^\/pictures\//)
    }
  }
})

test('[C9] [B4] names suggest brands and models with the other typed filters', async () => {
  expect((await labelsFor('hal'))[0]).toBe('Brands: Halden')
  expect((await labelsFor('velo'))[0]).toBe('Models: Halden Velo Sport')
  const { groups } = await ask('used halden 225/4')
  expect(groups[0]?.items[0]).toEqual({
    label: '225/45R17, Used, Halden',
    href: '/t/s/225-45r17?condition=used&brand=halden',
    note: '2 tires',
    picture: null,
  })
})

test('[C9] [B4] a car suggests its tires', async () => {
  expect(await ask('2018 honda civ')).toEqual({
    groups: [
      {
        label: 'Cars',
        items: [
          {
            label: 'Honda Civic 2018',
            href: '/t/car/honda/civic/2018',
            note: 'Tires that fit',
            picture: null,
          },
        ],
      },
    ],
    meant: null,
  })
})

test('[C9] [B4] a misspelled name suggests the corrected name', async () => {
  const found = await ask('haldne')
  expect(found.meant).toBe('Halden')
  expect(found.groups[0]?.items[0]?.href).toBe('/t/b/halden')
  expect(await ask('zzzz')).toEqual({ groups: [], meant: null })
})

test('[C9] [C6] sold-out tires and names without tires are not suggested', async () => {
  expect(JSON.stringify(await ask('linea'))).not.toContain('TL-1004')
  expect(await labelsFor('retread frost')).toEqual([])
})

test('[C9] fewer than three characters are rejected with the message of the page', async () => {
  const response = await get('ve')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 400, result: TOO_SHORT })
  expect(response.headers.get('Cache-Control')).toBe('no-cache, no-store')
})

test('[C9] a reply is cached for half a minute, independent of upper and lower case', async () => {
  expect((await get('Norw')).headers.get('Cache-Control')).toBe('public, max-age=30')
  await env.DB.prepare("update stock set qty = 0 where stock_sku = 'TL-2002'").run()
  expect((await labelsFor('NORW'))[0]).toBe('Brands: Norwind')
  await env.DB.prepare("update stock set qty = 12 where stock_sku = 'TL-2002'").run()
})

test('[C9] [B4] every term gets a valid reply of at most eight entries', async () => {
  const parts = fc.array(
    fc.constantFrom('hal', 'velo', '225', '/45', 'used', '17 inch', '"', '*', "'", '\\', 'NEAR('),
  )
  const term = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 3, maxLength: 90 }),
    parts.map((all) => all.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(term, async (typed) => {
      const reply = await (await get(typed)).json<{ code: number; result: Suggestions }>()
      if (reply.code === 400) return
      expect(reply.code).toBe(200)
      expect(reply.result.groups.flatMap(({ items }) => items).length).toBeLessThanOrEqual(MAX_SUGGESTIONS)
    }),
    { numRuns: 60 },
  )
})

test('[H13c] [C9] a suggested tire has the stars of its model', async () => {
  await env.DB.exec(
    "INSERT INTO review (product_id, title, text, rating, reviewer_name, is_approved, created_on) SELECT id, 'Fine', 'Fine.', 4, 'Kim', 1, 0 FROM product WHERE sku = 'TL-1002'",
  )
  const tires = (await ask('velo sport')).groups.find(({ label }) => label === 'Tires')
  expect(tires?.items[0]?.note).toContain('4.0 ★ (1)')
  await env.DB.exec('DELETE FROM review')
})
