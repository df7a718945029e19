import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { cartExtra } from '../../schema/cart/extras/cart-extra.table.ts'
import { productLink, productMedia } from '../../schema/catalog/product/product.table.ts'
import { review } from '../../schema/content/reviews/review.table.ts'
import { loadMounting } from '../cart/testing/mounting.fixture.ts'
import { productPhotos } from '../catalog/images/product-photos.page.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { B4, loadParts, SB1 } from '../catalog/index/testing/parts.fixture.ts'
import { FIXTURE_PRODUCTS } from '../catalog/index/testing/products.fixture.ts'
import { parseConfig } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { pageLayout } from '../layout/document.tsx'
import { PageNotes } from '../platform/cache/page-notes.ts'
import { connect } from '../platform/drizzle.sql.ts'
import { readHtml } from '../platform/testing/page-response.harness.ts'
import { productPages } from './product.page.tsx'

function shop(vars: Record<string, string> = {}) {
  const app = new Hono<AppEnv>()
  app.use(pageLayout())
  app.use(async (c, next) => {
    const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test', ...vars })
    c.set('pageCache', new PageNotes())
    if (parsed.ok) c.set('config', parsed.config)
    await next()
  })
  app.route('/', productPhotos)
  app.route('/', productPages)
  return (path: string) =>
    app.request(`https://shop.test${path}`, {}, { ...env, ASSETS: undefined }, createExecutionContext())
}
const get = shop()
const html = (path: string) => readHtml(get(path))
/** The buying form of a page, and below it the names of its fields in order. */
const form = (page: string) => /<form[^>]*id="buy".*?<\/form>/s.exec(page)?.[0] ?? ''
const names = (page: string) => [...form(page).matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)
const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'
const SINGLE = '/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001'
const idOf = (sku: string) => FIXTURE_PRODUCTS.find((row) => row.sku === sku)?.id ?? 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
  await env.DB.prepare('update stock set updated_at = ?').bind(Date.now()).run()
  await connect(env.DB)
    .insert(productMedia)
    .values([
      { productId: idOf('TL-2002'), position: 1, image: '/n/frost-1.webp', label: 'Tread' },
      { productId: idOf('TL-2002'), position: 2, image: 'n/frost-2.webp', label: '' },
    ])
  const link = { productId: idOf('TL-4001'), linkedType: 'simple' as const, qty: 0 }
  await connect(env.DB)
    .insert(productLink)
    .values([
      { ...link, linkType: 'crosssell', linkedSku: 'MK-1', position: 1 },
      { ...link, linkType: 'upsell', linkedSku: 'TL-2001-4', position: 1 },
    ])
})

test('[C8] a bundle has a choice for each slot, and unavailable products are not offered', async () => {
  const page = await html('/p/B4/b4')
  expect([...new Set(names(page))]).toEqual([
    'action',
    'sku',
    `bundle_option[${B4.tires}]`,
    `bundle_option[${B4.kit}]`,
    `bundle_option[${B4.plan}]`,
    'qty',
  ])
  expect(form(page)).toContain('value="B4"')
  // $504.00 for tires and $24.00 for the kit; the choice with sensors needs two kits, but only one is left.
  expect(form(page)).toContain('$528.00')
  expect(form(page)).not.toContain(`value="${B4.links.sensors}"`)
  expect(form(page)).toContain('Road hazard plan (optional)')
  expect(page).toContain('Halden Velo Sport')
})

test('[C8] a bundle without a required part is shown as sold', async () => {
  await env.DB.prepare("update stock set qty = 0 where stock_sku = 'MK-1'").run()
  const page = await html('/p/B4/b4')
  expect(page).toContain('Sold.')
  expect(form(page)).toBe('')
  await env.DB.prepare("update stock set qty = 10 where stock_sku = 'MK-1'").run()
})

test('[C8] a group has a quantity for each member and shows the total of the default quantities', async () => {
  const page = await html('/p/G2/g2')
  expect(names(page)).toEqual(['action', 'sku', 'super_group[TL-2001-2]', 'super_group[TL-2002-2]', 'qty'])
  expect(form(page)).toContain('$448.00')
  expect(form(page)).toContain('for 4 tires')
  // Both tires side by side, each with its place on the car.
  const parts = /<table class="parts">.*?<\/table>/s.exec(page)?.[0] ?? ''
  expect(readCells(parts.slice(0, parts.indexOf('<tbody>')))).toEqual([
    '',
    'FrontHalden Velo Sport',
    'RearNorwind Frost 3',
  ])
  expect(parts).toContain('<td>225/45R17 94W</td><td>215/60R16 99H</td>')
  expect(page).toMatch(/class="gallery-views".*?Front, 225\/45R17.*?Rear, 215\/60R16/s)
  expect(form(page)).toContain('href="/p/TL-2001/halden-velo-sport-225-45r17-94w-tl-2001/TL-2001-2"')
})

test('[C8] a product has fields for its custom options, and the first value is preselected', async () => {
  const page = await html('/p/SB-1/sb-1')
  expect(names(page)).toEqual([
    'action',
    'sku',
    `options[${SB1.color}]`,
    `options[${SB1.color}]`,
    `options[${SB1.name}]`,
    'qty',
  ])
  expect(form(page)).toContain('+ $2.00')
  expect(form(page)).toMatch(
    new RegExp(`checked=""[^>]*value="${SB1.black}"|value="${SB1.black}"[^>]*checked`),
  )
})

test('[C8] the pages of a plan and of a file do not mention shipping', async () => {
  for (const path of ['/p/RH-1/road-hazard-plan-rh-1', '/p/CG-1/tire-care-guide-cg-1']) {
    const page = await html(path)
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
    expect(main).not.toMatch(/shipping|ZIP code|Get it|free to the 48/i)
    expect(names(page)).toEqual(['action', 'sku', 'qty'])
  }
  const guide = await html('/p/CG-1/tire-care-guide-cg-1')
  expect(guide).toContain('Tire care guide (PDF)')
  expect(guide).toContain('Checklist')
})

test('[H13k] [H13f] the page of a service says what it is for and where, and has no stock and no quantity', async () => {
  await loadMounting(env.DB)
  await connect(env.DB).insert(cartExtra).values({ sku: 'RH-1', kind: 'plan', tires: 1 })
  const mounting = await html((await get('/p/MT-1/any')).headers.get('Location') ?? '')
  const plan = await html('/p/RH-1/road-hazard-plan-rh-1')
  for (const page of [mounting, plan]) {
    expect(page).not.toMatch(/In stock|<dt>Stock/)
    expect(page).toContain('Add for all tires in your cart')
    expect(page).toContain('every tire in your cart')
    expect(page).toMatch(/<b>\$\d+\.00<\/b><span>per tire/)
  }
  expect(mounting).toContain('West Grand, 2720 West Grand Avenue, Chicago')
  expect(mounting).toContain('bring them to our store in Chicago.')
  expect(mounting).toContain('/drawings/mounting.svg')
})

/** Returns the texts of the cells of a row. */
function readCells(row: string): string[] {
  return [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]*>/g, ''),
  )
}

test('[C1] [H13e] sets that are not sold as single tires are described, with all grooves in one table', async () => {
  const set = await html('/p/TL-1003/corvane-linea-205-55r16-91v-tl-1003')
  expect(set).toContain('Sold as a set of 4. The tires match.')
  expect(set).toContain('Add 4, $240.00')
  await env.DB.prepare(
    `update product set passport = json_set(passport, '$.grooves', json('[[6.5,7,7,7],[8,8,8,8]]'), '$.repairs',
     'One plug-patch, 4 mm', '$.grade', 'C') where sku = 'TL-1007'`,
  ).run()
  const pair = await html('/p/TL-1007/brakken-ridge-ht-235-65r17-108h-tl-1007')
  expect(pair).toContain('Every tire measured.')
  expect(pair).toContain('Passport of these tires')
  const table = /<table class="groove-table">.*?<\/table>/s.exec(pair)?.[0] ?? ''
  const rows = [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => readCells(row))
  expect(rows).toEqual([
    ['Tire', 'Outer', 'Center', 'Center', 'Inner', 'Lowest'],
    ['1', '6.5', '7', '7', '7', '6.5most worn'],
    ['2', '8', '8', '8', '8', '8'],
  ])
  expect(pair).toContain('Tire 1, the most worn, to scale')
  expect(pair).toContain('outer to inner: 6.5, 7, 7, 7')
  expect(pair).toContain('Known flaws:</strong> One plug-patch, 4 mm.')
  expect(pair).toContain('C: Repaired once')
  expect(pair).toContain('The lowest of these has about 45 percent')
})

test('[C1] [B7] the measures show the load in pounds and the speed label', async () => {
  const page = await html(SINGLE)
  expect(page).toContain('94, 1,477 lb per tire')
  expect(page).toContain('W, up to 168 mph')
  await env.DB.prepare("update product set speed_rated = 0, tire_speed = '' where sku = 'TL-1006'").run()
  expect(await html('/p/TL-1006/corvane-linea-205-55r16-91v-tl-1006')).toMatch(
    /<dt>Speed rating<\/dt><dd>(?:(?!<\/dd>).)*No Info/s,
  )
})

test('[H13e] the age of a tire is said in words; from six and ten years with advice, reason and source', async () => {
  const madeIn = async (years: number) => {
    const year = String(new Date().getUTCFullYear() - years).slice(-2)
    await env.DB.prepare("update product set dot = ? where sku = 'TL-1001'").bind(`01${year}`).run()
    return (await html(SINGLE)).replaceAll(/<!-- -->/g, '')
  }
  const young = await madeIn(3)
  expect(young).toMatch(/DOT 01\d\d: made week 1 of 20\d\d, [23] years old/)
  expect(young).not.toContain('nhtsa.gov')
  const old = await madeIn(8)
  expect(old).toContain('6 years or older: have it inspected yearly.')
  expect(old).toContain('href="https://www.nhtsa.gov/vehicle-safety/tires"')
  expect(await madeIn(12)).toContain('10 years or older: we don’t recommend it for daily use.')
})

test('[A12] the breadcrumbs of a product link to its brand and its model', async () => {
  expect(await html(SINGLE)).toMatch(
    /aria-label="Breadcrumb".*href="\/t\/b\/halden">Halden<.*href="\/t\/b\/halden\/velo-sport">Velo Sport</s,
  )
})

test('[C7] the address of an unavailable variant shows the best match and a message', async () => {
  await env.DB.prepare("update stock set qty = 1 where stock_sku = 'TL-1002'").run()
  const page = await html(`${LOT}/TL-1002-4`)
  expect(page).toContain(
    'No such configuration for the product. Please do choose another combination of attributes.',
  )
  expect(page).toContain('Add 1, $58.00')
  await env.DB.prepare("update stock set qty = 0 where stock_sku = 'TL-1002'").run()
  expect(await html(LOT)).toContain('No available product variants')
  await env.DB.prepare("update stock set qty = 4 where stock_sku = 'TL-1002'").run()
  expect(await html(`${LOT}/TL-1002-4`)).not.toContain('No such configuration')
})

test('[C7] variants that differ in more than the set are chosen option by option, by links', async () => {
  await env.DB.prepare("update product set size = '235/45R17' where sku = 'TL-4001-4'").run()
  const path = '/p/TL-4001/halden-velo-sport-225-45r17-94w-tl-4001'
  const sizes = (page: string) => /aria-label="Size".*?<\/nav>/s.exec(page)?.[0] ?? ''
  const four = await html(`${path}/TL-4001-4`)
  expect(sizes(four)).toMatch(/aria-current="true"[^>]*>235\/45R17|235\/45R17/)
  // The other size has no set of four, so its cheapest variant is linked.
  expect(sizes(four)).toContain(`href="${path}/TL-4001-1"`)
  expect(names(four)).toEqual(['action', 'sku', 'qty'])
  const one = await html(`${path}/TL-4001-1`)
  expect([...form(one).matchAll(/name="sku" value="([^"]+)"|value="(TL-[^"]+)"/g)]).toHaveLength(2)
  expect(sizes(one)).toContain(`href="${path}/TL-4001-4"`)
  await env.DB.prepare("update product set size = '225/45R17' where sku = 'TL-4001-4'").run()
})

test('[A3] with variants configured by query, the path of a variant redirects to the query', async () => {
  const byQuery = shop({ CHILD_SKU: 'query' })
  const moved = await byQuery(`${LOT}/TL-1002-2`)
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, `${LOT}?childSku=TL-1002-2`])
  const page = await byQuery(`${LOT}?childSku=TL-1002-2`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Add 2, $114.00')
})

test('[B7] photographs come before drawings and are served from the bucket', async () => {
  await env.PICTURES.put('photos/n/frost-1.webp', 'picture')
  const page = await html('/p/TL-2002/norwind-frost-3-215-60r16-99h-tl-2002')
  expect(page).toContain('src="/photos/n/frost-1.webp" alt="Photo: Norwind Frost 3, tread"')
  expect(page).not.toContain('three-quarter-1000')
  const photo = await get('/photos/n/frost-1.webp')
  expect([photo.status, photo.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  for (const path of ['/photos/n/frost-9.webp', '/photos/n/page.html', '/photos/n/%2e%2e/a.webp']) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test('[C12] 5 approved reviews are shown with the average of all; a link shows 25', async () => {
  const common = { productId: idOf('TL-2001'), customerId: null, reviewerPhoto: null, title: 'Title' }
  await connect(env.DB).batch([
    connect(env.DB)
      .insert(review)
      .values({
        ...common,
        id: 900,
        text: 'Waits',
        rating: 1,
        reviewerName: 'W',
        isApproved: false,
        createdAt: 9,
      }),
    ...Array.from({ length: 30 }, (_, index) =>
      connect(env.DB)
        .insert(review)
        .values({
          ...common,
          id: index + 1,
          text: `Text ${index}.`,
          rating: index % 2 ? 5 : 4,
          reviewerName: 'R. Reader',
          isApproved: true,
          createdAt: index * 1000,
        }),
    ),
  ])
  const path = '/p/TL-2001/halden-velo-sport-225-45r17-94w-tl-2001'
  const texts = (page: string) => [...page.matchAll(/Text \d+\./g)].length
  const page = await html(path)
  expect(page).toContain('4.5 of 5 stars, 30 reviews')
  expect(texts(page)).toBe(5)
  expect(page).toContain('Text 29.')
  expect(page).not.toContain('Waits')
  expect(page).toContain(`href="${path}?reviews=25#reviews"`)
  expect(texts(await html(`${path}?reviews=25`))).toBe(25)
  expect(texts(await html(`${path}?reviews=9999`))).toBe(5)
})

test('linked products are shown below, with a heading for each kind of link', async () => {
  const page = await html('/p/TL-4001/halden-velo-sport-225-45r17-94w-tl-4001')
  expect(page).toMatch(/Goes with it<.*href="\/p\/MK-1\/mk-1"/s)
  expect(page).toMatch(/A step up<.*href="\/p\/TL-2001\//s)
  expect(page).not.toContain('Also worth a look')
})

test('[C8] without script the page itself shows the delivery to a ZIP code, and is then not cached', async () => {
  const response = await get(`${LOT}/TL-1002-2?zip=60612`)
  const page = (await response.text()).replaceAll('<!-- -->', '')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect(page).toContain('to Chicago, IL 60612')
  // $114.00, the tire fee of 2 × $2.50, and 6.25 % tax on $114.00.
  expect(page).toMatch(/Illinois tire fee, 2 at \$2\.50.*\$7\.13.*Out the door<\/dt><dd>\$126\.13/s)
  const refused = await html(`${LOT}?zip=96815`)
  expect(refused).toContain('We can not deliver to Hawaii, Alaska, Puerto Rico or Canada')
  expect(await html(`${LOT}?zip=12`)).toContain('Please provide valid zip code.')
})
