import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from '../catalog/index/testing/landings.fixture.ts'
import { serveFromMemory } from '../platform/cache/page-cache.ts'

const SITE = 'https://shop.example'
/** Lists that have no product of the tests. */
const OTHER_PAGES = ['/t/s/205-55r16', '/t/s/215-60r16?condition=used', '/t/b/brakken']
let clock = Date.UTC(2026, 10, 24, 15)

async function get(path: string) {
  const context = createExecutionContext()
  const request = new Request(`${SITE}${path}`)
  const response = serveFromMemory(request)?.response ?? (await app.request(request, {}, env, context))
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { text, level: response.headers.get('X-Page-Cache'), status: response.status }
}
const cards = (page: string) => page.match(/<li class="card"/g)?.length ?? 0

/** Lets the change feed be read: after two seconds the next request reads it in the background. */
async function twoSecondsLater() {
  clock += 2_000
  await get('/t/b/brakken')
}

/** Copies a unit, as the intake of a back office does: product and stock in one batch. */
async function putOnSale(sku: string, like: string, price: number, change: Record<string, unknown> = {}) {
  const { results } = await env.DB.prepare('SELECT * FROM product WHERE sku = ?')
    .bind(like)
    .all<Record<string, unknown>>()
  const { id: _, ...row } = results[0] ?? {}
  const own = { sku, stock_sku: sku, price, final_price: price, price_by_tire: price, created_at: clock }
  const fields = { ...row, ...own, name: `${row.name} ${sku}`, ...change }
  const names = Object.keys(fields)
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO product (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ).bind(...Object.values(fields)),
    env.DB.prepare(
      'INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) VALUES (?, ?, 1, 0, ?)',
    ).bind(sku, Number(row.setqty), clock),
  ])
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
})

test('[H1][C6] a new unit is in lists, counts, search, suggestions and on its page within two seconds', async () => {
  const before = await get('/t/s/225-45r17')
  const search = await get('/search?q=halden+velo')
  const ofSameSize = search.text.match(/href="(\/p\/TL-1002\/[^"?]*)"/)?.[1] ?? ''
  expect((await get(ofSameSize)).status).toBe(200)
  for (const path of OTHER_PAGES) await get(path)
  await putOnSale('TL-7001', 'TL-1001', 4100)
  await twoSecondsLater()
  const list = await get('/t/s/225-45r17')
  expect(cards(list.text)).toBe(cards(before.text) + 1)
  expect(list.text).toContain('TL-7001')
  expect(list.text).toContain('$41.00')
  const used = (page: string) =>
    page.match(/id="f-condition-used".*?<\/label>/s)?.[0].replace(/<[^>]*>/g, ' ')
  expect(used(list.text)).not.toBe(used(before.text))
  expect(cards((await get('/t/s/225-45r17?price_to=42')).text)).toBe(1)
  expect((await get('/search?q=halden+velo')).text).toContain('TL-7001')
  expect(search.text).not.toContain('TL-7001')
  const href = list.text.match(/href="(\/p\/TL-7001\/[^"?]*)"/)?.[1] ?? ''
  expect((await get(href)).text).toContain('$41.00')
  expect((await get(ofSameSize)).text).toContain('TL-7001')
  const { text } = await get('/api/ext/suggest?q=TL-7001')
  expect(text).toContain('TL-7001')
  for (const path of OTHER_PAGES) expect((await get(path)).level, path).toBe('memory')
})

test('[H1][C6] a product page becomes stale by a new tire of its size or model until its row of them is full', async () => {
  const href = (await get('/t/s/235-65r17')).text.match(/href="(\/p\/TL-1007\/[^"?]*)"/)?.[1] ?? ''
  const levels: (string | null)[] = []
  for (const sku of ['TL-7101', 'TL-7102', 'TL-7103', 'TL-7104', 'TL-7105', 'TL-7106']) {
    await get(href)
    expect((await get(href)).level).toBe('memory')
    await putOnSale(sku, 'TL-1007', 4100, { model: 'Another', model_slug: 'another' })
    await twoSecondsLater()
    levels.push((await get(href)).level)
  }
  expect([levels[0], levels.at(-1)]).toEqual(['made', 'memory'])
  // The table of other sizes still has room.
  await putOnSale('TL-7107', 'TL-1007', 4100, { size_slug: '225-65r17' })
  await twoSecondsLater()
  expect((await get(href)).level).toBe('made')
})

test('[H1][C6] a new price is on all pages of the product within two seconds, other pages stay cached', async () => {
  const list = await get('/t/s/225-45r17')
  const href = list.text.match(/href="(\/p\/TL-1001\/[^"?]*)"/)?.[1] ?? ''
  expect((await get(href)).text).toContain('$')
  expect((await get(href)).level).toBe('memory')
  for (const path of OTHER_PAGES) await get(path)
  await env.DB.prepare("UPDATE product SET price = 3300 WHERE sku = 'TL-1001'").run()
  await twoSecondsLater()
  expect((await get(href)).text).toContain('$33.00')
  const cheapest = await get('/t/s/225-45r17?sort=final_price:asc')
  expect(cheapest.text.match(/data-sku="([^"]*)"|\/p\/([^/]*)\//)?.[0]).toContain('TL-1001')
  expect((await get('/t/s/225-45r17')).text).toContain('$33.00')
  for (const path of OTHER_PAGES) expect((await get(path)).level, path).toBe('memory')
})

test('a photograph, a category, a link and a file make only the pages of their product stale', async () => {
  const href = (await get('/t/s/225-45r17')).text.match(/href="(\/p\/TL-1001\/[^"?]*)"/)?.[1] ?? ''
  for (const insert of [
    "INSERT INTO product_media (product_id, position, image, label) SELECT id, 9, 'side.jpg', 'Side' FROM product WHERE sku = 'TL-1001'",
    "INSERT INTO product_link (product_id, link_type, linked_product_sku, linked_product_type, qty, position) SELECT id, 'upsell', 'TL-2001', 'configurable', 0, 1 FROM product WHERE sku = 'TL-1001'",
    "INSERT INTO downloadable_link (product_id, title, file_key, number_of_downloads) SELECT id, 'Fitting guide', 'guide.pdf', 0 FROM product WHERE sku = 'TL-1001'",
    "INSERT INTO product_category (category_id, product_id, position) SELECT 99, id, 1 FROM product WHERE sku = 'TL-1001'",
  ]) {
    for (const path of [href, ...OTHER_PAGES]) await get(path)
    expect((await get(href)).level).toBe('memory')
    await env.DB.prepare(insert).run()
    await twoSecondsLater()
    expect((await get(href)).level).toBe('made')
    for (const path of OTHER_PAGES) expect((await get(path)).level, path).toBe('memory')
  }
  const page = (await get(href)).text
  for (const shown of ['side.jpg', 'A step up', 'Fitting guide']) expect(page).toContain(shown)
})

test('[H1][C6] the page of a sold tire becomes stale by a new tire of its rim while its row of near sizes has room', async () => {
  const [, href = '', sku = ''] =
    (await get('/t/s/205-55r16')).text.match(/href="(\/p\/([^/]*)\/[^"?]*)"/) ?? []
  await env.DB.prepare('UPDATE stock SET qty = 0 WHERE stock_sku = ?').bind(sku).run()
  await twoSecondsLater()
  await get(href)
  expect((await get(href)).level).toBe('memory')
  const size = { size: '215/55R16', section: 215, size_slug: '215-55r16' }
  await putOnSale('TL-7201', sku, 4100, { ...size, model: 'Another', model_slug: 'another' })
  await twoSecondsLater()
  expect((await get(href)).level).toBe('made')
})

test('a renamed sku has no page at its old address, and a new label of a filter makes all pages stale', async () => {
  const href = (await get('/t/s/225-45r17')).text.match(/href="(\/p\/TL-1002\/[^"?]*)"/)?.[1] ?? ''
  expect((await get(href)).status).toBe(200)
  await env.DB.prepare("UPDATE product SET sku = 'TL-1002X' WHERE sku = 'TL-1002'").run()
  await twoSecondsLater()
  expect((await get(href)).status).toBe(404)
  await env.DB.prepare("UPDATE product SET sku = 'TL-1002' WHERE sku = 'TL-1002X'").run()
  await twoSecondsLater()
  await env.DB.prepare("INSERT OR IGNORE INTO config (path, value) VALUES ('catalog/version', '1')").run()
  await twoSecondsLater()
  for (const path of OTHER_PAGES) await get(path)
  await env.DB.prepare("UPDATE attribute_option SET label = label || ' '").run()
  await twoSecondsLater()
  for (const path of OTHER_PAGES) expect((await get(path)).level, path).not.toBe('memory')
})

test('[H1][C6] a product that is hidden or deleted is in no list within two seconds', async () => {
  const before = cards((await get('/t/s/225-45r17')).text)
  await env.DB.prepare("UPDATE product SET status = 2 WHERE sku = 'TL-7001'").run()
  await twoSecondsLater()
  expect(cards((await get('/t/s/225-45r17')).text)).toBe(before - 1)
  await env.DB.prepare("UPDATE product SET status = 1 WHERE sku = 'TL-7001'").run()
  await twoSecondsLater()
  expect(cards((await get('/t/s/225-45r17')).text)).toBe(before)
  await env.DB.prepare("DELETE FROM product WHERE sku = 'TL-7001'").run()
  await twoSecondsLater()
  expect(cards((await get('/t/s/225-45r17')).text)).toBe(before - 1)
})

test('[H1] a unit of a new brand is in lists at once, and the new version of the catalog shows it in filters', async () => {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO attribute_option (attribute_id, value, label, position) SELECT attribute_id, 'zenter', 'Zenter', 1000 FROM attribute WHERE attribute_code = 'brand'",
    ),
  ])
  await putOnSale('TL-7002', 'TL-1001', 5200)
  await env.DB.prepare(
    "UPDATE product SET brand = 'Zenter', brand_slug = 'zenter' WHERE sku = 'TL-7002'",
  ).run()
  await twoSecondsLater()
  const list = await get('/t/s/225-45r17')
  expect(list.text).toContain('TL-7002')
  expect(list.text).toContain('f-brand-zenter')
})

test('[H13] a card has the stronger of the tire’s snow marks beside the season', async () => {
  const lineAfter = async (marks: string) => {
    await env.DB.prepare("UPDATE product SET extra = json_object('snow_marks', ?) WHERE model = 'Frost 3'")
      .bind(marks)
      .run()
    await twoSecondsLater()
    return /<p class="card-size">([^<]*)<\/p>/.exec((await get('/t/z/winter')).text)?.[1]
  }
  expect(await lineAfter('M+S, 3PMSF')).toBe('215/60R16 99H, winter, 3PMSF')
  expect(await lineAfter('M+S')).toBe('215/60R16 99H, winter, M+S')
})

/** Returns the lowest price that the heading of a list names, and that of its cards, in cents. */
function lowestPrices(page: string): [heading: number, cards: number] {
  const lowest = (prices: Iterable<RegExpMatchArray>) =>
    Math.min(...[...prices].map(([, dollars]) => Math.round(Number(dollars) * 100)))
  const [heading = ''] = /From \$[^<]*?\.(?=\s|<)/.exec(page) ?? []
  return [
    lowest(heading.matchAll(/\$(\d+(?:\.\d\d)?)/g)),
    lowest(page.matchAll(/<p class="price"><b>\$(\d+\.\d\d)<\/b>/g)),
  ]
}

test('[H13] the heading of a list names the price of its cheapest card, also for one kind of set and after a change', async () => {
  await loadLandings(env.DB)
  await twoSecondsLater()
  let compared = 0
  for (const path of ['/t/s/225-45r17', '/t/c/used', '/t/c/new', '/t/b/halden', '/t/z/winter']) {
    for (const filter of ['', '?sets=pairs', '?sets=setOfFour', '?sets=single']) {
      const { text } = await get(`${path}${filter}`)
      if (cards(text) === 0) continue
      const [heading, cheapest] = lowestPrices(text)
      expect(heading, path + filter).toBe(cheapest)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(12)
  await env.DB.prepare(
    "UPDATE product SET price = 12000, final_price = 12000, price_by_tire = 3000 WHERE sku = 'TL-1002-4'",
  ).run()
  await twoSecondsLater()
  const changed = (await get('/t/s/225-45r17')).text
  expect(lowestPrices(changed)).toEqual([3000, 3000])
  expect(changed).toMatch(/<meta name="description" content="[^"]*from \$30\.00/)
  expect((await get('/t/s/225-45r17?sets=pairs')).text).not.toContain('$30.00')
})
