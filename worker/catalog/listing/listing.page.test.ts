import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { SORTS } from '../../../schema/catalog/listing/listing.ts'
import { parseConfig } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { readHtml, readRedirect } from '../../platform/testing/page-response.harness.ts'
import { productPages } from '../../storefront/product.page.tsx'
import { extFinderApi } from '../finder/finder.api.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { listingPages } from './listing.page.tsx'

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/', listingPages).route('/', productPages).route('/api/ext', extFinderApi)

const get = (path: string) =>
  app.request(`https://shop.test${path}`, {}, { ...env, ASSETS: undefined }, createExecutionContext())
const html = (path: string) => readHtml(get(path))
const redirectOf = (path: string) => readRedirect(get(path))

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[A2] the list of a size shows its tires with buttons to buy them', async () => {
  const page = await html('/t/s/225-45r17')
  expect(page).toContain('225/45R17</h1>')
  expect(page).toContain('4 tires. 8.9 in wide, 25.0 in tall. From $56 used and $126 new.')
  expect(page.match(/<li class="card"/g)).toHaveLength(4)
  expect(page).toContain('name="sku" value="TL-1002-4"')
  expect(page).toContain('<link rel="canonical" href="https://shop.test/t/s/225-45r17"')
})

test('[H5] canonical address, robots and title of a list depend on its filters', async () => {
  const used = await html('/t/s/225-45r17?condition=used')
  expect(used).toContain('<title>225/45R17 tires: Used | Treadline</title>')
  // The list equals the landing of this size and condition, so it has the canonical address of that landing.
  expect(used).toContain('<link rel="canonical" href="https://shop.test/t/s/225-45r17/used"')
  const summer = await html('/t/s/225-45r17?seasons=summer')
  expect(summer).toContain('<link rel="canonical" href="https://shop.test/t/s/225-45r17?seasons=summer"')
  expect(await html('/t/s/225-45r17?sort=final_price:asc')).toContain('<meta name="robots" content="noindex"')
})

test('[H13e] the filter "Made since" lists newer tires only, with counts, and is one chip', async () => {
  const all = await html('/t/s/225-45r17')
  expect(all).toContain('<legend>Made since</legend>')
  const count = /id="f-made_year-min-2025".*?check-count[^>]*>(\d+)</s.exec(all)?.[1]
  const page = await html('/t/s/225-45r17?made_year=min-2025')
  expect(page.match(/<li class="card"/g)).toHaveLength(Number(count))
  expect(page).not.toContain('DOT 2421')
  expect(page).toMatch(/Made 2025 or later .{0,80}Remove/s)
  expect(page).toMatch(/type="radio"[^>]*id="f-made_year-min-2025"[^>]*checked/)
  expect(await redirectOf('/t/s/225-45r17?made_year=min-1999')).toEqual([302, '/t/s/225-45r17'])
})

test('[C3] filters narrow the list and are shown as chips; a chip links to the list without its filter', async () => {
  const page = await html('/t/s/225-45r17?condition=new&condition=used&price_to=60')
  expect(page.match(/<li class="card"/g)).toHaveLength(1)
  expect(page).toContain('href="/t/s/225-45r17?condition=used&amp;price_to=60"')
  expect(page).toContain('href="/t/s/225-45r17?condition=new&amp;condition=used"')
  expect(page).toMatch(/id="f-condition-used"[^>]*checked/)
  expect(page).toContain('<meta name="robots" content="noindex"')
})

test('[C3] [C5] lists have checkboxes, Boolean and smart filters radio buttons, ranges two bounds', async () => {
  const page = await html('/t?run_flat=0&price_to=150&tread_from=6')
  expect(page).toMatch(/<input type="checkbox" id="f-condition-used"[^>]*name="condition"/)
  expect(page).toMatch(/<input type="radio" id="f-run_flat-0"/)
  for (const end of ['from', 'to']) {
    expect(page).toMatch(new RegExp(`type="range" id="r-price-${end}"[^>]*min="0" max="351" step="1"`))
    expect(page).toMatch(new RegExp(`type="range" id="r-tread-${end}"[^>]*min="3" max="25" step="0.5"`))
    expect(page).toMatch(new RegExp(`type="number"[^>]*name="final_price_${end}"`))
  }
  // The browser never submits a thumb, because only the fields have names.
  expect(page).not.toMatch(/<input type="range"[^>]*name=/)
  // The link of the chosen depth removes the filter, any other link sets it.
  expect(page).toMatch(/id="tread-6" href="\/t\?run_flat=0&amp;price_to=150"[^>]*aria-current="true"/)
  expect(page).toContain('href="/t?run_flat=0&amp;price_to=150&amp;tread_from=8"')
})

test('[C3] submitting the form keeps the parameters that it does not show', async () => {
  const page = await html('/t/s/225-45r17?rim=17&sort=final_price:asc')
  expect(page).toContain('<input type="hidden" name="rim" value="17"/>')
  expect(page).toContain('<input type="hidden" name="sort" value="final_price:asc"/>')
})

test('[C5] the list has all sort orders, in the panel of a small screen too', async () => {
  const page = await html('/t')
  for (const [value, label] of [
    ['created_at:desc', 'Newest first'],
    ['final_price:asc', 'Price low to high'],
    ['final_price:desc', 'Price high to low'],
    ['url_key:asc', 'A-Z'],
    ['url_key:desc', 'Z-A'],
    ['tread_depth:asc', 'Tread low to high'],
    ['tread_depth:desc', 'Tread high to low'],
  ]) {
    expect(page).toMatch(new RegExp(`<option value="${value}"[^>]*>${label}</option>`))
    expect(page).toMatch(new RegExp(`<a id="sort-${value}"[^>]*>${label}</a>`))
  }
  expect(page.match(/<a id="sort-/g)).toHaveLength(SORTS.length)
  expect(page).not.toContain('Best match')
  // A sort order is a system filter, so choosing it again removes it.
  const cheap = await html('/t/s/225-45r17?sort=final_price:asc')
  expect(cheap).toMatch(/<a id="sort-final_price:asc" href="\/t\/s\/225-45r17" aria-current="true"/)
})

test('[C5] preset price ranges show their number of results, and choosing one again removes it', async () => {
  const presets = (page: string) =>
    [...page.matchAll(/<a id="price-[^"]*" href="([^"]*)"(.*?)<\/a>/gs)].map(([, href = '', rest = '']) => [
      href.replaceAll('&amp;', '&'),
      rest.includes('aria-current="true"'),
      /<b>(.*?)<\/b>.*?num">(.*?)</s.exec(rest)?.slice(1).join(' '),
    ])
  const page = await html('/t/s/225-45r17?price_to=60')
  const open = await html('/t/s/225-45r17')
  expect(presets(page).map(([, , text]) => text)).toEqual(presets(open).map(([, , text]) => text))
  const [first] = presets(open)
  expect(first).toEqual(['/t/s/225-45r17?price_from=50&price_to=100', false, '$50 - $100 2'])
  expect(await html(String(first?.[0]))).toContain('2 tires.')
  const [chosen] = presets(await html('/t/s/225-45r17?price_from=50&price_to=100'))
  expect(chosen).toEqual(['/t/s/225-45r17', true, '$50 - $100 2'])
})

test('[C6] a card shows the price per tire and of the set that its button adds', async () => {
  const page = await html('/t/s/225-45r17?condition=used')
  const card = /<li class="card" data-price-sku="TL-1002-4"(.*?)<\/li>/.exec(page)?.[1] ?? ''
  expect(card).toContain('data-size="225/45R17" data-load="94" data-speed="W"')
  const text = card.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('$56.00 per tire, $224.00 for the set of 4')
  expect(text).toContain('1,477 lb, up to 168 mph')
  expect(text).toMatch(/DOT 2421, \d years old/)
  expect(card).toContain('<b>$56.00</b>')
  expect(card).toContain('form="compare"')
})

test('a list has one address: other spellings, unknown values and empty fields redirect to it', async () => {
  const canonical = '/t/s/225-45r17?condition=new&condition=used'
  expect(await redirectOf('/t/s/225-45r17?condition=used&condition=new')).toEqual([302, canonical])
  expect(await redirectOf('/t/s/225-45r17?price_from=&sort=created_at:desc&color=red')).toEqual([
    302,
    '/t/s/225-45r17',
  ])
  expect(await redirectOf('/t/s/225-45r17?utm_source=mail&condition=burnt')).toEqual([
    302,
    '/t/s/225-45r17?utm_source=mail',
  ])
  expect(await redirectOf('/t/s/225-45r17?page=9')).toEqual([302, '/t/s/225-45r17'])
  expect((await get('/t/s/225-45r17?sort=final_price:asc&utm_source=mail')).status).toBe(200)
})

test('[H13i] an empty list clears its filters or drops one, with the numbers of results, and names near sizes and the phone', async () => {
  const page = await html('/t/s/225-45r17?condition=retread&price_to=100')
  expect(page).toContain('No tires match these filters')
  expect(page).toMatch(/class="button buy[^"]*" href="\/t\/s\/225-45r17">Clear filters: 4 tires</)
  expect(page.replaceAll('<!-- -->', '')).toContain('2 tires without “Retread”')
  expect(page).toContain('href="tel:+13125550142"')
  expect(page.slice(page.indexOf('Nearest sizes in stock'))).toContain('href="/t/s/235-65r17"')
  expect(page.match(/>Clear all</g)).toHaveLength(1)
  const nearest = (text: string) =>
    [...text.slice(text.indexOf('Nearest sizes in stock')).matchAll(/href="\/t\/s\/([^"?]+)"/g)].map(
      ([, size]) => size,
    )
  expect(nearest(await html('/t/c/retread?size=fit-225-45r17-91-v'))).toEqual(nearest(page))
  // A group whose values have no results is hidden.
  expect(page).not.toMatch(/id="f-smart_filter"|id="tread-\d/)
  const none = await html('/t/s/185-60r15')
  expect(none).toContain('No 185/60R15 in stock today')
  // No size in stock has this rim, and another rim fits no wheel of the car.
  expect(none).not.toMatch(/Nearest sizes|sizes below/)
  expect(none).toContain('content="noindex"')
})

test('[A2] brands and conditions have lists and overviews; unknown ones are not found', async () => {
  expect(await html('/t/b/halden')).toContain('Halden tires</h1>')
  expect(await html('/t/c/driven-once')).toContain('Driven once tires</h1>')
  expect(await html('/t/b')).toContain('href="/t/b/norwind"')
  expect(await html('/t/c')).toContain('href="/t/c/retread"')
  for (const path of ['/t/b/nobody', '/t/c/burnt', '/t/s/round']) expect((await get(path)).status).toBe(404)
})

test("the finder's form and every spelling of a size redirect to the list of that size", async () => {
  expect(await redirectOf('/t/s?width=225&aspect=45&rim=17')).toEqual([302, '/t/s/225-45r17'])
  expect(await redirectOf('/sizes/?width=225&aspect=70&rim=19.5')).toEqual([302, '/t/s/225-70r19.5'])
  expect(await redirectOf('/t/s/2254517')).toEqual([301, '/t/s/225-45r17'])
  const sizes = await html('/sizes/')
  expect(sizes).toContain('href="/t/s/235-65r17"')
  expect(sizes).toContain('id="help"')
  expect(await html('/sizes/?rim=16')).not.toContain('href="/t/s/235-65r17"')
})

test('the finder receives the options of each select and the number of tires', async () => {
  const response = await get('/api/ext/finder?width=225&aspect=45&rim=x')
  expect(await response.json()).toMatchObject({
    code: 200,
    result: { chosen: { width: 225, aspect: 45, rim: 17 }, total: 4 },
  })
})

test('[C3] [C7] cards in a list of pairs or singles show, link and add that form', async () => {
  const cardOf = (page: string, lot: string) =>
    page.split('<li class="card"').find((card) => card.includes(`/p/${lot}/`)) ?? ''
  const card = cardOf(await html('/t/s/225-45r17?sets=pairs'), 'TL-1002')
  expect(card).toContain('name="sku" value="TL-1002-2"')
  expect(card).toMatch(/href="\/p\/TL-1002\/[^/"]+\/TL-1002-2"/)
  expect(cardOf(await html('/t/s/225-45r17?sets=single'), 'TL-1002')).toContain('value="TL-1002-1"')
  // With the form that the card has by default, the card is the same.
  const usual = cardOf(await html('/t/s/225-45r17'), 'TL-1002')
  expect(cardOf(await html('/t/s/225-45r17?sets=setOfFour'), 'TL-1002')).toBe(usual)
})

test('[C3] [audit D10] every list offers exactly the filters that can narrow it', async () => {
  const offered = (page: string) =>
    [...page.matchAll(/<legend>([^<]+)<\/legend>/g)].map(([, legend]) => legend)
  const all = offered(await html('/t'))
  for (const legend of ['Model', 'Size', 'Rim diameter', 'Load index', 'Speed rating', 'Top speed'])
    expect(all, legend).toContain(legend)
  expect(offered(await html('/t/c/new'))).toEqual(expect.arrayContaining(['Model', 'Size', 'Load index']))
  const size = offered(await html('/t/s/225-45r17'))
  for (const legend of ['Size', 'Rim diameter', 'Load index', 'Speed rating', 'Construction'])
    expect(size, legend).not.toContain(legend)
})

test('[audit D10] a minimum load or speed has a label and matches all higher values', async () => {
  const page = await html('/t?tire_load=min-94&tire_speed=min-v')
  expect(page).toContain('94, 1,477 lb, or more')
  expect(page).toContain('V, 149 mph, or faster')
  const plain = await html('/t?tire_speed=min-v')
  const exact = await html('/t?tire_speed=v')
  const total = (text: string) => Number(/(\d+) tires?\./.exec(text)?.[1])
  expect(total(plain)).toBeGreaterThan(total(exact))
})
