/** Limits of a search (C4): too much is refused before anything is read. */
import { beforeAll, describe, expect, test } from 'vitest'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { call, countedDb, openCatalogShop } from './testing/catalog.harness.ts'

beforeAll(async () => {
  await openCatalogShop()
  // The catalog is in memory, as for all but the first query of an isolate.
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

const many = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index))

describe('[C2] [C4] refused at once, with a clear text and without a trip to the database', () => {
  const cases: [what: string, path: string, body: unknown, says: RegExp][] = [
    ['10,000 filters', F1, query(...many(10_000, () => filter('sku', { eq: 'x' }))), /too large/],
    ['101 filters', F1, query(...many(101, () => filter('sku', { eq: 'x' }))), /at most 100 filters/],
    ['a size of 1e9', `${F1}&size=1000000000`, query(filter('sku', { eq: 'x' })), /at most 10000/],
    ['a size that is no number', `${F1}&size=abc`, query(filter('sku', { eq: 'x' })), /whole numbers/],
    ['a start of 1e9', `${F1}&size=1&from=1e9`, query(filter('sku', { eq: 'x' })), /at most 10000/],
    [
      '501 whole products',
      `${F1}&size=501`,
      query(filter('condition', { eq: 'new' })),
      /at most 500 products/,
    ],
    ['1,001 values', F1, query(filter('sku', { in: many(1001, String) })), /too many values/],
    ['501 keys', F1, query(filter('sku', { in: many(501, String) })), /at most 500 keys/],
    ['a field that no product has', F1, query(filter('password', { eq: 'x' })), /no field password/],
    [
      'a sort by what no product has',
      `${F1}&sort=password:asc`,
      query(filter('sku', { eq: 'x' })),
      /no field password/,
    ],
    ['an operator that is none', F1, query(filter('sku', { $where: 'sleep(1)' })), /\$where is no operator/],
    [
      'an operator that every object has',
      F1,
      query(filter('price', { constructor: 5 })),
      /constructor is no operator/,
    ],
    ['a bound that every object has', F2, { query: { range: { price: { toString: 5 } } } }, /toString is no/],
    ['a value that is an object', F1, query(filter('sku', { eq: { a: 1 } })), /texts, numbers or truths/],
    ['a filter without a value', F1, query(filter('sku', null)), /no value/],
    ['filters that are no list', F1, { _appliedFilters: 'all' }, /lists/],
    ['a long text', F1, { _searchText: 'x'.repeat(201) }, /at most 200 letters/],
    [
      'a count of a million values',
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
    ['JSON that is none', F1, '{"_appliedFilters":[', /not a JSON object/],
    ['a list', F1, '[]', /not a JSON object/],
    ['null', F1, 'null', /not a JSON object/],
    ['deep brackets', F1, '['.repeat(60_000), /not a JSON object/],
    ['a deep body', F2, nested(200), /too deeply/],
    [
      'a body of many parts',
      F2,
      { query: { bool: { must: many(600, () => ({ term: { sku: 'x' } })) } } },
      /too many parts/,
    ],
    ['a script', F2, { query: { script: { script: 'x' } } }, /no query here|names one field/],
    ['script fields', F2, { script_fields: {} }, /script_fields is not understood/],
    [
      'an aggregation that is none',
      F2,
      { aggs: { a: { scripted_metric: { field: 'x' } } } },
      /scripted_metric is no aggregation/,
    ],
    ['a wildcard in front', F2, { query: { wildcard: { sku: '*1' } } }, /beginning of a text/],
    ['another entity', 'catalog/vue_storefront_catalog/customer/_search', {}, /no such type/],
    ['another entity in the own form', 'catalog', { type: 'sales_order', searchQuery: {} }, /no such type/],
    ['a searchQuery that is none', 'catalog', { searchQuery: 'all' }, /searchQuery is an object/],
    [
      'all ZIP codes',
      'catalog',
      { type: 'zipcode', searchQuery: query(filter('city', { eq: 'Chicago' })) },
      /zip_code/,
    ],
  ]
  test.each(cases)('%s', async (_, path, body, says) => {
    const { db, trips } = countedDb()
    const answer = await call<{ code: number; result: string; error: string }>('POST', path, body, db)
    expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.code).toBe(answer.status)
    expect(answer.body.result).toMatch(says)
    // A read of the change feed by primary key may be due; the query itself never reaches the database.
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

describe('what is answered', () => {
  test('[C4] a listing of fifty with all counts is one trip for its documents', async () => {
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
    expect(trips()).toBe(1)
    expect((await call('POST', `${F1}&size=0`, listing, db)).status).toBe(200)
    expect((await call('POST', `${F1}&size=10000&_source_exclude=*`, listing, db)).status).toBe(200)
    expect(trips()).toBe(1)
  })

  test('a small entity is read once', async () => {
    const path = 'catalog/vue_storefront_catalog/landing/_search?request_format=search-query'
    await call('POST', path, query(filter('id', { gt: 0 })))
    const { db, trips } = countedDb()
    expect((await call('POST', path, query(filter('url_path', { in: ['t/s'] })), db)).status).toBe(200)
    expect(trips()).toBe(0)
  })

  test('a bad index, path or method is answered as clients know it', async () => {
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
