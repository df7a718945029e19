/** The share of pages that come from a cache while ten new units a minute come on sale. */
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../scripts/seed/prng.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import type { BenchReport } from './goal.ts'
import { inParallel } from './orders.ts'
import { retryFetch } from './retry.ts'

const UNITS = 20_000
/** Product pages and lists that shoppers request; the first of each are requested most. */
const PRODUCTS = 1_500
const REQUESTS_PER_SECOND = 20
const SECONDS = 60
const NEW_UNIT_SECONDS = 6
const CONNECTIONS = 8
/** Longest wait for one unit. */
const MAX_WAIT_MS = 15_000
const GOAL_SHARE = 0.9
/** A new unit must be on its list after this time: two reads of the change feed may overlap. */
const VISIBLE_MS = 2_500

/** How a new unit comes on sale: with its event in the change feed, or with a new version of the catalog. */
type Publish = (shop: BenchShop, unit: number) => Promise<{ sku: string; list: string }>

interface Share {
  cached: number
  requests: number
  failed: number
  /** Milliseconds after which each new unit was on the list of its size. */
  visible: number[]
}

/** Copies a unit with a new number, price and time, in one batch with its stock. */
const putOnSale: Publish = async ({ db }, unit) => {
  const row = await db
    .prepare(
      "SELECT * FROM product WHERE visibility > 1 AND parent_id IS NULL AND condition = 'Used' LIMIT 1 OFFSET ?",
    )
    .bind(unit * 37)
    .first<Record<string, string | number | null>>()
  if (!row) throw new Error('the shop has used units')
  const sku = `NEW-${unit}`
  const { id: _, ...copied } = row
  const fields = { ...copied, sku, stock_sku: sku, type_id: 'simple', created_at: Date.now() }
  const names = Object.keys(fields)
  await db.batch([
    db
      .prepare(`INSERT INTO product (${names.join(',')}) VALUES (${names.map(() => '?').join(',')})`)
      .bind(...Object.values(fields)),
    db
      .prepare('INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) VALUES (?, ?, 1, 0, ?)')
      .bind(sku, Number(row.setqty), Date.now()),
  ])
  return { sku, list: `/t/s/${row.size_slug}` }
}

/** What the shop did before: every change gives the catalog a new version. */
const withVersion: Publish = async (shop, unit) => {
  const found = await putOnSale(shop, unit)
  await shop.db
    .prepare("UPDATE config SET value = ? WHERE path = 'catalog/version'")
    .bind(`unit-${unit}`)
    .run()
  return found
}

async function get(url: string): Promise<{ level: string | null; ok: boolean; text: string }> {
  return retryFetch(url, {}, async (reply) => ({
    level: reply.headers.get('X-Page-Cache'),
    ok: reply.ok,
    text: await reply.text(),
  }))
}

/** Returns the pages, the most requested ones first: home, lists and products in turn. */
async function pagesOf({ url, db }: BenchShop): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT url_path AS path FROM landing ORDER BY level, position LIMIT 200')
    .all<{ path: string }>()
  const sitemap = await db
    .prepare('SELECT sku, url_key AS slug FROM product WHERE visibility > 1 AND parent_id IS NULL LIMIT ?')
    .bind(PRODUCTS)
    .all<{ sku: string; slug: string }>()
  const products = sitemap.results.map(({ sku, slug }) => `/p/${sku}/${slug}`)
  const wanted = ['/', '/t', ...results.map(({ path }) => `/${path}`)]
  const every = Math.ceil(products.length / wanted.length)
  const mixed = wanted.flatMap((list, at) => [list, ...products.slice(at * every, (at + 1) * every)])
  const found = await inParallel(mixed, CONNECTIONS, async (path) => {
    const reply = await fetch(`${url}${path}`, { redirect: 'manual' })
    await reply.arrayBuffer()
    return reply.headers.get('X-Page-Cache') === null ? [] : [path]
  })
  return found.flat()
}

async function measure(
  shop: BenchShop,
  pages: readonly string[],
  publish: Publish,
  first: number,
): Promise<Share> {
  const share: Share = { cached: 0, requests: 0, failed: 0, visible: [] }
  const started = performance.now()
  const until = started + SECONDS * 1000
  const shopper = async (number: number) => {
    const random = createRandom(first + number, 'cached pages')
    for (let sent = number; performance.now() < until; sent += CONNECTIONS) {
      await pause(started + (sent * 1000) / REQUESTS_PER_SECOND - performance.now())
      // A few pages are requested often, most of them rarely.
      const page = pages[Math.floor(pages.length * random.next() ** 3)] ?? '/'
      const { level, ok } = await get(`${shop.url}${page}`)
      share.requests += 1
      if (!ok) share.failed += 1
      if (level === 'memory' || level === 'edge') share.cached += 1
    }
  }
  const intake = async () => {
    for (let unit = 0; unit < SECONDS / NEW_UNIT_SECONDS; unit++) {
      await pause(started + unit * NEW_UNIT_SECONDS * 1000 - performance.now())
      const { sku, list } = await publish(shop, first + unit)
      const since = performance.now()
      while (performance.now() - since < MAX_WAIT_MS) {
        if ((await get(`${shop.url}${list}`)).text.includes(sku)) break
        await pause(100)
      }
      share.visible.push(performance.now() - since)
    }
  }
  await Promise.all([...Array.from({ length: CONNECTIONS }, (_, number) => shopper(number)), intake()])
  return share
}

export async function measureCachedShare(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    log('Requesting every page once')
    const pages = await pagesOf(shop)
    log(`${pages.length} pages; new units with the change feed`)
    const feed = await measure(shop, pages, putOnSale, 1)
    log('New units with a new version of the catalog each')
    const version = await measure(shop, pages, withVersion, 1 + SECONDS)
    const part = ({ cached, requests }: Share) => cached / requests
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`
    const slowest = (share: Share) => Math.max(...share.visible)
    return [
      `${pages.length} pages, ${feed.requests} requests with the change feed (${feed.failed} failed), ${version.requests} with a new version (${version.failed} failed)`,
      {
        measure: 'cached pages while ten new units a minute come on sale',
        figure: percent(part(feed)),
        probe: `a new version of the catalog for each unit, ${percent(part(version))}`,
        goal: `≥ ${percent(GOAL_SHARE)}`,
        isMet: part(feed) >= GOAL_SHARE && feed.failed === 0,
      },
      {
        measure: 'time until a new unit is on the cached list of its size, the slowest of ten',
        figure: `${(slowest(feed) / 1000).toFixed(1)} s`,
        probe: `a new version of the catalog for each unit, ${(slowest(version) / 1000).toFixed(1)} s`,
        goal: `≤ ${VISIBLE_MS / 1000} s`,
        isMet: slowest(feed) <= VISIBLE_MS,
      },
    ]
  } finally {
    await shop.stop()
  }
}
