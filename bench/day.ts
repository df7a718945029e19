/**
 * A day of traffic in ten minutes: 80 % pages of which a tenth are requested by a bot, 15 % changes of carts, 5 % orders;
 * 20,000 products, a sale in the middle of the day, ten new prices a minute.
 */
import { freePort } from '../scripts/ports.ts'
import { createRandom, type Random } from '../scripts/seed/prng.ts'
import { type BenchShop, newGuestId, openBenchShop } from './bench-shop.ts'
import type { BenchReport } from './goal.ts'
import { randomNetwork } from './guest-checkout.ts'
import { quantile } from './measure.ts'
import { newTire, placeOrder } from './orders.ts'
import { type IsolateMemory, isolateMemory, type ProcessMemory, workerdMemory } from './process-memory.ts'
import { retryFetch } from './retry.ts'

export interface DayOptions {
  /** Length of the day. */
  minutes: string
  /** `page,cart,order`, or some of them: what grows the memory is found by leaving others out. */
  kinds: string
  /** Requests per second; more than the machine can do measures its limit. */
  rate: string
}

const UNITS = 20_000
/** Most requests that are open at the same time. */
const SHOPPERS = 8
const PRICE_SECONDS = 6
const SALE_PRODUCTS = 200
const PROGRESS_SECONDS = 30
const GOAL_CACHED = 0.5
const GOAL_ISOLATE = 128
/** 99th percentiles in milliseconds. */
const GOALS: Readonly<Record<string, number>> = { page: 150, cart: 250, order: 500 }

const TRAFFIC = [
  ['page', 80],
  ['cart', 15],
  ['order', 5],
] as const
type Kind = (typeof TRAFFIC)[number][0]

interface Day {
  times: Record<Kind, number[]>
  cached: number
  errors: string[]
  memory: (ProcessMemory & IsolateMemory)[]
}

interface Paths {
  products: string[]
  lists: string[]
  /** How far the bot has read the sitemap. */
  crawled: number
}

async function readPaths({ db }: BenchShop): Promise<Paths> {
  const products = await db
    .prepare(
      'SELECT sku, url_key AS slug FROM product WHERE visibility > 1 AND parent_id IS NULL ORDER BY id',
    )
    .all<{ sku: string; slug: string }>()
  const lists = await db
    .prepare("SELECT url AS path FROM url_map WHERE type = 'landing' AND url LIKE 't/%' LIMIT 400")
    .all<{ path: string }>()
  return {
    products: products.results.map(({ sku, slug }) => `/p/${sku}/${slug}`),
    lists: ['/', '/t', ...lists.results.map(({ path }) => `/${path}`)],
    crawled: 0,
  }
}

/** Returns the next page of a shopper or, for a tenth of the pages, of a bot that reads the sitemap. */
function nextPage(random: Random, paths: Paths): string {
  const popular = (list: readonly string[]) => list[Math.floor(list.length * random.next() ** 2)] ?? '/'
  return random.weighted([
    [() => paths.products[paths.crawled++ % paths.products.length] ?? '/', 10],
    [() => popular(paths.products), 45],
    [() => popular(paths.lists), 30],
    [() => `${popular(paths.lists.slice(1))}?sort=final_price:asc`, 10],
    [
      () => `/search?q=${random.pick(['225/45R17', 'snow tires', 'halden', 'used 17 inch', 'set of four'])}`,
      5,
    ],
  ])()
}

/** Sends one request of a kind and returns why it failed; `null` for a success. */
async function send(kind: Kind, shop: BenchShop, random: Random, day: Day, paths: Paths, sku: string) {
  const { url } = shop
  if (kind === 'page') {
    const path = nextPage(random, paths)
    return retryFetch(`${url}${path}`, {}, async (reply) => {
      await reply.arrayBuffer()
      const level = reply.headers.get('X-Page-Cache')
      if (level === 'memory' || level === 'edge') day.cached += 1
      return reply.ok ? null : `${path} answers ${reply.status}`
    })
  }
  const quoteId = newGuestId()
  const headers = { 'Content-Type': 'application/json', ...randomNetwork() }
  const body = JSON.stringify({ cartItem: { sku, qty: 1, quoteId } })
  const address = `${url}/api/cart/update?token=&cartId=${quoteId}`
  const added = await retryFetch(address, { method: 'POST', headers, body }, async (reply) => {
    const { code } = (await reply.json()) as { code: number }
    return code === 200 ? null : `the cart answers ${code}`
  })
  if (kind === 'cart' || added !== null) return added
  const { code, result } = await placeOrder(url, quoteId)
  return code === 200 ? null : `the order answers ${code}: ${JSON.stringify(result)}`
}

/** Starts the sale in the middle of the day, and changes a price every few seconds. */
async function changePrices({ db }: BenchShop, until: number, minutes: number): Promise<void> {
  const started = performance.now()
  let isSale = false
  for (let change = 0; performance.now() < until; change++) {
    await new Promise((resolve) => setTimeout(resolve, PRICE_SECONDS * 1000))
    await db
      .prepare(
        'UPDATE product SET price = price - 100 WHERE id = (SELECT id FROM product WHERE price > 5000 AND parent_id IS NULL LIMIT 1 OFFSET ?)',
      )
      .bind(change * 11)
      .run()
    if (isSale || performance.now() - started < (minutes * 60_000) / 2) continue
    isSale = true
    await db
      .prepare(
        'UPDATE product SET special_price = price * 9 / 10 WHERE id IN (SELECT id FROM product WHERE price > 5000 AND parent_id IS NULL ORDER BY id DESC LIMIT ?)',
      )
      .bind(SALE_PRODUCTS)
      .run()
  }
}

async function live(
  shop: BenchShop,
  isolate: () => Promise<IsolateMemory>,
  { kinds, minutes, rate }: { kinds: readonly string[]; minutes: number; rate: number },
  log: (line: string) => void,
): Promise<Day> {
  const paths = await readPaths(shop)
  const { sku } = await newTire(shop.db, 10_000_000)
  const day: Day = { times: { page: [], cart: [], order: [] }, cached: 0, errors: [], memory: [] }
  const started = performance.now()
  const until = started + minutes * 60_000
  const traffic = TRAFFIC.filter(([kind]) => kinds.includes(kind))
  const shopper = async (number: number) => {
    const random = createRandom(number, 'day')
    for (let sent = number; performance.now() < until; sent += SHOPPERS) {
      const wait = started + (sent * 1000) / rate - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const kind = random.weighted(traffic)
      const from = performance.now()
      const error = await send(kind, shop, random, day, paths, sku)
      day.times[kind].push(performance.now() - from)
      if (error !== null) day.errors.push(error)
    }
  }
  const report = async () => {
    const [process, v8] = [workerdMemory(), await isolate()]
    const memory = process && { ...process, ...v8 }
    const minute = (performance.now() - started) / 60_000
    if (memory) day.memory.push(memory)
    const counts = Object.entries(day.times).map(([kind, times]) => `${times.length} ${kind}s`)
    log(`${minute.toFixed(1)} min: ${counts.join(', ')}, ${day.errors.length} errors, ${describe(memory)}`)
  }
  await report()
  const timer = setInterval(() => void report(), PROGRESS_SECONDS * 1000)
  await Promise.all([
    ...Array.from({ length: SHOPPERS }, (_, number) => shopper(number)),
    changePrices(shop, until, minutes),
  ])
  clearInterval(timer)
  await report()
  return day
}

function describe(memory: (ProcessMemory & IsolateMemory) | null): string {
  if (!memory) return 'memory unknown'
  const { resident, anonymous, openFiles, heap, buffers } = memory
  return `workerd ${resident.toFixed(0)} MB (${anonymous.toFixed(0)} anonymous, ${openFiles} open files), the isolate ${heap.toFixed(0)} MB and ${buffers.toFixed(0)} MB of buffers`
}

export async function measureDay(log: (line: string) => void, options: DayOptions): Promise<BenchReport> {
  const minutes = Number(options.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes should be a number above 0, not "${options.minutes}"`)
  const rate = Number(options.rate)
  if (!(rate > 0)) throw new Error(`--rate should be a number above 0, not "${options.rate}"`)
  const inspectorPort = await freePort()
  const shop = await openBenchShop(log, UNITS, inspectorPort)
  try {
    const day = await live(
      shop,
      () => isolateMemory(inspectorPort, () => fetch(`${shop.url}/robots.txt`)),
      { kinds: options.kinds.split(','), minutes, rate },
      log,
    )
    const pages = day.times.page.length
    const share = pages === 0 ? 0 : day.cached / pages
    const isolate = Math.max(...day.memory.map(({ heap, buffers }) => heap + buffers))
    const [first, last] = [day.memory[0] ?? null, day.memory.at(-1) ?? null]
    const kinds = TRAFFIC.map(([kind]) => kind).filter((kind) => day.times[kind].length > 0)
    const total = kinds.reduce((sum, kind) => sum + day.times[kind].length, 0)
    return [
      ...day.errors.slice(0, 5),
      `at the beginning ${describe(first)}; at the end ${describe(last)}`,
      ...kinds.map((kind) => {
        const p99 = quantile(day.times[kind], 0.99)
        const goal = GOALS[kind] ?? 0
        return {
          measure: `${kind}s of a day`,
          figure: `p50 ${quantile(day.times[kind], 0.5).toFixed(1)} ms, p99 ${p99.toFixed(0)} ms of ${day.times[kind].length.toLocaleString('en-US')}`,
          probe: `${(total / minutes / 60).toFixed(0)} requests/s, at most ${SHOPPERS} at once`,
          goal: `p99 ≤ ${goal} ms`,
          isMet: p99 <= goal,
          reason:
            'most product pages of a short run are rendered for the first time on the one thread that answers everything',
        }
      }),
      {
        measure: 'errors',
        figure: String(day.errors.length),
        probe: `${total.toLocaleString('en-US')} requests in ${minutes} minutes`,
        goal: '0',
        isMet: day.errors.length === 0,
      },
      {
        measure: 'pages from a cache: 20,000 products, a bot, a sale and ten new prices a minute',
        figure: `${(share * 100).toFixed(0)} %`,
        probe: `${pages.toLocaleString('en-US')} pages`,
        goal: `≥ ${GOAL_CACHED * 100} %`,
        isMet: share >= GOAL_CACHED,
        reason: `${pages.toLocaleString('en-US')} pages ask for few of the 20,000 products twice`,
      },
      {
        measure: 'memory of the isolate: objects and buffers, the most of the day',
        figure: `${isolate.toFixed(0)} MB`,
        probe: 'the platform, which stops an isolate above 128 MB',
        goal: `< ${GOAL_ISOLATE} MB`,
        isMet: isolate < GOAL_ISOLATE,
        reason: 'buffers of replies that are still being sent and stored count too',
      },
      `resident memory of workerd: ${first?.resident.toFixed(0) ?? '?'} MB at the beginning, ${last?.resident.toFixed(0) ?? '?'} MB at the end`,
    ]
  } finally {
    await shop.stop()
  }
}
