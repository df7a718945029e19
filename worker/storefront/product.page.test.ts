import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { parseConfig } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { pageLayout } from '../layout/document.tsx'
import { PageNotes } from '../platform/cache/page-notes.ts'
import { readHtml, readRedirect } from '../platform/testing/page-response.harness.ts'
import { productPages } from './product.page.tsx'

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/', productPages)

const get = (path: string, more: object = {}) =>
  app.request(
    `https://shop.test${path}`,
    {},
    { ...env, ASSETS: undefined, ...more },
    createExecutionContext(),
  )
const html = (path: string) => readHtml(get(path))
const redirectOf = (path: string) => readRedirect(get(path))
const SINGLE = '/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001'
const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  // The fixture's dates are months ago; its sold-out product counts as sold just now.
  await env.DB.prepare('update stock set updated_at = ?').bind(Date.now()).run()
})

test('[A12] a used tire shows its condition, measures, inspection report and a form that needs no script', async () => {
  const page = await html(SINGLE)
  expect(page).toMatch(/aria-label="Breadcrumb".*Halden.*Velo Sport.*225\/45R17 94W, used/s)
  expect(page).toContain('Halden Velo Sport</h1>')
  expect(page).toContain('$62.00')
  expect(page).toContain('Passport of this tire')
  expect(page).toContain('outer to inner: 7, 7.5, 7.5, 7 thirty-seconds')
  expect(page).toContain('Week 24, 2021')
  expect(page).toContain('94, 1,477 lb per tire')
  const form = /<form[^>]*id="buy"[^>]*>/.exec(page)?.[0]
  expect(form).toContain('action="/cart/form/"')
  expect(form).toContain('method="post"')
  expect(form).toContain('data-add')
  expect(page).not.toContain('stepper')
})

test('a configurable product offers the sets that its stock allows, and the largest is preselected', async () => {
  const page = await html(LOT)
  for (const sku of ['TL-1002-1', 'TL-1002-2', 'TL-1002-4']) expect(page).toContain(`value="${sku}"`)
  expect(page).toMatch(/checked=""[^>]*value="TL-1002-4"|value="TL-1002-4"[^>]*checked/)
  expect(page).toContain('Add 4, $224.00')
  expect(page).toContain('$56.00 per tire')
  await env.DB.prepare("update stock set qty = 3 where stock_sku = 'TL-1002'").run()
  const fewer = await html(LOT)
  expect(fewer).not.toContain('value="TL-1002-4"')
  expect(fewer).toContain('Add 2, $114.00')
  await env.DB.prepare("update stock set qty = 4 where stock_sku = 'TL-1002'").run()
})

test('[C7] the address of a variant preselects it; for an unavailable variant another one is preselected', async () => {
  expect(await html(`${LOT}/TL-1002-2`)).toContain('Add 2, $114.00')
  await env.DB.prepare("update stock set qty = 1 where stock_sku = 'TL-1002'").run()
  expect(await html(`${LOT}/TL-1002-2`)).toContain('Add 1, $58.00')
  await env.DB.prepare("update stock set qty = 4 where stock_sku = 'TL-1002'").run()
})

test('[B7] a quantity field is shown only where stock is managed and has more than one unit', async () => {
  const slug = 'norwind-frost-3-215-60r16-99h-tl-2002'
  expect(await html(`/p/TL-2002/${slug}`)).toContain('max="3"')
  expect(await html('/p/RH-1/road-hazard-plan-rh-1')).not.toContain('stepper')
})

test('[A3] [A8] every other form of the address redirects to the canonical one, a variant’s to its parent', async () => {
  expect(await redirectOf('/p/TL-1001/wrong')).toEqual([301, SINGLE])
  expect(await redirectOf('/p/TL-1002-2/anything')).toEqual([301, `${LOT}/TL-1002-2`])
  expect(await redirectOf(`${LOT}?childSku=TL-1002-2`)).toEqual([301, `${LOT}/TL-1002-2`])
  expect(await redirectOf(`${LOT}/TL-2001-1`)).toEqual([301, LOT])
  expect(await redirectOf(`${SINGLE}/TL-1001`)).toEqual([301, SINGLE])
  expect(await redirectOf(`${LOT}/TL-1002-2?childSku=TL-1002-2`)).toEqual([301, `${LOT}/TL-1002-2`])
  // Malformed encodings that browsers never send are handled too.
  expect(await redirectOf('/p/TL-1001/%E0%A4%A')).toEqual([301, SINGLE])
  expect(await redirectOf(`${SINGLE}?childSku=%ff`)).toEqual([301, SINGLE])
})

test('[A3] [G10] unknown and disabled products are 404, and the log names a disabled one', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  expect((await get('/p/NONE/x')).status).toBe(404)
  expect(log).not.toHaveBeenCalled()
  expect((await get('/p/TL-1005/corvane-linea-205-55r16-91v-tl-1005')).status).toBe(404)
  expect(log).toHaveBeenCalledWith(
    'Product query returned empty result with the status or visibility value',
    'TL-1005',
    2,
    4,
  )
  log.mockRestore()
})

test('[A3] [H13i] [H13j] the page of a sold tire shows an alert and the nearest matches for 90 days and is then 410', async () => {
  const path = '/p/TL-1004/corvane-linea-205-55r16-91v-tl-1004'
  const page = await html(path)
  expect(page).toContain('Sold.')
  const sold = page.indexOf('Sold.')
  const nearest = page.indexOf('Nearest in 205/55R16')
  expect(nearest).toBeGreaterThan(sold)
  expect(page.indexOf('<li class="card"')).toBeGreaterThan(nearest)
  expect(page.indexOf('id="measures"')).toBeGreaterThan(page.indexOf('<li class="card"'))
  expect(page).toContain('schema.org/OutOfStock')
  expect(page).not.toContain('value="TL-1004"')
  // An alert of one press for what is left of a used tire: its size and season.
  const [alert = ''] = /<form[^>]* action="\/stock-alerts\/form".*?<\/form>/s.exec(page) ?? []
  expect(
    [...alert.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ).toEqual([
    ['size', '205-55r16'],
    ['season', 'all-seasons'],
  ])
  expect(alert).toContain('>Email me</button>')
  const soldAt = Date.now() - 91 * 86_400_000
  await env.DB.prepare("update stock set updated_at = ? where stock_sku = 'TL-1004'").bind(soldAt).run()
  expect((await get(path)).status).toBe(410)
})

test('a special price is shown with the regular price and its last day', async () => {
  const page = await html('/p/TL-1006/corvane-linea-205-55r16-91v-tl-1006')
  expect(page).toContain('$56.00')
  // The fixture's special price ends in the evening in Chicago, which is the next day in UTC.
  expect(page).toMatch(/<s>\$70\.00<\/s> until Wed, Dec 31</)
})

test('[E10] [E11] pay later and installments are offered beside the price when they are configured', async () => {
  expect(await html(LOT)).not.toContain('interest-free')
  const keys = {
    AFTERPAY_MERCHANT_ID: 'merchant',
    AFTERPAY_SECRET_KEY: 'secret-12345678',
    AFFIRM_PUBLIC_KEY: 'public-12345678',
    AFFIRM_PRIVATE_KEY: 'private-12345678',
  }
  expect(await (await get(LOT, keys)).text()).toContain(
    'Or 4 interest-free payments of $56.00 with Afterpay, or monthly payments with Affirm.',
  )
})

test('[B7] the picture named in the address is shown large, and each view is a link', async () => {
  const page = await html(`${SINGLE}?view=tread`)
  expect(page).toMatch(/gallery-open" href="[^"]*-tread-1000[^>]*><img src="[^"]*-tread-1000/)
  expect(page).toContain(`href="${SINGLE}?view=sidewall#gallery"`)
  expect(page).toContain('Drawing, not a photo of this tire.')
})
