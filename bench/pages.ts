/**
 * Measures pages that are rendered anew: the time to the first byte and to the whole page, compared with an empty
 * response of the same Worker and with the same pages from SQL and React alone (bench/worker/sql-pages.ts).
 */
import { Agent, get } from 'node:http'
import type { BenchShop } from './bench-shop.ts'
import type { BenchReport, Goal } from './goal.ts'
import { quantile } from './measure.ts'
import { differentLists } from './queries.ts'

const ROUNDS = 300
const SLOW_ROUNDS = 40
/** Milliseconds that a trip to D1 takes in the runs with a far database. */
const FAR_MS = 40
/** Requests with a token bypass the page cache. */
const UNCACHED = { Authorization: 'Bearer null' }
const AGENT = new Agent({ keepAlive: true, maxSockets: 1 })
const WHOLE_REASON =
  'a list consists of cards that are in memory; the main part of a product is read and rendered for each one'

interface Timing {
  /** Milliseconds until the first byte of the body, and until its end. */
  first: number
  whole: number
}

/** Requests one page on a connection that stays open. */
function time(url: string, headers: Record<string, string>): Promise<Timing> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let first = 0
    get(url, { agent: AGENT, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answers ${reply.statusCode}`))
      reply.on('data', () => {
        first ||= performance.now() - began
      })
      reply.on('end', () => resolve({ first, whole: performance.now() - began }))
      reply.on('error', reject)
    }).on('error', reject)
  })
}

/** Returns the paths of tires in stock, in a fixed order that follows no column. */
async function productPaths(db: D1Database, count: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `select p.sku, p.url_key as slug from product p join stock s on s.stock_sku = p.stock_sku
        where p.visibility > 1 and p.status < 2 and p.size is not null and s.qty >= p.setqty
        order by (p.id * 7919) % 10007 limit ?`,
    )
    .bind(count)
    .all<{ sku: string; slug: string }>()
  return results.map(({ sku, slug }) => `/p/${sku}/${slug}`)
}

type Kind = 'empty' | 'home' | 'list' | 'product' | 'peer list' | 'peer product'
type Timings = Record<Kind, Timing[]>

/** Requests each kind of page in turn, so that other work on the machine affects all of them. */
async function measureRounds({ url, db }: BenchShop, rounds: number, headers: Record<string, string>) {
  const lists = differentLists(rounds).map(({ path }) => path)
  const products = await productPaths(db, rounds)
  const timings: Timings = { empty: [], home: [], list: [], product: [], 'peer list': [], 'peer product': [] }
  for (let round = 0; round < rounds; round += 1) {
    const [list = '/t', product = '/'] = [lists[round], products[round % products.length]]
    const paths: Record<Kind, string> = {
      empty: '/__empty',
      home: '/',
      list,
      product,
      'peer list': `/__peer${list}`,
      'peer product': `/__peer${product}`,
    }
    for (const [kind, path] of Object.entries(paths) as [Kind, string][])
      timings[kind].push(await time(`${url}${path}`, { ...UNCACHED, ...headers }))
  }
  return timings
}

const ms = (value: number) => `${value.toFixed(1)} ms`

export async function measurePages(shop: BenchShop): Promise<BenchReport> {
  await measureRounds(shop, 20, {})
  const near = await measureRounds(shop, ROUNDS, {})
  const far = await measureRounds(shop, SLOW_ROUNDS, { 'X-Bench-Delay': String(FAR_MS) })
  AGENT.destroy()
  const first = (timings: Timings, kind: Kind, part: number) =>
    quantile(
      timings[kind].map((timing) => timing.first),
      part,
    )
  const whole = (timings: Timings, kind: Kind, part = 0.5) =>
    quantile(
      timings[kind].map((timing) => timing.whole),
      part,
    )
  const firstBytes = (['home', 'list', 'product'] as const).flatMap((kind): Goal[] => {
    const extra = (part: number) => first(near, kind, part) - first(near, 'empty', part)
    const probe = (part: number) => `an empty response, ${ms(first(near, 'empty', part))}`
    return [
      {
        measure: `${kind}, first byte, median`,
        figure: ms(first(near, kind, 0.5)),
        probe: probe(0.5),
        goal: '≤ 3 ms more',
        isMet: extra(0.5) <= 3,
      },
      {
        measure: `${kind}, first byte, 99th percentile`,
        figure: ms(first(near, kind, 0.99)),
        probe: probe(0.99),
        goal: '≤ 10 ms more',
        isMet: extra(0.99) <= 10,
      },
    ]
  })
  const againstPeer = (kind: 'list' | 'product', goal: number): Goal => {
    const ratio = whole(near, `peer ${kind}`) / whole(near, kind)
    return {
      measure: `${kind}, whole, median`,
      figure: ms(whole(near, kind)),
      probe: `the same page from SQL and React alone, ${ms(whole(near, `peer ${kind}`))}: ratio ${ratio.toFixed(1)}`,
      goal: `≥ ${goal} times as fast`,
      isMet: ratio >= goal,
      reason: WHOLE_REASON,
    }
  }
  const share = whole(near, 'product') / whole(near, 'list')
  return [
    ...firstBytes,
    againstPeer('list', 2.5),
    againstPeer('product', 5),
    {
      measure: 'product, whole, against a list',
      figure: ms(whole(near, 'product')),
      probe: `a list of 50, ${ms(whole(near, 'list'))}: ratio ${share.toFixed(2)}`,
      goal: '≤ 0.5',
      isMet: share <= 0.5,
      reason: WHOLE_REASON,
    },
    ...(['list', 'product'] as const).flatMap((kind): Goal[] => [
      {
        measure: `${kind} with ${FAR_MS} ms for each trip to D1, first byte`,
        figure: ms(first(far, kind, 0.5)),
        probe: `the peer, ${ms(first(far, `peer ${kind}`, 0.5))}`,
        goal: '≤ 10 ms',
        isMet: first(far, kind, 0.5) <= 10,
      },
      {
        measure: `${kind} with ${FAR_MS} ms for each trip to D1, whole`,
        figure: ms(whole(far, kind)),
        probe: `the peer, ${ms(whole(far, `peer ${kind}`))}`,
        goal: '≤ 60 ms',
        isMet: whole(far, kind) <= 60,
      },
    ]),
  ]
}
