import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { COMPARE_FULL } from '../../../schema/catalog/compare/compare.ts'
import { parseConfig } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { comparePages } from './compare.page.tsx'

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/', comparePages)

async function page(search: string): Promise<{ html: string; headers: Headers }> {
  const context = createExecutionContext()
  const response = await app.request(
    `https://shop.test/compare/${search}`,
    {},
    { ...env, ASSETS: undefined },
    context,
  )
  expect(response.status).toBe(200)
  return { html: (await response.text()).replaceAll('<!-- -->', ''), headers: response.headers }
}

/** Returns the texts of a row without its heading and markup. */
function row(html: string, label: string): string[] {
  const [, cells = ''] = new RegExp(`<th scope="row">${label}</th>(.*?)</tr>`).exec(html) ?? []
  return [...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, ''))
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[F6] tires are columns in the order of the address, facts are rows', async () => {
  const { html, headers } = await page('?sku=TL-1002&sku=TL-2001')
  expect(html.match(/<th scope="col">/g)).toHaveLength(2)
  expect(row(html, 'Price per tire')).toEqual(['$56.00', '$126.00'])
  expect(row(html, 'Price of the set')).toEqual(['$224.00, set of 4', '$504.00, set of 4'])
  expect(row(html, 'Size')).toEqual(['225/45R17', '225/45R17'])
  expect(row(html, 'Condition')).toEqual(['Used', 'New'])
  // The page is specific to one shopper, so caches and search engines must not store it.
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(html).toContain('<meta name="robots" content="noindex"')
})

test('[F6] the lowest cost per 32nd of usable tread is marked with text', async () => {
  const { html } = await page('?sku=TL-1002&sku=TL-2001')
  // 56.00 over 6 - 2, 126.00 over 10 - 2.
  expect(row(html, 'Cost per 32nd of usable tread')).toEqual(['$14.00Best value', '$15.75'])
})

test('[H13e] a tire of ten years or more is never the best value; the row of its age says why', async () => {
  const made = env.DB.prepare("update product set dot = ? where sku = 'TL-1002'")
  await made.bind('1014').run()
  const { html } = await page('?sku=TL-1002&sku=TL-2001&sku=TL-1001')
  const cost = row(html, 'Cost per 32nd of usable tread')
  expect(cost[0]).toBe('$14.00')
  expect(cost.filter((text) => text?.endsWith('Best value'))).toHaveLength(1)
  expect(row(html, 'Age')[0]).toBe('10 years or older: we don’t recommend it for daily use.')
  await made.bind('2421').run()
})

test('[F6] rows with equal values are marked, so that "Differences only" can hide them', async () => {
  const { html } = await page('?sku=TL-1002&sku=TL-2001')
  expect(html).toContain('<tr class="same"><th scope="row">Size</th>')
  expect(html).toContain('<tr><th scope="row">Condition</th>')
  expect(html).toContain('id="differences"')
})

test('[F6] a fifth tire gets a note, a variant shows its tire, and products that are not tires are named', async () => {
  const many = await page('?sku=TL-1001&sku=TL-1002&sku=TL-1003&sku=TL-1004&sku=TL-1006')
  expect(many.html).toContain(COMPARE_FULL)
  expect(many.html).toContain('One more was left out.')
  const variant = await page('?sku=TL-1002-4&sku=TL-1002&sku=TL-NONE')
  expect(variant.html.match(/<th scope="col">/g)).toHaveLength(1)
  expect(variant.html).toContain('no longer in the catalog: TL-NONE')
  expect((await page('?sku=%3Cscript%3Ealert(1)%3C/script%3E')).html).not.toContain('<script>alert')
})

test('[F6] each column has a link that removes only its tire; an empty comparison explains how to choose', async () => {
  const { html } = await page('?sku=TL-1002&sku=TL-2001')
  expect(html).toContain('href="/compare/?sku=TL-2001" rel="nofollow" data-compare-drop="TL-1002"')
  expect((await page('')).html).toContain('Nothing to compare yet')
})

test('[F6] a sold tire stays with the label Sold and cannot be added to the cart', async () => {
  await env.DB.prepare("update stock set qty = 0 where stock_sku = 'TL-1002'").run()
  const { html } = await page('?sku=TL-1002&sku=TL-2001')
  expect(row(html, 'Stock')[0]).toBe('Sold')
  expect(html).not.toContain('name="sku" value="TL-1002')
  expect(html).not.toContain('Best value')
})

test('[H13c] [F6] the stars of the model are a row, also of a unit that has no review of its own', async () => {
  await env.DB.exec(
    "INSERT INTO review (product_id, title, text, rating, reviewer_name, is_approved, created_on) SELECT id, 'Fine', 'Fine.', 4, 'Kim', 1, 0 FROM product WHERE sku = 'TL-1002'",
  )
  const { html } = await page('?sku=TL-1002&sku=TL-2001')
  expect(row(html, 'Rating')).toEqual(['4.0 of 5, 1 review', '4.0 of 5, 1 review'])
  await env.DB.exec('DELETE FROM review')
})
