/**
 * Measures searches of the catalog API beside the same searches by SQL with the same documents, and beside a
 * constant reply of as many bytes, which is the least time that the machine needs for the transport.
 */
import { Agent, request } from 'node:http'
import type { ChoiceFilter, ListingQuery } from '../schema/catalog/listing/listing.ts'
import { EMPTY_QUERY } from '../schema/catalog/listing/listing.ts'
import type { BenchShop } from './bench-shop.ts'
import type { BenchReport, Goal } from './goal.ts'
import { type Call, type Comparison, compare, quantile, rate } from './measure.ts'

const CONNECTIONS = 8
/** Requests of one client, one after the other, and unmeasured ones before them. */
const REQUESTS = 100
const WARM_UP = 60
const ROUNDS = 3
/** Requests per second of Vendure 3.7 with PostgreSQL for 50 products with facets (docs/performance.md). */
const VENDURE = 52
const FACETS = ['brand', 'condition', 'seasons', 'rim'] as const satisfies readonly ChoiceFilter[]

/** The fields that Vue Storefront 1.12 asks for in a list. */
const LIST_FIELDS = {
  include:
    'type_id,sku,product_links,tax_class_id,special_price,special_to_date,special_from_date,name,price,price_incl_tax,original_price_incl_tax,original_price,special_price_incl_tax,id,image,sale,new,url_path,url_key,status,tier_prices,configurable_children.sku,configurable_children.price,configurable_children.special_price,configurable_children.price_incl_tax,configurable_children.special_price_incl_tax,configurable_children.original_price,configurable_children.original_price_incl_tax,configurable_children.color,configurable_children.size,configurable_children.id,configurable_children.tier_prices,product',
  exclude:
    'description,configurable_options,sgn,*.sgn,msrp_display_actual_price_type,*.msrp_display_actual_price_type,required_options',
}

interface Case {
  name: string
  ours: Call
  /** The same search for the probe (bench/worker/catalog-api-probe.ts). */
  probe: { query?: ListingQuery; sku?: string; facets: readonly ChoiceFilter[]; source?: typeof LIST_FIELDS }
  /** Largest p50 in milliseconds, and smallest number of replies per second at 8 connections. */
  goal: { p50: number; rate: number }
}

const LISTED = [
  { attribute: 'visibility', value: { in: [2, 3, 4] }, scope: 'default' },
  { attribute: 'status', value: { in: [0, 1] }, scope: 'default' },
  { attribute: 'stock.is_in_stock', value: { eq: true }, scope: 'default' },
]
const JSON_BODY = { 'Content-Type': 'application/json' }
const PATH = '/api/catalog/vue_storefront_catalog/product/_search'

function compactSearch(filters: readonly object[], facets: readonly string[], params: string): Call {
  const body = {
    _availableFilters: facets.map((field) => ({ field, scope: 'catalog', options: {} })),
    _appliedFilters: filters,
    _appliedSort: [],
    _searchText: '',
  }
  const path = `${PATH}?request_format=search-query&response_format=compact&${params}`
  return { path, method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) }
}

function elasticSearch(facets: readonly string[]): Call {
  const body = {
    query: {
      bool: {
        filter: [
          { terms: { visibility: [2, 3, 4] } },
          { terms: { status: [0, 1] } },
          { term: { 'stock.is_in_stock': true } },
        ],
      },
    },
    aggs: Object.fromEntries(facets.map((field) => [`agg_terms_${field}`, { terms: { field, size: 100 } }])),
    sort: [{ created_at: { order: 'desc' } }],
    size: 50,
    from: 0,
  }
  return { path: PATH, method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) }
}

function searchCases(sku: string): Case[] {
  const newest = 'from=0&sort=created_at:desc'
  const fifty = { query: { ...EMPTY_QUERY, size: 50 }, facets: FACETS }
  const { include, exclude } = LIST_FIELDS
  const ahead = { p50: 5, rate: 8 * VENDURE }
  return [
    {
      name: '50 documents with 4 facets, as search-query',
      ours: compactSearch(LISTED, FACETS, `size=50&${newest}`),
      probe: fifty,
      goal: ahead,
    },
    {
      name: '50 documents with 4 facets, as an Elasticsearch body',
      ours: elasticSearch(FACETS),
      probe: fifty,
      goal: ahead,
    },
    {
      name: 'the same with the fields of a list of Vue Storefront 1.12',
      ours: compactSearch(
        LISTED,
        FACETS,
        `size=50&${newest}&_source_include=${encodeURIComponent(include)}&_source_exclude=${encodeURIComponent(exclude)}`,
      ),
      probe: { ...fifty, source: LIST_FIELDS },
      goal: ahead,
    },
    {
      name: 'a page of 500 documents',
      ours: compactSearch(LISTED, [], `size=500&${newest}`),
      probe: { query: { ...EMPTY_QUERY, size: 500 }, facets: [] },
      goal: { p50: 40, rate: 0 },
    },
    {
      name: 'one product by sku',
      ours: compactSearch([{ attribute: 'sku', value: { eq: sku }, scope: 'default' }], [], 'size=1'),
      probe: { sku, facets: [] },
      goal: ahead,
    },
  ]
}

async function read(url: string, { path, ...init }: Call): Promise<string> {
  const reply = await fetch(`${url}${path}`, init)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${path} answers ${reply.status}: ${text.slice(0, 200)}`)
  return text
}

type Body = { hits: Record<string, unknown>[] | { hits: { _source: Record<string, unknown> }[] } }

/** Returns the documents of a reply of either form as JSON. */
function documentsOf(text: string): string[] {
  const { hits } = JSON.parse(text) as Body
  const documents = Array.isArray(hits) ? hits : hits.hits.map(({ _source }) => _source)
  return documents.map(({ _score, ...document }) => JSON.stringify(document))
}

/** Sends a request over a connection that stays open, and reads the reply without decoding it. */
function send(agent: Agent, url: string, { path, method, headers, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { agent, method: method ?? 'GET', headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${path} answers ${reply.statusCode}`))
      reply.on('error', reject).on('end', resolve).resume()
    })
    outgoing.on('error', reject).end(body)
  })
}

/** Returns the milliseconds of each of the requests, which one client sends one after the other. */
async function latencies(url: string, call: Call): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let round = 0; round < WARM_UP + REQUESTS; round++) {
    const started = performance.now()
    await send(agent, url, call)
    if (round >= WARM_UP) times.push(performance.now() - started)
  }
  agent.destroy()
  return times
}

const spread = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`

/** The times of a search, of the same by SQL, and of a constant reply of as many bytes. */
interface Measured {
  bytes: number
  ours: readonly number[]
  sql: readonly number[]
  constant: readonly number[]
  /** `null` where only the times have a goal. */
  rates: Comparison | null
  /** Constant replies per second. */
  constantRate: number
}

function toGoal({ name, goal }: Case, { bytes, ours, sql, constant, rates, constantRate }: Measured): Goal {
  const isMet = quantile(ours, 0.5) <= goal.p50 && (rates?.ours ?? 0) >= goal.rate
  const withRate = (times: readonly number[], perSecond: number | undefined) =>
    `${spread(times)}${rates && perSecond !== undefined ? `, ${rate(perSecond)}` : ''}`
  return {
    measure: `${name} (${Math.round(bytes / 1000)} kB)`,
    figure: withRate(ours, rates?.ours),
    probe: `the same by SQL: ${withRate(sql, rates?.probe)}; a constant reply of as many bytes: ${withRate(constant, constantRate)}`,
    goal: `p50 ≤ ${goal.p50} ms${goal.rate > 0 ? `, ≥ ${rate(goal.rate)}` : ''}`,
    isMet,
    ...(isMet
      ? {}
      : {
          reason: `sending as many constant bytes takes ${quantile(constant, 0.5).toFixed(1)} ms of it here`,
        }),
  }
}

async function measure(url: string, one: Case): Promise<Measured> {
  const probe: Call = {
    path: '/__catalog',
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(one.probe),
  }
  const [text, reference] = [await read(url, one.ours), await read(url, probe)]
  if (documentsOf(text).join() !== documentsOf(reference).join())
    throw new Error(`The documents of SQL differ: ${one.name}`)
  const bytes = Buffer.byteLength(text)
  const fixed: Call = { path: `/__catalog?bytes=${bytes}` }
  const target = (name: string, call: Call) => ({ name, url, callsOf: () => [call] })
  const ours = target(one.name, one.ours)
  const isRated = one.goal.rate > 0
  return {
    bytes,
    ours: await latencies(url, one.ours),
    sql: await latencies(url, probe),
    constant: await latencies(url, fixed),
    rates: isRated ? await compare(ours, target(`${one.name} by SQL`, probe), CONNECTIONS, ROUNDS) : null,
    constantRate: isRated ? (await compare(ours, target('constant', fixed), CONNECTIONS, 1)).probe : 0,
  }
}

export async function measureCatalogApi({ url, db }: BenchShop): Promise<BenchReport> {
  const product = await db
    .prepare("select sku from product where parent_id is null and condition = 'New' order by id limit 1")
    .first<{ sku: string }>()
  if (!product) throw new Error('The shop has no new tire')
  const goals: Goal[] = []
  for (const one of searchCases(product.sku)) goals.push(toGoal(one, await measure(url, one)))
  return goals
}
