/** Searches with bodies of the query builder that real clients use. */
import { elasticsearch, SearchQuery } from '@vue-storefront/storefront-query-builder'
import bodybuilder from 'bodybuilder'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Document, matches } from '../../../schema/compat/catalog/search-match.ts'
import { parseSearchQuery } from '../../../schema/compat/catalog/search-query.api.ts'
import { type CompactResult, call, type Doc, openCatalogShop, search } from './testing/catalog.harness.ts'

beforeAll(openCatalogShop)

/** The default configuration of clients of version 1.12. */
const CONFIG = {
  elasticsearch: {
    queryMethod: 'POST',
    searchableAttributes: { name: { boost: 4 }, sku: { boost: 2 }, 'category.name': { boost: 1 } },
  },
  products: {
    filterFieldMapping: { 'category.name': 'category.name.keyword' },
    filterAggregationSize: { default: 10 },
    priceFilterKey: 'final_price',
    priceFilters: {
      ranges: [{ from: 0, to: 50 }, { from: 50, to: 100 }, { from: 100, to: 150 }, { from: 150 }],
    },
    aggregate: { maxPrice: true, minPrice: true },
  },
}

interface Elastic {
  hits: {
    total: number
    hits: { _index: string; _type: string; _id: string; _score: number; _source: Doc }[]
  }
  aggregations: CompactResult['aggregations']
  attribute_metadata: CompactResult['attribute_metadata']
}

async function elasticBody(query: SearchQuery): Promise<object> {
  return elasticsearch.buildQueryBodyFromSearchQuery({
    config: CONFIG as never,
    queryChain: bodybuilder(),
    searchQuery: query,
  })
}

/** Sends a query as SearchQuery, and as Elasticsearch body by POST and by GET; all replies must be equal. */
async function inAllForms(query: SearchQuery, params: string) {
  const body = await elasticBody(query)
  const path = `catalog/vue_storefront_catalog/product/_search?${params}`
  const compact = await search('product', query, params)
  const posted = await call<Elastic>('POST', path, body)
  // Some clients encode the query twice.
  const encoded = encodeURIComponent(encodeURIComponent(JSON.stringify(body)))
  const got = await call<Elastic>('GET', `${path}&request=${encoded}`)
  expect([compact.status, posted.status, got.status], JSON.stringify([compact.body, posted.body])).toEqual([
    200, 200, 200,
  ])
  expect(got.body).toEqual(posted.body)
  expect(posted.body.hits.hits.map(({ _source }) => _source)).toEqual(
    compact.body.hits.map(({ _score, ...source }) => source),
  )
  expect(posted.body.hits.total).toBe(compact.body.total)
  return { compact: compact.body, elastic: posted.body }
}

function listing(): SearchQuery {
  return new SearchQuery()
    .applyFilter({ key: 'visibility', value: { in: [2, 3, 4] } })
    .applyFilter({ key: 'status', value: { in: [0, 1] } })
    .applyFilter({ key: 'stock.is_in_stock', value: { eq: true } })
}

const skus = (hits: readonly { sku: string }[]) => hits.map(({ sku }) => sku)

describe('[H8] a query of a client has the same result in all forms', () => {
  test('a category with facets, a price range and aggregations', async () => {
    const query = listing()
      .applyFilter({ key: 'category_ids', value: { in: [11] } })
      .applyFilter({ key: 'brand', value: { in: ['halden', 'corvane'] }, scope: 'catalog' })
      .applyFilter({ key: 'sets', value: { in: ['setOfFour'] }, scope: 'catalog' })
      .applyFilter({ key: 'price', value: { gte: 50, lte: 300 }, scope: 'catalog' })
      .applySort({ field: 'final_price', options: 'asc' })
    for (const field of ['brand', 'sets', 'price']) query.addAvailableFilter({ field, scope: 'catalog' })
    const { compact, elastic } = await inAllForms(query, 'size=50&from=0&sort=')
    expect(skus(compact.hits)).toEqual(['TL-1002', 'TL-1003'])
    expect(elastic.aggregations).toEqual(compact.aggregations)
    expect(compact.aggregations.agg_terms_brand?.buckets).toMatchObject([
      { key: 'corvane', doc_count: 1, agg_min_final_price: { value: 240 } },
      { key: 'halden', doc_count: 1, agg_min_final_price: { value: 58 } },
    ])
    expect(compact.aggregations.agg_range_price?.buckets?.map(({ key }) => key)).toEqual([
      '0.0-50.0',
      '50.0-100.0',
      '100.0-150.0',
      '150.0-*',
      '50.0-300.0',
    ])
    expect(elastic.hits.hits[0]).toMatchObject({ _index: 'vue_storefront_catalog', _type: 'product' })
  })

  test('a product, its parent, the parts of a bundle', async () => {
    const bySku = new SearchQuery().applyFilter({ key: 'sku', value: { eq: 'TL-2001' } })
    expect(skus((await inAllForms(bySku, 'size=1')).compact.hits)).toEqual(['TL-2001'])
    const parent = new SearchQuery().applyFilter({
      key: 'configurable_children.sku',
      value: { eq: 'TL-4001-2' },
    })
    expect(skus((await inAllForms(parent, 'size=1')).compact.hits)).toEqual(['TL-4001'])
    const parts = new SearchQuery()
      .applyFilter({ key: 'sku', value: { in: ['MK-1', 'MK-2', 'TL-1005'] } })
      .applyFilter({ key: 'status', value: { in: [1] } })
    expect(skus((await inAllForms(parts, 'size=50')).compact.hits)).toEqual(['MK-1', 'MK-2'])
  })

  test('shared conditions, missing and existing fields', async () => {
    const query = listing()
      .applyFilter({ key: 'condition', value: { or: ['retread'] } })
      .applyFilter({ key: 'final_price', value: { orGt: 230, orLt: 250 } })
      .applyFilter({ key: 'brand', value: { neq: 'norwind' } })
      .applyFilter({ key: 'size', value: { in: null } })
    expect(skus((await inAllForms(query, 'size=50')).compact.hits).sort()).toEqual(['TL-1003', 'TL-3001'])
    const missing = listing().applyFilter({ key: 'brand', value: { nin: null } })
    expect(skus((await inAllForms(missing, 'size=50')).compact.hits)).toContain('RH-1')
  })

  test('[C9] a text search', async () => {
    const query = listing().setSearchText('brakken')
    const { compact } = await inAllForms(query, 'size=50&sort=final_price:asc')
    expect(skus(compact.hits)).toEqual(['TL-1007', 'TL-3001'])
  })

  test('the random sort', async () => {
    const query = listing()
      .applyFilter({ key: 'brand', value: { in: ['halden'] } })
      .applySort({ field: 'random' })
    const body = await elasticBody(query)
    const { body: answer } = await call<Elastic>(
      'POST',
      'catalog/vue_storefront_catalog/product/_search?size=10',
      body,
    )
    expect(skus(answer.hits.hits.map(({ _source }) => _source)).sort()).toEqual([
      'TL-1001',
      'TL-1002',
      'TL-2001',
      'TL-4001',
    ])
  })

  test('a category tree and a review', async () => {
    const tree = new SearchQuery()
      .applyFilter({ key: 'level', value: { eq: 2 } })
      .applyFilter({ key: 'is_active', value: { eq: true } })
      .applyFilter({ key: 'product_count', value: { gt: 0 } })
    const params = 'size=4000&from=0&sort=position:asc&_source_include=id,name,url_path,children_data'
    const { body } = await search('category', tree, params)
    expect(body.hits.map(({ id }) => id)).toEqual([10, 11, 40])
    const reviews = new SearchQuery()
      .applyFilter({ key: 'product_id', value: { eq: 1001 } })
      .applyFilter({ key: 'review_status', value: { eq: 1 } })
    expect((await search('review', reviews)).body.total).toBe(3)
  })
})

describe('[C2] random queries', () => {
  const VALUES: Record<string, (string | number | boolean)[]> = {
    condition: ['used', 'new', 'retread', 'driven-once', 'Driven Once', 'none'],
    brand: ['halden', 'corvane', 'norwind', 'brakken'],
    sets: ['single', 'pairs', 'setOfFour'],
    rim: [16, '17', 19.5],
    type_id: ['simple', 'configurable', 'virtual'],
    visibility: [2, '4', 1],
    status: [0, 1],
    'stock.is_in_stock': [true, 'false', 1],
    category_ids: [2, 10, '11', 40],
    setqty: [1, 2, 4],
    smart_filter: ['under-60'],
    'configurable_children.setqty': [2],
    section: [225, '205'],
    price: [62, '70', 0.5],
    final_price: ['56', 56.001, true],
    price_by_tire: [56, ''],
    original_price_incl_tax: [70],
    tread_depth: [7, '6.5', 'deep'],
    tire_load: [94, '91'],
    url_key: ['corvane-linea-205-55r16-91v', 'none'],
  }
  const NUMBERS = [
    'final_price',
    'tread_depth',
    'price',
    'price_by_tire',
    'stock.qty',
    'original_final_price',
    'rim',
    'tire_load',
    'speed_rated',
    'run_flat',
  ]
  const someOf = (field: string) => fc.subarray(VALUES[field] ?? [], { minLength: 1 })
  const choice = fc.constantFrom(...Object.keys(VALUES)).chain((field) =>
    fc.record({
      attribute: fc.constant(field),
      value: fc.oneof(
        fc
          .tuple(fc.constantFrom('eq', 'in', 'neq', 'nin', 'or', 'nor', 'like'), someOf(field))
          .map(([name, values]) => ({
            [name]: values,
          })),
        fc.constantFrom('eq', 'neq', 'or', 'nor').map((name) => ({ [name]: null })),
      ),
      scope: fc.constant('default'),
    }),
  )
  const range = fc.constantFrom(...NUMBERS).chain((field) =>
    fc.record({
      attribute: fc.constant(field),
      value: fc
        .tuple(
          fc.constantFrom('gt', 'gte', 'orGt'),
          fc.integer({ min: 0, max: 150 }),
          fc.constantFrom('lt', 'lte', 'orLte'),
          fc.integer({ min: 0, max: 300 }),
        )
        .map(([low, from, high, to]) =>
          low === 'orGt' || high === 'orLte' ? { orGt: from, orLte: to } : { [low]: from, [high]: to },
        ),
      scope: fc.constant('default'),
    }),
  )
  const facet = fc.constantFrom('condition', 'brand', 'sets', 'rim', 'smart_filter').chain((field) =>
    fc.record({
      attribute: fc.constant(field),
      value: someOf(field).map((values) => ({ in: values })),
      scope: fc.constant('catalog'),
    }),
  )
  const filters = fc.array(fc.oneof(choice, range, facet), { minLength: 1, maxLength: 5 })

  test('return the same as a scan of all documents', async () => {
    // All documents of products with a page of their own, also sold-out ones.
    const everything = { _appliedFilters: [{ attribute: 'id', value: { gt: 0 }, scope: 'default' }] }
    const documents: Document[] = (await search('product', everything, 'size=500')).body.hits
    expect(documents.length).toBeGreaterThan(15)
    await fc.assert(
      fc.asyncProperty(filters, async (applied) => {
        // All shared conditions of a query form one group.
        const { body, status } = await search(
          'product',
          { _appliedFilters: applied },
          'size=500&_source_include=id,sku',
        )
        expect(status, JSON.stringify(body)).toBe(200)
        const plain = applied.map((filter) => ({
          ...filter,
          value: JSON.parse(JSON.stringify(filter.value).replaceAll('Driven Once', 'driven-once')),
        }))
        const read = parseSearchQuery({ _appliedFilters: plain })
        const where = read.ok ? read.value.where : []
        const expected = documents.filter((document) =>
          where.every((condition) => matches(document, condition)),
        )
        expect(body.hits.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
        expect(body.total).toBe(expected.length)
      }),
      { numRuns: 300 },
    )
  })
})
