/** Compares replies with documents from memory, byte for byte, with replies that are built from D1 each time. */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type CatalogRequest,
  parseIndexRequest,
  parseObjectRequest,
} from '../../../../schema/compat/catalog/catalog.api.ts'
import {
  type ProductDocument,
  toProductDocument,
} from '../../../../schema/compat/catalog/compat-product.api.ts'
import { createSourceFilter } from '../../../../schema/compat/catalog/source-filter.api.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { pictureHref } from '../../../catalog/images/picture-address.ts'
import { rebuildCatalog } from '../../../catalog/index/build/rebuild.ts'
import { getChangeFeed } from '../../../platform/cache/change-feed.ts'
import { WatchedDatabase } from '../../../platform/testing/database-trips.harness.ts'
import { call, type Doc, type Filter, LISTED, openCatalogShop, query } from '../testing/catalog.harness.ts'
import { readCatalogProducts } from './catalog-product.sql.ts'
import { documentsOfKey } from './product-documents.ts'
import { readFacts } from './product-source.ts'

const PATH = 'catalog/vue_storefront_catalog/product/_search'
const COMPACT = 'request_format=search-query&response_format=compact'

let clock = Date.now()

beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  await openCatalogShop()
  await rebuildCatalog(env, clock)
})
afterAll(() => {
  vi.restoreAllMocks()
})

/** Lets so much time pass that the next request waits for a new change feed. */
const passTime = (ms = 10_000) => {
  clock += ms
}
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

const FACETS = {
  _availableFilters: ['brand', 'condition', 'seasons', 'price'].map((field) => ({ field, scope: 'catalog' })),
}
const QUERIES: Filter[][] = [
  [],
  LISTED,
  [['visibility', { in: [2, 3, 4] }]],
  [...LISTED, ['category_ids', { in: [11] }]],
  [...LISTED, ['condition', { in: ['used'] }, 'catalog'], ['price', { gte: 50, lte: 300 }, 'catalog']],
  // A condition that needs the documents.
  [...LISTED, ['name', { neq: 'none' }]],
  [['sku', { in: ['TL-2001', 'TL-2001-4', 'B4', 'G2', 'SB-1', 'CG-1', 'RH-1', 'TL-1006', 'NONE'] }]],
  [['id', { in: [3005, 3004, 1002, 5] }]],
  [['configurable_children.sku', { in: ['TL-2001-4', 'TL-2001-2', 'TL-4001-1'] }]],
  [['url_key', { in: ['b4', 'g2'] }]],
  [['url_path', { eq: 'b4' }]],
]
const SOURCES: { include?: string; exclude?: string }[] = [
  {},
  { include: 'sku,name,final_price,special_price' },
  { include: 'sku,stock.*,configurable_children.sku', exclude: 'stock.qty' },
  { exclude: 'configurable_children,attributes_metadata' },
  { exclude: '*.sku,stock,category.name' },
  { include: '*price*,media_gallery.image' },
  { include: 'nothing' },
  { exclude: '*' },
]
const ELASTIC = [
  {
    query: { bool: { filter: [{ terms: { status: [0, 1] } }, { term: { 'stock.is_in_stock': true } }] } },
    aggs: { brands: { terms: { field: 'brand' } } },
    sort: [{ final_price: 'asc' }],
    size: 7,
    from: 2,
  },
  { query: { terms: { sku: ['TL-2001', 'B4'] } } },
  { query: { bool: { must: [{ match: { name: 'halden' } }] } } },
]

interface Search {
  path: string
  body: object
  request: CatalogRequest
  /** The same search, of the ids only. */
  ids: [path: string, body: object]
}

function parsed(result: ReturnType<typeof parseObjectRequest>): CatalogRequest {
  if (!result.ok) throw new Error(result.message)
  return result.value
}

function searches(): Search[] {
  return SOURCES.flatMap(({ include, exclude }) => {
    const source = {
      ...(include === undefined ? {} : { _source_include: include }),
      ...(exclude === undefined ? {} : { _source_exclude: exclude }),
    }
    const fields = new URLSearchParams(source)
    const inCompact = QUERIES.map((filters): Search => {
      const body = query(filters, FACETS)
      const params = { request_format: 'search-query', ...source }
      return {
        path: `${PATH}?${COMPACT}&${fields}`,
        body,
        request: parsed(parseIndexRequest('product', params, body)),
        ids: [`${PATH}?${COMPACT}&_source_include=id`, body],
      }
    })
    const inElastic = ELASTIC.map((body): Search => {
      const path = `${PATH}?${fields}`
      const request = parsed(parseIndexRequest('product', source, body))
      return { path, body, request, ids: [`${PATH}?_source_include=id`, body] }
    })
    const inOwn = QUERIES.map((filters): Search => {
      const page = { type: 'product', searchQuery: query(filters, FACETS), size: 5, from: 1 }
      const body = { ...page, includeFields: include, excludeFields: exclude }
      const request = parsed(parseObjectRequest(body))
      return { path: 'catalog', body, request, ids: ['catalog', { ...page, includeFields: 'id' }] }
    })
    return [...inCompact, ...inElastic, ...inOwn]
  })
}

type Body = Record<string, unknown>

/** Returns the hits of a reply of any form. */
function hitsOf(body: Body): Doc[] {
  const { hits, items } = body as {
    hits?: Doc[] | { hits: { _score: number; _source: Doc }[] }
    items?: Doc[]
  }
  if (items) return items
  if (Array.isArray(hits)) return hits
  return (hits?.hits ?? []).map(({ _score, _source }) => ({ ..._source, _score }))
}

/** Builds the text of a reply from documents; everything but the hits is taken from the reply itself. */
function expectedText(
  { request }: Search,
  found: readonly Doc[],
  documents: ReadonlyMap<number, ProductDocument>,
  body: Body,
): string {
  const pick = createSourceFilter(request.source)
  const hits = found.map(({ id, _score }) => {
    const document = documents.get(id)
    if (!document) throw new Error(`Product ${id} is not in D1`)
    return { id, _score, source: request.source.exclude.includes('*') ? {} : pick(document) }
  })
  if (request.form === 'elastic') {
    const { total, max_score } = body.hits as Body
    const list = hits.map(({ id, _score, source }) => ({
      ...{ _index: 'vue_storefront_catalog', _type: 'product', _id: String(id) },
      ...{ _score, _source: source },
    }))
    return JSON.stringify({ ...body, hits: { total, max_score, hits: list } })
  }
  const list = hits.map(({ source, _score }) => ({ ...source, _score }))
  return JSON.stringify({ ...body, [request.form === 'own' ? 'items' : 'hits']: list })
}

/** Builds the documents of all products from D1, as they are now. */
async function documentsFromD1(): Promise<Map<number, ProductDocument>> {
  const { results } = await env.DB.prepare('select id from product').all<{ id: number }>()
  const context = { ...(await readFacts(env.DB)), now: clock, pictureHref }
  const products = await readCatalogProducts(env.DB, { by: 'id', values: results.map(({ id }) => id) })
  return new Map(products.map((product) => [product.product.id, toProductDocument(product, context)]))
}

/** Sends every search and expects the bytes that D1 gives. */
async function expectExact(): Promise<void> {
  const documents = await documentsFromD1()
  for (const one of searches()) {
    const found = hitsOf((await call<Body>('POST', ...one.ids)).body)
    const { status, text, body } = await call<Body>('POST', one.path, one.body)
    expect(status).toBe(200)
    expect(text, `${one.path} ${JSON.stringify(one.body)}`).toBe(expectedText(one, found, documents, body))
  }
}

/** Returns a product as a search by sku shows it. */
async function productOf(sku: string, db: D1Database = env.DB): Promise<Doc | undefined> {
  const { body } = await call<Body>('POST', `${PATH}?${COMPACT}`, query([['sku', { eq: sku }]]), db)
  return hitsOf(body)[0]
}

test('[C2] [H1] a search of a new isolate waits for D1 twice, a repeated one never', async () => {
  const body = query([...LISTED, ['category_ids', { in: [11] }]], FACETS)
  const cold = new WatchedDatabase(env.DB)
  expect((await call('POST', `${PATH}?${COMPACT}`, body, cold.db)).status).toBe(200)
  expect(cold.inSequence).toBe(2)
  for (const params of ['', '&_source_include=sku', '&sort=final_price:desc']) {
    const warm = new WatchedDatabase(env.DB)
    expect((await call('POST', `${PATH}?${COMPACT}${params}`, body, warm.db)).status).toBe(200)
    expect(warm.inSequence, params).toBe(0)
  }
})

test('[C2] replies are the bytes that D1 gives, with and without documents in memory', async () => {
  await run("update config set value = 'another' where path = 'catalog/version'")
  passTime()
  await expectExact()
  await expectExact()
})

test('[C2] [D1] after a sale of the last units a document shows the stock of the next change feed', async () => {
  expect((await productOf('TL-4001'))?.stock).toMatchObject({ is_in_stock: true })
  await run("update stock set qty = 1 where stock_sku = 'TL-4001'")
  passTime()
  expect((await productOf('TL-4001'))?.sets_options).toEqual(['single'])
  await run("update stock set qty = 0 where stock_sku = 'TL-4001'")
  passTime()
  expect((await productOf('TL-4001'))?.stock).toMatchObject({ is_in_stock: false })
  await expectExact()
})

test('[C2] [D1] the quantity of a large pool, whose sales cause no event, is read every two seconds', async () => {
  const stockOf = async (db?: D1Database) => (await productOf('TL-2001', db))?.stock
  passTime()
  expect(await stockOf()).toMatchObject({ qty: 40 })
  const events = () => env.DB.prepare('select count(*) as n from stock_pulse').first('n')
  const before = await events()
  await run("update stock set qty = 39 where stock_sku = 'TL-2001'")
  expect(await events()).toBe(before)
  passTime(2_000)
  expect(await stockOf()).toMatchObject({ qty: 39 })
  const fresh = new WatchedDatabase(env.DB)
  expect(await stockOf(fresh.db)).toMatchObject({ qty: 39 })
  expect(fresh.inSequence).toBe(0)
  passTime(2_000)
  const checked = new WatchedDatabase(env.DB)
  expect(await stockOf(checked.db)).toMatchObject({ qty: 39 })
  expect(checked.inSequence).toBe(1)
  await expectExact()
})

test('[C10] after a change of price no document shows the old one', async () => {
  await run("update product set price = 6300 where sku = 'TL-1001'")
  await run("update product set price = 13000 where sku = 'TL-2001-1'")
  passTime()
  expect(await productOf('TL-1001')).toMatchObject({ price: 63, final_price: 63 })
  await expectExact()
})

test('[C10] a special price begins and ends at its moments, without another version of the catalog', async () => {
  const [from, to] = [clock + 60_000, clock + DAY_MS / 24]
  await run(
    'update product set special_price = 5000, special_from = ?, special_to = ? where sku = ?',
    from,
    to,
    'TL-1001',
  )
  passTime()
  const paid = async () => (await productOf('TL-1001'))?.final_price
  const version = () =>
    env.DB.prepare("select value from config where path = 'catalog/version'").first('value')
  expect(await paid()).toBe(63)
  const before = await version()
  for (const [moment, price] of [
    [from - 1, 63],
    [from, 50],
    [to, 50],
    [to + 1, 63],
  ] as const) {
    clock = moment
    expect(await paid(), `${moment}`).toBe(price)
    await expectExact()
  }
  expect(await version()).toBe(before)
})

test('[C10] new dates of a special price that applies reach its document', async () => {
  await run('update product set special_from = null, special_to = ? where sku = ?', clock + DAY_MS, 'TL-1001')
  passTime()
  expect(await productOf('TL-1001')).toMatchObject({ final_price: 50 })
  const end = clock + DAY_MS / 24
  await run('update product set special_to = ? where sku = ?', end, 'TL-1001')
  passTime()
  expect(await productOf('TL-1001')).toMatchObject({ final_price: 50 })
  clock = end + 1
  expect(await productOf('TL-1001')).toMatchObject({ final_price: 63 })
})

test('[C2] [C10] two products that exchange their addresses are found by the new ones', async () => {
  const skuOf = async (key: string) => {
    const { body } = await call<Body>('POST', `${PATH}?${COMPACT}`, query([['url_key', { eq: key }]]))
    return hitsOf(body).map(({ sku }) => sku)
  }
  expect([await skuOf('b4'), await skuOf('g2')]).toEqual([['B4'], ['G2']])
  const rename = (sku: string, key: string) => run('update product set url_key = ? where sku = ?', key, sku)
  await rename('B4', 'free')
  await rename('G2', 'b4')
  await rename('B4', 'g2')
  passTime()
  expect([await skuOf('b4'), await skuOf('g2')]).toEqual([['G2'], ['B4']])
})

test('[C2] [C10] a search by a field that is not in the index finds a changed product', async () => {
  const total = async () =>
    (
      await call<Body>(
        'POST',
        `${PATH}?${COMPACT}`,
        query([['manufacture_part_number', { eq: 'CHANGED-1' }]]),
      )
    ).body.total
  expect(await total()).toBe(0)
  await run("update product set part_number = 'CHANGED-1' where sku = 'TL-1001'")
  passTime()
  expect(await total()).toBe(1)
})

test("[C2] another number of a bundle's part reaches its document", async () => {
  const parts = async () => JSON.stringify((await productOf('B4'))?.bundle_options)
  const before = await parts()
  await run(
    "update bundle_link set qty = qty + 1 where option_id in (select option_id from bundle_option where product_id = (select id from product where sku = 'B4'))",
  )
  passTime()
  expect(await parts()).not.toBe(before)
  await expectExact()
})

test('[C2] a disabled product is found by no key, a renamed category by its new name', async () => {
  const keys: Filter[] = [
    ['sku', { eq: 'MK-1' }],
    ['id', { eq: 3001 }],
    ['url_path', { eq: 'mk-1' }],
  ]
  const totals = async () => {
    const replies = await Promise.all(
      keys.map((key) => call<Body>('POST', `${PATH}?${COMPACT}`, query([key]))),
    )
    return replies.map(({ body }) => body.total)
  }
  expect(await totals()).toEqual([1, 1, 1])
  await run("update product set status = 2 where sku = 'MK-1'")
  await run("update category set name = 'Renamed' where id = 11")
  // An import writes a new version with its categories.
  await run("update config set value = 'renamed' where path = 'catalog/version'")
  passTime()
  expect(await totals()).toEqual([0, 0, 0])
  expect(JSON.stringify((await productOf('TL-1001'))?.category)).toContain('Renamed')
})

test('[C2] while the change feed cannot be read, no document comes from memory', async () => {
  const feed = await getChangeFeed(env.DB, clock, () => undefined)
  const facts = await readFacts(env.DB)
  const watched = new WatchedDatabase(env.DB)
  const source = { db: watched.db, feed, facts, context: { ...facts, now: clock, pictureHref } }
  for (const [isOutage, read] of [
    [false, 1],
    [false, 1],
    [true, 2],
  ] as const) {
    const found = await documentsOfKey(
      { ...source, feed: { ...feed, isOutage } },
      { by: 'id', values: [1001] },
    )
    expect([found.length, watched.inSequence]).toEqual([1, read])
  }
})

test('[H1] documents stay within their memory, and the latest remain', async () => {
  const listed = await env.DB.prepare('select sku from product where parent_id is null and status < 2').all<{
    sku: string
  }>()
  const skus = listed.results.map(({ sku }) => sku)
  expect(skus.length).toBeGreaterThan(12)
  await run(
    'update product set features = ? where parent_id is null',
    JSON.stringify(['long '.repeat(220_000)]),
  )
  await run("update config set value = 'long' where path = 'catalog/version'")
  passTime()
  for (const sku of skus) expect((await productOf(sku))?.features_and_benefits).toHaveLength(1)
  const tripsOf = async (sku = '') => {
    const watched = new WatchedDatabase(env.DB)
    await productOf(sku, watched.db)
    return watched.inSequence
  }
  expect(await tripsOf(skus.at(-1))).toBe(0)
  expect(await tripsOf(skus[0])).toBe(1)
})
