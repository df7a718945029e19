/** Measures searches of the catalog API beside the same searches by SQL, with the same documents. */
import type { ChoiceFilter, ListingQuery } from '../schema/catalog/listing/listing.ts'
import { EMPTY_QUERY } from '../schema/catalog/listing/listing.ts'
import type { BenchShop } from './bench-shop.ts'
import type { BenchReport, Goal } from './goal.ts'
import { type Call, type Comparison, compare, quantile, rate } from './measure.ts'

const CONNECTIONS = 8
/** Requests of one client, one after the other, and unmeasured ones before them. */
const REQUESTS = 200
const WARM_UP = 40
const ROUNDS = 4
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
  /** The same search for the probe (bench/worker/wire-probe.ts). */
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

/** Returns the milliseconds of each of the requests, which one client sends one after the other. */
async function latencies(url: string, call: Call): Promise<number[]> {
  const times: number[] = []
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    const started = performance.now()
    await read(url, call)
    if (request >= WARM_UP) times.push(performance.now() - started)
  }
  return times
}

const spread = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`

function toGoal(
  { name, goal }: Case,
  ours: readonly number[],
  probe: readonly number[],
  rates: Comparison,
): Goal {
  const p50 = quantile(ours, 0.5)
  const isMet = p50 <= goal.p50 && rates.ours >= goal.rate
  return {
    measure: name,
    figure: `${spread(ours)}; ${rate(rates.ours)} at ${CONNECTIONS}`,
    probe: `the same by SQL, ${spread(probe)}; ${rate(rates.probe)}, ratio ${rates.ratio.toFixed(1)}`,
    goal: `p50 ≤ ${goal.p50} ms${goal.rate > 0 ? `, ≥ ${rate(goal.rate)}` : ''}`,
    isMet,
    ...(isMet ? {} : { reason: 'the machine sends, serves and receives on the same cores' }),
  }
}

export async function measureWire({ url, db }: BenchShop): Promise<BenchReport> {
  const product = await db
    .prepare("select sku from product where parent_id is null and condition = 'New' order by id limit 1")
    .first<{ sku: string }>()
  if (!product) throw new Error('The shop has no new tire')
  const report: (string | Goal)[] = []
  for (const one of searchCases(product.sku)) {
    const probe: Call = {
      path: '/__wire',
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(one.probe),
    }
    const [text, reference] = [await read(url, one.ours), await read(url, probe)]
    if (documentsOf(text).join() !== documentsOf(reference).join())
      throw new Error(`The documents of SQL differ: ${one.name}`)
    const [ours, theirs] = [await latencies(url, one.ours), await latencies(url, probe)]
    const rates = await compare(
      { name: one.name, url, callsOf: () => [one.ours] },
      { name: `${one.name} by SQL`, url, callsOf: () => [probe] },
      CONNECTIONS,
      ROUNDS,
    )
    report.push(`${one.name}: ${Math.round(text.length / 1000)} kB`, toGoal(one, ours, theirs, rates))
  }
  return report
}
