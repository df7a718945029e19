/** Measures lists from the index: 200 queries at 100,000 and 1,000,000 units, beside SQL and a library. */

import { EMPTY_QUERY, PAGE_SIZE } from '../schema/catalog/listing/listing.ts'
import {
  fetchSnapshot,
  readPointer,
  type SnapshotPointer,
  storeSnapshot,
} from '../worker/catalog/index/build/catalog-snapshot.ts'
import { openIndex } from '../worker/catalog/index/faceted-index.ts'
import { createIndexedListing } from '../worker/catalog/index/indexed-listing.ts'
import type { FilterOptions } from '../worker/catalog/index/listing-engine.ts'
import { openBenchShop } from './bench-shop.ts'
import { rating } from './measure.ts'
import { retryFetch } from './retry.ts'
import {
  type BenchDocument,
  type BenchQuery,
  benchDocuments,
  benchQueries,
  multiplied,
  snapshotOf,
} from './search-documents.ts'
import { openLibrary } from './search-library.ts'
import { openSqlite } from './search-sqlite.ts'

const SMALL = 100_000
const TIMES_LARGER = 10
const QUERIES = 200
/** Repetitions of a query in one request, so that the cost of the request does not matter. */
const TIMES = 20
/** Queries in SQL at a million units; all 200 would take half an hour. */
const SQL_SAMPLE = 12

const GOALS = { p50: 1, p99: 5, p99Large: 30, load: 60, megabytes: 64, overSql: 50 }

interface Spread {
  p50: number
  p99: number
}

function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
const both = ({ p50, p99 }: Spread) => `p50 ${ms(p50)}, p99 ${ms(p99)}`

type Call = <Answer>(operation: string, body?: string) => Promise<Answer>

function caller(url: string): Call {
  return (operation, body = '') =>
    retryFetch(`${url}/__search?operation=${operation}`, { method: 'POST', body }, async (reply) => {
      if (!reply.ok)
        throw new Error(`${operation} answers ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
      return reply.json() as never
    })
}

/** Returns the milliseconds of each query on workerd, without the cost of an empty request. */
async function timeInWorker(call: Call, queries: readonly BenchQuery[]): Promise<number[]> {
  const timed = async (benchQuery: BenchQuery, times: number) => {
    const started = performance.now()
    await call('find', JSON.stringify({ ...benchQuery, times }))
    return performance.now() - started
  }
  for (const benchQuery of queries) await timed(benchQuery, 3)
  const times: number[] = []
  for (const benchQuery of queries) {
    const [empty, once] = [await timed(benchQuery, 0), await timed(benchQuery, 1)]
    const many = await timed(benchQuery, TIMES + 1)
    times.push(Math.max(0, many - Math.max(empty, once)) / TIMES)
  }
  return times
}

async function median(runs: number, run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < runs; round++) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  return spread(times).p50
}

function inNode(buffer: ArrayBuffer, queries: readonly BenchQuery[]): number[] {
  const index = openIndex(buffer)
  if (!index) throw new Error('The snapshot was just made')
  const engine = createIndexedListing(index)
  const find = ({ query, facets }: BenchQuery) => void engine.find(query, facets, ['condition'])
  for (const benchQuery of queries) find(benchQuery)
  return queries.map((benchQuery) => {
    const started = performance.now()
    for (let time = 0; time < TIMES; time++) find(benchQuery)
    return (performance.now() - started) / TIMES
  })
}

interface Listed {
  total: number
  ids: number[]
  buckets: Record<string, { key: string; count: number; minFinalPrice: number | null }[]>
}

/** Checks whether two results are equal; buckets may differ in order. */
function same(a: Listed, b: Listed): boolean {
  const plain = ({ total, ids, buckets }: Listed) =>
    JSON.stringify([
      total,
      ids,
      Object.entries(buckets)
        .map(([filter, list]) => [filter, list.map((one) => [one.key, one.count, one.minFinalPrice]).sort()])
        .sort(),
    ])
  return plain(a) === plain(b)
}

export async function measureSearch(log: (line: string) => void): Promise<string[]> {
  const documents = benchDocuments(SMALL)
  const queries = benchQueries(documents, QUERIES)
  const shop = await openBenchShop(log, SMALL)
  try {
    const call = caller(shop.url)
    const { snapshot, built } = await build(call)
    const options = await optionsIn(shop.kv, snapshot)
    const small = await measureSmall(call, documents, queries, { snapshot, built, options })
    const many = multiplied(documents, TIMES_LARGER)
    return [...small, ...(await measureLarge(call, shop.kv, many, queries, options))]
  } finally {
    await shop.stop()
  }
}

async function build(call: Call): Promise<{ snapshot: string; built: number }> {
  const started = performance.now()
  const { snapshot } = await call<{ snapshot: string }>('build')
  return { snapshot, built: performance.now() - started }
}

/** Returns labels and smart filters of the Worker's own index. */
async function optionsIn(kv: KVNamespace, snapshot: string): Promise<FilterOptions> {
  const pointer = readPointer(snapshot)
  const buffer = pointer && (await fetchSnapshot(kv, pointer))
  const index = buffer && typeof buffer !== 'string' ? openIndex(buffer) : null
  if (!index) throw new Error('The Worker stored no snapshot')
  return index.options
}

async function measureSmall(
  call: Call,
  documents: readonly BenchDocument[],
  queries: readonly BenchQuery[],
  { snapshot, built, options }: { snapshot: string; built: number; options: FilterOptions },
): Promise<string[]> {
  const { bytes } = await call<{ bytes: number }>('load', snapshot)
  const empty = await median(9, () => call('find', JSON.stringify({ query: {}, facets: [], times: 0 })))
  const load = (await median(9, () => call('load', snapshot))) - empty
  const ours = await timeInWorker(call, queries)

  const sql: number[] = []
  for (const benchQuery of queries) {
    const body = JSON.stringify({ ...benchQuery, times: 1 })
    const start = performance.now()
    const reference = await call<Listed>('sql', body)
    sql.push(performance.now() - start - empty)
    if (!same(reference, await call<Listed>('find', body)))
      throw new Error(`SQL and the index answer differently: ${body}`)
  }
  const buffer = snapshotOf(documents, options)
  const own = spread(inNode(buffer, queries))
  const pages = [1, SMALL / PAGE_SIZE / 2, SMALL / PAGE_SIZE / 2 + 50]
  const [first = 0, ...late] = inNode(
    buffer,
    pages.map((page) => ({ query: { ...EMPTY_QUERY, start: (page - 1) * PAGE_SIZE }, facets: [] })),
  )
  const library = openLibrary(documents)
  for (const benchQuery of queries.slice(0, 20)) library(benchQuery)
  const theirs = spread(
    queries.map((benchQuery) => {
      const start = performance.now()
      library(benchQuery)
      return performance.now() - start
    }),
  )
  const [us, them] = [spread(ours), spread(sql)]
  const each = spread(sql.map((time, index) => time / Math.max(0.005, ours[index] ?? 0)))
  const over = them.p50 / us.p50
  return [
    `100,000 units on workerd: ${both(us)} (goals ${GOALS.p50} and ${GOALS.p99} ms, ${rating(us.p50 <= GOALS.p50 && us.p99 <= GOALS.p99)})`,
    `  the same 200 queries in D1, same answers: ${both(them)}; ratio of the medians ${over.toFixed(0)} (goal ≥ ${GOALS.overSql}, ${rating(over >= GOALS.overSql)}), of the 99th ${(them.p99 / us.p99).toFixed(0)}, query by query ${each.p50.toFixed(0)}`,
    `  itemsjs 2.4.4 in Node, which counts without prices and knows no smart filters: ${both(theirs)}; the index in Node: ${both(own)}, ratio ${(theirs.p50 / own.p50).toFixed(0)}`,
    `  a page in the middle of all tires ${ms(Math.max(...late))} in Node, the first page ${ms(first)}`,
    `  snapshot ${(bytes / 1e6).toFixed(1)} MB, built from D1 and stored in ${(built / 1000).toFixed(1)} s, loaded from KV in ${ms(load)} (goal ≤ ${GOALS.load} ms, ${rating(load <= GOALS.load)})`,
  ]
}

async function measureLarge(
  call: Call,
  kv: KVNamespace,
  documents: readonly BenchDocument[],
  queries: readonly BenchQuery[],
  options: FilterOptions,
): Promise<string[]> {
  const started = performance.now()
  const buffer = snapshotOf(documents, options)
  const built = performance.now() - started
  const pointer: SnapshotPointer = {
    id: 'large',
    version: 'bench',
    event: 0,
    builtAt: 0,
    bytes: buffer.byteLength,
    parts: await storeSnapshot(kv, 'large', buffer),
  }
  const load = await median(3, () => call('load', JSON.stringify(pointer)))
  const ours = await timeInWorker(call, queries)
  const us = spread(ours)
  const database = openSqlite(documents, options)
  const sample = queries.filter((_, index) => index % Math.floor(QUERIES / SQL_SAMPLE) === 0)
  const sql = await database.run(sample)
  const [sampled, them] = [
    spread(ours.filter((_, index) => index % Math.floor(QUERIES / SQL_SAMPLE) === 0)),
    spread(sql),
  ]
  const megabytes = buffer.byteLength / 1e6
  return [
    `1,000,000 units on workerd: ${both(us)} (goal p99 ≤ ${GOALS.p99Large} ms, ${rating(us.p99 <= GOALS.p99Large)})`,
    `  ${sample.length} of the queries in SQLite of Node, the rest would take too long: p50 ${ms(them.p50)}, of the index for these ${ms(sampled.p50)}, ratio ${(them.p50 / sampled.p50).toFixed(0)}`,
    `  snapshot ${megabytes.toFixed(1)} MB in ${pointer.parts.length} parts (goal ≤ ${GOALS.megabytes} MB of memory, ${rating(megabytes <= GOALS.megabytes)}), built in Node in ${(built / 1000).toFixed(1)} s, loaded from KV in ${ms(load)}`,
  ]
}
