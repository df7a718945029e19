/** Limits of a search (C4): a query above a limit is refused before any read. */
import { beforeAll, describe, expect, test } from 'vitest'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { call, countedDb, openCatalogShop } from './testing/catalog.harness.ts'

beforeAll(async () => {
  await openCatalogShop()
  // Loads the catalog into memory: only the first query of an isolate reads it.
  await call('POST', 'catalog', { searchQuery: {} })
})

const F1 =
  'catalog/vue_storefront_catalog/product/_search?request_format=search-query&response_format=compact'
const F2 = 'catalog/vue_storefront_catalog/product/_search?size=10'
const filter = (attribute: string, value: unknown, scope: unknown = 'default') => ({
  attribute,
  value,
  scope,
})
const query = (...filters: object[]) => ({ _appliedFilters: filters })

function nested(depth: number): object {
  let body: object = { term: { sku: 'x' } }
  for (let level = 0; level < depth; level += 1) body = { bool: { must: [body] } }
  return { query: body }
}

const repeat = <Value>(count: number, create: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => create(index))

describe('[C2] [C4] is refused at once with a message, without a read from the database', () => {
  const cases: [what: string, path: string, body: unknown, message: RegExp][] = [
    ['10,000 filters', F1, query(...repeat(10_000, () => filter('sku', { eq: 'x' }))), /too large/],
    ['101 filters', F1, query(...repeat(101, () => filter('sku', { eq: 'x' }))), /at most 100 filters/],
    ['a size of 1e9', `${F1}&size=1000000000`, query(filter('sku', { eq: 'x' })), /at most 10000/],
    ['a size that is not a number', `${F1}&size=abc`, query(filter('sku', { eq: 'x' })), /whole numbers/],
    ['a start of 1e9', `${F1}&size=1&from=1e9`, query(filter('sku', { eq: 'x' })), /at most 10000/],
    [
      '501 complete products',
      `${F1}&size=501`,
      query(filter('condition', { eq: 'new' })),
      /at most 500 products/,
    ],
    ['1,001 values', F1, query(filter('sku', { in: repeat(1001, String) })), /too many values/],
    ['501 keys', F1, query(filter('sku', { in: repeat(501, String) })), /at most 500 keys/],
    ['an unknown field', F1, query(filter('password', { eq: 'x' })), /no field password/],
    [
      'a sort by an unknown field',
      `${F1}&sort=password:asc`,
      query(filter('sku', { eq: 'x' })),
      /no field password/,
    ],
    ['an unknown operator', F1, query(filter('sku', { $where: 'sleep(1)' })), /\$where is no operator/],
    [
      'an operator with the name of an object property',
      F1,
      query(filter('price', { constructor: 5 })),
      /constructor is no operator/,
    ],
    [
      'a bound with the name of an object property',
      F2,
      { query: { range: { price: { toString: 5 } } } },
      /toString is no/,
    ],
    ['a value that is an object', F1, query(filter('sku', { eq: { a: 1 } })), /texts, numbers or truths/],
    ['a filter without a value', F1, query(filter('sku', null)), /no value/],
    ['filters that are not a list', F1, { _appliedFilters: 'all' }, /lists/],
    ['a long text', F1, { _searchText: 'x'.repeat(201) }, /at most 200 letters/],
    [
      'an aggregation of a million values',
      F1,
      {
        ...query(filter('sku', { eq: 'x' })),
        _availableFilters: [{ field: 'brand', scope: 'catalog', options: { size: 1_000_000 } }],
      },
      /at most 999999/,
    ],
    [
      '201 fields',
      `${F1}&_source_include=${'a,'.repeat(201)}`,
      query(filter('sku', { eq: 'x' })),
      /lists of names/,
    ],
    ['invalid JSON', F1, '{"_appliedFilters":[', /not a JSON object/],
    ['a list', F1, '[]', /not a JSON object/],
    ['null', F1, 'null', /not a JSON object/],
    ['deep brackets', F1, '['.repeat(60_000), /not a JSON object/],
    ['a body that is nested too deeply', F2, nested(200), /too deeply/],
    [
      'a body of many parts',
      F2,
      { query: { bool: { must: repeat(600, () => ({ term: { sku: 'x' } })) } } },
      /too many parts/,
    ],
    ['a script', F2, { query: { script: { script: 'x' } } }, /no query here|names one field/],
    ['script fields', F2, { script_fields: {} }, /script_fields is not understood/],
    [
      'an unknown aggregation',
      F2,
      { aggs: { a: { scripted_metric: { field: 'x' } } } },
      /scripted_metric is no aggregation/,
    ],
    ['a leading wildcard', F2, { query: { wildcard: { sku: '*1' } } }, /beginning of a text/],
    ['an unknown entity', 'catalog/vue_storefront_catalog/customer/_search', {}, /no such type/],
    [
      'an unknown entity in the form of one object',
      'catalog',
      { type: 'sales_order', searchQuery: {} },
      /no such type/,
    ],
    ['a searchQuery that is not an object', 'catalog', { searchQuery: 'all' }, /searchQuery is an object/],
    [
      'all ZIP codes',
      'catalog',
      { type: 'zipcode', searchQuery: query(filter('city', { eq: 'Chicago' })) },
      /zip_code/,
    ],
  ]
  test.each(cases)('%s', async (_, path, body, message) => {
    const { db, trips } = countedDb()
    const answer = await call<{ code: number; result: string; error: string }>('POST', path, body, db)
    expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.code).toBe(answer.status)
    expect(answer.body.result).toMatch(message)
    // The change feed may be read by primary key; the query itself reads nothing.
    expect(trips()).toBeLessThanOrEqual(1)
  })

  test('a body of a megabyte', async () => {
    const { db, trips } = countedDb()
    for (const size of [200_000, 1_100_000]) {
      const { status } = await call('POST', F1, `{"_searchText":"${'x'.repeat(size)}"}`, db)
      expect([400, 413]).toContain(status)
    }
    expect(trips()).toBe(0)
  })
})

describe('accepted searches', () => {
  test('[C4] a listing of fifty with all aggregations reads nothing again', async () => {
    const listing = {
      ...query(
        filter('visibility', { in: [2, 3, 4] }),
        filter('status', { in: [0, 1] }),
        filter('stock.is_in_stock', { eq: true }),
        filter('condition', { in: ['used'] }, 'catalog'),
      ),
      _availableFilters: ['brand', 'condition', 'sets', 'size', 'price'].map((field) => ({
        field,
        scope: 'catalog',
      })),
    }
    await call('POST', F1, listing)
    const { db, trips } = countedDb()
    expect((await call('POST', `${F1}&size=50`, listing, db)).status).toBe(200)
    expect(trips()).toBe(0)
    expect((await call('POST', `${F1}&size=0`, listing, db)).status).toBe(200)
    expect((await call('POST', `${F1}&size=10000&_source_exclude=*`, listing, db)).status).toBe(200)
    expect(trips()).toBe(0)
  })

  test('a small entity is read once', async () => {
    const path = 'catalog/vue_storefront_catalog/landing/_search?request_format=search-query'
    await call('POST', path, query(filter('id', { gt: 0 })))
    const { db, trips } = countedDb()
    expect((await call('POST', path, query(filter('url_path', { in: ['t/s'] })), db)).status).toBe(200)
    expect(trips()).toBe(0)
  })

  test('an unknown index, path or method has the error that clients expect', async () => {
    for (const [method, path] of [
      ['POST', 'catalog/other_index/product/_search'],
      ['POST', 'catalog/vue_storefront_catalog/product'],
      ['PUT', 'catalog/vue_storefront_catalog/product/_search'],
    ] as const) {
      const { status, body } = await call(method, path, {})
      expect([status, typeof body.result]).toEqual([500, 'string'])
    }
  })

  test('[C9] a search beyond its time limit is aborted', async () => {
    const slow = new Promise<number>((resolve) => setTimeout(() => resolve(1), 200))
    expect(await withTimeout(slow, 5)).toBeNull()
    expect(await withTimeout(Promise.resolve(2), 5)).toBe(2)
    await expect(withTimeout(Promise.reject(new Error('broken')), 5)).rejects.toThrow('broken')
  })
})
