import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { isAvailable } from '../../schema/catalog/product/variant.ts'
import { conditionLabel, formatLimits, sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { productHref } from '../../schema/paths.ts'
import { OUTAGE_MESSAGES } from '../../schema/platform/outbound/outage.ts'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { findOffersById } from '../catalog/product/product.sql.ts'
import { WatchedDatabase } from '../platform/testing/database-trips.harness.ts'

const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare(
    "update product set tire_load_dual = 118, load_range = 'E' where sku = 'TL-1007'",
  ).run()
  // The change feed, the index and the landings are then in memory, as in an isolate that serves a shop.
  await (await request('/t/b/norwind')).text()
})

function request(path: string, db: D1Database = env.DB, init: RequestInit = {}) {
  return app.request(`https://shop.example${path}`, init, { ...env, DB: db }, createExecutionContext())
}

/** Reads chunks until one of them has the text. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
  const decoder = new TextDecoder()
  let read = ''
  while (!read.includes(text)) {
    const { done, value } = await reader.read()
    if (done) return read
    read += decoder.decode(value, { stream: true })
  }
  return read
}

test.each([
  ['/', 'Used tires with nothing to hide', 'Just inspected'],
  ['/t/c/used', '<h1', 'class="card"'],
  [LOT, '225/45R17 94W, used', 'Add 4, $224.00'],
])('[H1] [H11] the begin of %s leaves before the first read of the database', async (path, early, late) => {
  const trips = new WatchedDatabase(env.DB)
  const release = trips.hold()
  const response = await request(path, trips.db)
  expect(response.status).toBe(200)
  // The platform sends early hints from this header, so the style is requested before the page arrives.
  expect(response.headers.get('Link')).toMatch(/^<\/[^>]+\.css>; rel=preload; as=style/)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const begin = await readUntil(reader, early)
  expect(begin).toMatch(/^<!DOCTYPE html><html lang="en".*<\/head>.*<header/s)
  expect(begin).toContain(early)
  expect(trips.finished).toBe(0)
  release()
  const rest = await readUntil(reader, '</html>')
  expect(rest).toContain(late)
  expect(rest).not.toMatch(/<script(?![^>]*(type="application\/ld\+json"|type="module"))/)
})

test('[A3] an error after the begin ends the page in words, and the page is not cached', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const trips = new WatchedDatabase(env.DB)
  trips.fail(new Error('Network connection lost.'))
  const path = '/p/TL-2002/norwind-frost-3-215-60r16-99h-tl-2002'
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, {}, { ...env, DB: trips.db }, context)
  expect(response.status).toBe(200)
  const page = await response.text()
  expect(page).toContain(OUTAGE_MESSAGES.database)
  expect(page).toMatch(/<\/footer>.*<\/html>$/s)
  expect(page).not.toContain('Network connection lost')
  await waitOnExecutionContext(context)
  const again = await request(path)
  expect(again.headers.get('X-Page-Cache')).toBe('made')
  expect(await again.text()).toContain('Add')
  log.mockRestore()
})

test('[H1] title, description and breadcrumbs that the index knows are those of the database', async () => {
  const ids = await env.DB.prepare('select id from product where size is not null').all<{ id: number }>()
  const offers = await findOffersById(
    env.DB,
    ids.results.map(({ id }) => id),
  )
  const inStock = offers.filter((offer) => isAvailable(offer))
  expect(inStock.length).toBeGreaterThan(6)
  for (const { product } of inStock) {
    const { tire } = product
    if (!tire) throw new Error('every product with a size is a tire')
    const title = `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}, ${conditionLabel(tire.condition).toLowerCase()}`
    const trips = new WatchedDatabase(env.DB)
    const release = trips.hold()
    const response = await request(productHref(product), trips.db)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const begin = await readUntil(reader, 'aria-current="page"')
    expect(begin).toContain(`<title>${title} | Treadline</title>`)
    expect(begin).toContain(
      `content="${title}: ${tire.treadDepth}/32 in of tread, ${formatLimits(tire)}. Free`,
    )
    expect(begin).toContain(`https://shop.example${productHref(product)}"`)
    release()
    await readUntil(reader, '</html>')
  }
})

test('HEAD has the status and headers of GET and no body', async () => {
  const response = await request(LOT, env.DB, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toBe('')
})
