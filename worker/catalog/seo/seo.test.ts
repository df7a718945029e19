import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { landing } from '../../../schema/catalog/landing/landing.table.ts'
import { cmsPage } from '../../../schema/content/pages/cms.table.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { parseConfig } from '../../config.ts'
import { cmsPages } from '../../content/pages/cms.page.tsx'
import { storePages } from '../../content/pages/store-pages.page.tsx'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { merchantFeed } from './merchant-feed.page.ts'
import { llms, robots } from './robots.page.ts'
import { sitemaps } from './sitemap.page.ts'
import { xmlText } from './xml.ts'

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.get('/robots.txt', robots).get('/llms.txt', llms).route('/', sitemaps).route('/', merchantFeed)
app.route('/', cmsPages).route('/', storePages)

async function get(path: string) {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.test${path}`, {}, env, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, type: response.headers.get('Content-Type'), text }
}
const all = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value]) => value ?? '')

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  const row = { routeId: 1, parentId: null, level: 2, position: 0, settings: {}, carInfo: null }
  await connect(env.DB)
    .insert(landing)
    .values([
      {
        ...row,
        id: 9001,
        urlPath: 't/s/225-45r17',
        name: 'x',
        filters: { size: ['225-45r17'] },
        hideLandingPage: false,
      },
      {
        ...row,
        id: 9002,
        urlPath: 't/s/155-80r13',
        name: 'x',
        filters: { size: ['155-80r13'] },
        hideLandingPage: false,
      },
      {
        ...row,
        id: 9003,
        urlPath: 't/s/205-55r16',
        name: 'x',
        filters: { size: ['205-55r16'] },
        hideLandingPage: true,
      },
    ])
})

test('[H5] the sitemap index names every shard, and shards name the products in stock with their last change', async () => {
  const index = await get('/sitemap.xml')
  expect(index.type).toBe('application/xml; charset=utf-8')
  const shards = all(index.text, 'loc')
  expect(shards.slice(0, 3)).toEqual([
    'https://shop.test/sitemaps/pages.xml',
    'https://shop.test/sitemaps/landings.xml',
    'https://shop.test/sitemaps/products-1.xml',
  ])
  const products = await get('/sitemaps/products-1.xml')
  const locations = all(products.text, 'loc')
  expect(locations).toContain('https://shop.test/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001')
  // Variants are at the address of their parent; sold-out and disabled products are left out.
  for (const sku of ['TL-1002-1', 'TL-1004', 'TL-1005']) expect(products.text).not.toContain(`/${sku}/`)
  for (const changed of all(products.text, 'lastmod')) expect(new Date(changed).toISOString()).toBe(changed)
  expect(all(products.text, 'lastmod')).toHaveLength(locations.length)
})

test('[audit D12] [H5] every store of the configuration is in the sitemap', async () => {
  const stores = ['/one-st', '/2720-west-grand-60612/'].map((path, at) =>
    env.DB.prepare('INSERT OR REPLACE INTO config (path, value) VALUES (?, ?)').bind(
      `stores/${at + 1}/path`,
      path,
    ),
  )
  await env.DB.batch(stores)
  const locations = all((await get('/sitemaps/pages.xml')).text, 'loc')
  expect(locations).toContain('https://shop.test/one-st')
  expect(locations).toContain('https://shop.test/2720-west-grand-60612/')
})

test('[H5] the sitemap contains landings that have tires and are not hidden', async () => {
  expect(all((await get('/sitemaps/landings.xml')).text, 'loc')).toEqual(['https://shop.test/t/s/225-45r17'])
})

test('[H5] unknown shards are not found', async () => {
  for (const file of ['products-0.xml', 'products-99999.xml', 'products-x.xml', 'other.xml']) {
    expect((await get(`/sitemaps/${file}`)).status, file).toBe(404)
  }
  expect((await get('/feeds/merchant-99.xml')).status).toBe(404)
})

test('[H5] every item of the feed has the attributes and values that Google requires', async () => {
  const { text, type } = await get('/feeds/merchant-1.xml')
  expect(type).toBe('application/xml; charset=utf-8')
  const items = text.split('<item>').slice(1)
  expect(items.length).toBeGreaterThan(8)
  for (const item of items) {
    const field = (name: string) => all(item, `g:${name}`)[0] ?? ''
    expect(field('id')).toMatch(/^[\w.-]{1,50}$/)
    expect(field('title').length).toBeGreaterThan(10)
    expect(field('link')).toMatch(/^https:\/\/shop\.test\/p\/[\w-]+\/[\w.-]+/)
    expect(field('image_link')).toMatch(/^https:\/\/shop\.test\/pictures\/product\/[\w.-]+\.png$/)
    expect(field('availability')).toBe('in_stock')
    expect(field('price')).toMatch(/^[1-9]\d*\.\d\d USD$/)
    expect(field('condition')).toMatch(/^(new|used|refurbished)$/)
    expect(field('brand')).not.toBe('')
    expect(field('mpn') !== '' || field('identifier_exists') === 'no').toBe(true)
  }
  expect(new Set(all(text, 'g:id')).size).toBe(items.length)
  expect(text).toContain('<g:multipack>4</g:multipack>')
  expect(text).not.toContain('RH-1')
})

test('[H5] robots.txt and llms.txt contain the rules and addresses of the shop', async () => {
  const { text } = await get('/robots.txt')
  expect(text).toContain('Sitemap: https://shop.test/sitemap.xml')
  expect(text).toMatch(/^Disallow: \/checkout\/$/m)
  const guide = await get('/llms.txt')
  expect(guide.text).toMatch(/^# Treadline\n/)
  expect(guide.text).toContain('(https://shop.test/feeds/merchant-1.xml)')
})

test('[H5] text of any kind is well-formed in a feed', () => {
  expect(xmlText(`a\u0000b\ud800c\uffff <d> & "e" 'f'\n`)).toBe(
    'abc &lt;d&gt; &amp; &quot;e&quot; &apos;f&apos;\n',
  )
})

test('[H5] a page of questions and answers and a store have structured data', async () => {
  const db = connect(env.DB)
  const text = { id: 900, title: 'Questions', metaDescription: 'x', isActive: true, updatedAt: 0 }
  await db.insert(cmsPage).values({ ...text, identifier: 'asked', content: '## Is it free?\n\nYes.' })
  const store = { path: '/one-st', name: 'One', street: '1 St', city: 'Chicago', state: 'IL', zip: '60612' }
  const location = {
    phone: '3125550142',
    hours: 'Mon to Fri 8 a.m. to 6 p.m.',
    latitude: '41',
    longitude: '-87',
  }
  const rows = Object.entries({ ...store, ...location }).map(([key, value]) => ({
    path: `stores/1/${key}`,
    value,
  }))
  await db.insert(config).values(rows).onConflictDoNothing()
  expect((await get('/i/asked')).text).toContain('"@type":"FAQPage"')
  const { text: page } = await get('/one-st')
  expect(page).toContain('"@type":"TireShop"')
  expect(page).toContain('"openingHours":["Mo-Fr 08:00-18:00"]')
})
