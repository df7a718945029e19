import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { Hono } from 'hono'
import { beforeAll, expect, test, vi } from 'vitest'
import { TOO_SHORT } from '../../../schema/catalog/search/search.ts'
import { parseConfig } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { searchPages } from './search.page.tsx'

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/', searchPages)

const get = (path: string, db: D1Database = env.DB) =>
  app.request(`https://shop.test${path}`, {}, { ...env, DB: db, ASSETS: undefined }, createExecutionContext())
const search = (term: string, more = '') => get(`/search?q=${encodeURIComponent(term)}${more}`)
const html = async (term: string, more = '') => {
  const response = await search(term, more)
  expect(response.status, term).toBe(200)
  return (await response.text()).replaceAll('<!-- -->', '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
const cards = (page: string) => page.match(/<li class="card"/g)?.length ?? 0
/** A database that never answers full-text queries. */
const stuck = new Proxy(env.DB, {
  get: (db, name) =>
    name === 'prepare' ? (sql: string) => prepareStuck(db, sql) : Reflect.get(db, name).bind(db),
})
function prepareStuck(db: D1Database, sql: string): D1PreparedStatement {
  const statement = db.prepare(sql)
  if (!sql.includes('product_text')) return statement
  return { bind: () => ({ ...statement, all: () => new Promise(() => {}) }) } as never
}

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

test.each([
  ['225 45 17', '/t/s/225-45r17'],
  ['225/45zr17', '/t/s/225-45r17'],
  ['2254517', '/t/s/225-45r17'],
  ['used 225/45r17 halden', '/t/s/225-45r17?condition=used&brand=halden'],
  ['225/45 r 17 94w', '/t/s/225-45r17?tire_load=min-94&tire_speed=min-w'],
  ['halden used 17', '/t/b/halden?condition=used&rim=17'],
  ['245/40R19', '/t/s/245-40r19'],
  ['Halden', '/t/b/halden'],
  ['halden velo sport', '/t/b/halden?model=velo-sport'],
  ['used tires', '/t/c/used'],
  ['winter', '/t/z/winter'],
  ['17 inch used', '/t/c/used?rim=17'],
  ['17 inch', '/t/r/17'],
  ['tires for honda civic 2018', '/t/car/honda/civic/2018'],
  ['civic', '/t/car/honda/civic'],
  ['tl-1001', '/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001'],
])('[C9] a search for "%s" redirects to %s', async (term, target) => {
  const response = await search(term)
  expect([response.status, response.headers.get('Location')]).toEqual([302, target])
})

test('[C9] other words show an uncached list with filters, best match first', async () => {
  const page = await html('velo')
  expect(cards(page)).toBe(4)
  expect(page).toContain('<h1 class="t-64">"velo"</h1>')
  expect(page).toMatch(/<option value="relevance" selected="">Best match/)
  expect(page).toMatch(/<input type="hidden" name="q" value="velo"\/>/)
  expect(page).toContain('name="robots" content="noindex"')
  const response = await search('velo')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

test('[C9] [C3] [C5] filters, sort orders and chips work on search results', async () => {
  const used = await html('velo', '&condition=used')
  expect(cards(used)).toBe(2)
  expect(used).toContain('href="/search?q=velo"')
  const dear = await html('velo', '&sort=final_price:desc')
  expect(dear.indexOf('TL-2001')).toBeLessThan(dear.indexOf('TL-1002'))
  const none = await html('velo', '&condition=retread')
  expect(none).toContain('No tires match these filters')
  expect(none).toContain('Clear filters: 4 tires')
  // A term that names a landing shows its list, not a redirect, when the search has filters.
  expect(cards(await html('halden', '&condition=new'))).toBe(1)
})

test('[audit D1] a page beyond the last redirects to the last page, with any other parameters', async () => {
  const past = await search('velo', '&condition=used&page=90')
  expect([past.status, past.headers.get('Location')]).toEqual([302, '/search?q=velo&condition=used'])
  const nothing = await search('zzzz', '&page=2')
  expect([nothing.status, nothing.headers.get('Location')]).toEqual([302, '/search?q=zzzz'])
})

test('[C9] a term with fewer than three characters is not searched', async () => {
  for (const term of ['', 've', ' 1 ']) expect(await html(term)).toContain(TOO_SHORT)
})

test('[C9] a misspelled name shows results of the corrected name with a note', async () => {
  const page = await html('halen velo')
  expect(cards(page)).toBe(4)
  expect(page).toContain('No matches for "halen velo". These are for')
  expect(page).toContain('<a href="/search?q=Halden%20velo">Halden velo</a>')
  const exactly = await html('"halen velo"')
  expect(page).toContain('href="/search?q=%22halen%20velo%22"')
  expect(cards(exactly)).toBe(0)
  expect(exactly).toContain('<h1 class="t-64">"halen velo"</h1>')
})

test('[C9] without results for all words the page suggests similar searches', async () => {
  expect(await html('zzzz')).toContain('No tires match "zzzz"')
  const fewer = await html('velo quiet')
  expect(fewer).toContain('Show 4 tires with "velo"')
  const known = await html('used 225/45R17 quiet')
  expect(known).toContain('href="/t/s/225-45r17?condition=used">Show 2 tires with "Used, 225/45R17"')
  expect(await html('civc')).toMatch(/href="\/t\/car\/honda\/civic"[^>]*>Tires for Honda Civic/)
  const size = await html('35x12.50R17 mud')
  expect(size).toContain('Find tires by size')
})

test('[C9] a sold-out tire is found by its number, but is in no list', async () => {
  const response = await search('TL-1004')
  expect(response.headers.get('Location')).toMatch(/^\/p\/TL-1004\//)
  const page = await html('corvane lin')
  expect(page).not.toContain('TL-1004')
})

test('[C9] a search that takes longer than a second shows a message and a link to try again', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = await get('/search?q=velo', stuck)
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('1')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const page = await response.text()
  expect(page).toContain('The search took too long')
  expect(page).toContain('href="/search?q=velo"')
  expect(errors).toHaveBeenCalledOnce()
  errors.mockRestore()
})

test('[C9] no typed text breaks the page or is rendered as markup', async () => {
  expect(await html('<script>alert(1)</script>')).not.toContain('<script>alert')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 100 }), async (term) => {
      expect([200, 302]).toContain((await search(term)).status)
    }),
    { numRuns: 60 },
  )
})
