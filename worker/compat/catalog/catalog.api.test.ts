import { beforeAll, describe, expect, test } from 'vitest'
import {
  type CompactResult,
  call,
  type Doc,
  type Filter,
  LISTED,
  openCatalogShop,
  query,
  search,
  skus,
} from './testing/catalog.harness.ts'

beforeAll(openCatalogShop)

describe('[C2] keys', () => {
  test('[audit A15] a search by sku also finds variants and sold-out products, but no disabled ones', async () => {
    const answer = await search(
      'product',
      query([['sku', { in: ['TL-2001-4', 'TL-1005', 'TL-1004', 'NONE'] }]]),
    )
    expect(skus(answer)).toEqual(['TL-1004', 'TL-2001-4'])
    const variant = answer.body.hits.find(({ sku }) => sku === 'TL-2001-4')
    expect(variant).toMatchObject({ parentSku: 'TL-2001', visibility: 1, setqty: 4, final_price: 504 })
  })

  test('a parent is found by the sku of its variant', async () => {
    const answer = await search('product', query([['configurable_children.sku', { eq: 'TL-2001-4' }]]))
    expect(skus(answer)).toEqual(['TL-2001'])
  })

  test('a search by path applies the other conditions too', async () => {
    const { body } = await search('product', query([['sku', { eq: 'TL-2001' }]]))
    const path = body.hits[0]?.url_path
    expect(skus(await search('product', query([['url_path', { eq: path }]])))).toEqual(['TL-2001'])
    expect(
      skus(
        await search(
          'product',
          query([
            ['url_path', { eq: path }],
            ['status', { in: [2] }],
          ]),
        ),
      ),
    ).toEqual([])
  })
})

describe('page, sort and fields', () => {
  test('[C4] a size below 0 means 50, a size of 0 returns only the total, and from skips the first hits', async () => {
    const all = (await search('product', query(LISTED), 'size=-1&from=-5&sort=final_price:asc')).body
    expect(all.hits).toHaveLength(all.total)
    const none = (await search('product', query(LISTED), 'size=0')).body
    expect(none).toMatchObject({ hits: [], total: all.total })
    const rest = (await search('product', query(LISTED), 'size=3&from=2&sort=final_price:asc')).body
    expect(rest.hits.map(({ sku }) => sku)).toEqual(all.hits.slice(2, 5).map(({ sku }) => sku))
  })

  test.each([
    ['category', 4000],
    ['attribute', 150],
    ['cms_block', 150],
    ['cms_hierarchy', 150],
    ['attributeoption', 50],
    ['product', 50],
  ])('[C4] a page of %s has %i documents by default', async (type, perPage) => {
    const { body } = await call<{ perPage: number }>('POST', 'catalog', { type, searchQuery: {} })
    expect(body.perPage).toBe(perPage)
    const negative = await call<{ perPage: number }>('POST', 'catalog', { type, searchQuery: {}, size: -1 })
    expect(negative.body.perPage).toBe(50)
  })

  test('[C5] every sort works in both directions, ties are sorted by id', async () => {
    for (const field of ['created_at', 'updated_at', 'final_price', 'url_key', 'tread_depth', 'name', 'id']) {
      const filters: Filter[] = [...LISTED, ['condition', { in: ['used', 'new'] }]]
      const up = (await search('product', query(filters), `sort=${field}:asc`)).body.hits
      const down = (await search('product', query(filters), `sort=${field}:desc`)).body.hits
      expect(
        down.map(({ sku }) => sku),
        field,
      ).toEqual(up.map(({ sku }) => sku).reverse())
      expect(up).toHaveLength(7)
    }
  })

  test('the random sort returns all products', async () => {
    const sorted = query(LISTED, { _appliedSort: [{ field: 'random', options: 'asc' }] })
    expect(skus(await search('product', sorted))).toEqual(skus(await search('product', query(LISTED))))
  })

  test('fields are included and excluded by names, paths and stars', async () => {
    const params = '_source_include=sku,stock.*,configurable_children.sku&_source_exclude=stock.qty'
    const { body } = await search('product', query([['sku', { eq: 'TL-2001' }]]), params)
    const [hit] = body.hits
    expect(Object.keys(hit ?? {}).sort()).toEqual(['_score', 'configurable_children', 'sku', 'stock'])
    expect(hit?.configurable_children).toEqual([
      { sku: 'TL-2001-1' },
      { sku: 'TL-2001-2' },
      { sku: 'TL-2001-4' },
    ])
    expect(hit?.stock).not.toHaveProperty('qty')
    const bare = await search('product', query(LISTED), '_source_exclude=*&size=10000')
    expect(bare.body.hits.every((one) => Object.keys(one).join() === '_score')).toBe(true)
  })

  test('[C9] a text search finds names; a text with fewer than three letters finds nothing', async () => {
    const found = await search('product', query(LISTED, { _searchText: 'norwind' }))
    expect(skus(found)).toEqual(['TL-2002'])
    expect(found.body.hits[0]?._score).toBeGreaterThan(0.02)
    expect((await search('product', query(LISTED, { _searchText: 'no' }))).body.total).toBe(0)
    const cms = await search('cms_page', query([['id', { gt: 0 }]], { _searchText: 'tires sell' }))
    expect(cms.body.hits.map(({ identifier }) => identifier)).toEqual(['about-us'])
  })

  test('a query without filters ignores text, aggregations and sort, as the query builder does', async () => {
    const { body } = await search('attribute', {
      _appliedFilters: [],
      _availableFilters: [{ field: 'filter_type', scope: 'catalog' }],
      _searchText: 'brand',
    })
    expect(body.total).toBe(6)
    expect(body.aggregations).toEqual({})
  })
})

describe('[C4] aggregations', () => {
  const available = (fields: string[], scope = 'catalog') => ({
    _availableFilters: fields.map((field) => ({ field, scope, options: {} })),
  })
  const counts = (body: CompactResult, name: string) =>
    Object.fromEntries((body.aggregations[name]?.buckets ?? []).map(({ key, doc_count }) => [key, doc_count]))

  test('an aggregation counts the values of a filter with the other filters unchanged, with the lowest price of each value', async () => {
    const filters: Filter[] = [
      ...LISTED,
      ['condition', { in: ['used'] }, 'catalog'],
      ['brand', { in: ['halden'] }, 'catalog'],
    ]
    const { body } = await search(
      'product',
      query(filters, available(['condition', 'brand', 'color'])),
      'size=0',
    )
    expect(body.total).toBe(2)
    expect(counts(body, 'agg_terms_brand')).toEqual({ halden: 2, corvane: 2, brakken: 1 })
    expect(counts(body, 'agg_terms_condition')).toEqual({ used: 2, new: 1, 'driven-once': 1 })
    expect(counts(body, 'agg_terms_color')).toEqual({})
    expect(body.aggregations.agg_terms_brand_options).toMatchObject({ buckets: [] })
    expect(body.aggregations.agg_terms_condition?.buckets?.find(({ key }) => key === 'new')).toMatchObject({
      agg_min_final_price: { value: 128 },
    })
    expect(
      body.attribute_metadata.map(({ attribute_code: code, options }) => [code, options]),
    ).toContainEqual([
      'brand',
      [
        { value: 'brakken', label: 'Brakken' },
        { value: 'corvane', label: 'Corvane' },
        { value: 'halden', label: 'Halden' },
      ],
    ])
  })

  test('prices are counted in ranges, with an extra one for the requested range', async () => {
    const filters: Filter[] = [
      ...LISTED,
      ['brand', { nin: ['none'] }],
      ['condition', { in: ['used'] }],
      ['price', { gte: 58, lte: 62 }, 'catalog'],
    ]
    for (const applied of [filters, filters.filter(([field]) => field !== 'brand')]) {
      const { body } = await search('product', query(applied, available(['price'])), 'size=0')
      expect(body.total).toBe(2)
      expect(counts(body, 'agg_range_price')).toEqual({
        '0.0-50.0': 0,
        '50.0-100.0': 3,
        '100.0-150.0': 1,
        '150.0-*': 1,
        '58.0-62.0': 1,
      })
      expect(body.aggregations.agg_min_price).toEqual({ value: 58 })
      expect(body.aggregations.agg_max_price).toEqual({ value: 62 })
    }
  })

  const min = (body: CompactResult, name: string) =>
    Object.fromEntries(
      (body.aggregations[name]?.buckets ?? []).map((one) => [
        one.key,
        Object(one).agg_min_final_price?.value,
      ]),
    )

  test('[audit D11] aggregations of documents, of columns and of the index are equal', async () => {
    const choices = ['condition', 'brand', 'sets', 'seasons', 'rim', 'run_flat', 'smart_filter', 'size']
    const columns =
      'sub_condition tread_depth setqty type_id utype dot sku_price_grade price_by_tire tax_class_id manufacture_part_number special_price created_at'
    const fields = [...choices, 'section', 'aspect', ...columns.split(' '), 'price']
    const index = (await search('product', query(LISTED, available(fields)), 'size=0')).body
    const wide: Filter[] = [...LISTED, ['name', { neq: 'none' }]]
    const documents = (await search('product', query(wide, available(fields)), 'size=0')).body
    expect(documents.total).toBe(index.total)
    for (const field of fields) {
      expect(counts(documents, `agg_terms_${field}`), field).toEqual(counts(index, `agg_terms_${field}`))
      expect(min(documents, `agg_terms_${field}`), field).toEqual(min(index, `agg_terms_${field}`))
    }
  })
})

describe('[C2] the entities', () => {
  const cases: [type: string, filters: Filter[], sort: string, expected: object[]][] = [
    [
      'attribute',
      [
        ['attribute_code', { in: ['brand', 'sets'] }],
        ['is_user_defined', { in: [true] }],
      ],
      '',
      [
        { attribute_code: 'brand', attribute_id: 151, is_comparable: true, is_visible: true },
        { attribute_code: 'sets' },
      ],
    ],
    [
      'attributeoption',
      [
        ['attribute_code', { eq: 'seasons' }],
        ['value', { eq: 'winter' }],
      ],
      '',
      [{ attribute_id: 158, label: 'Winter' }],
    ],
    [
      'category',
      [
        ['is_active', { eq: true }],
        ['level', { eq: '2' }],
      ],
      'position:asc',
      [{ id: 10, parent_id: 2, slug: 'new-tires' }, { id: 11, children_data: [{ id: 23 }] }, { id: 40 }],
    ],
    [
      'taxrule',
      [['id', { eq: 1 }]],
      '',
      [
        {
          product_tax_class_ids: [2],
          rates: expect.arrayContaining([
            expect.objectContaining({
              rate: 6.25,
              tax_region_id: 23,
              region_name: 'Illinois',
              tax_country_id: 'US',
            }),
          ]),
        },
      ],
    ],
    [
      'review',
      [
        ['is_approved', { eq: true }],
        ['rating', { eq: 5 }],
        ['text', { eq: null }],
      ],
      '',
      [
        {
          id: 1,
          text: 'Measured 7/32 at home.',
          reviewer: { reviewer_name: 'Maria K.', reviewer_photo: null },
        },
      ],
    ],
    [
      'review',
      [
        ['product_id', { eq: 1001 }],
        ['review_status', { eq: 1 }],
      ],
      'rating:asc',
      [{ id: 3 }, { id: 1 }, { id: 2 }],
    ],
    ['embed_social_review', [['rating', { gte: 1 }]], 'created_on:desc', [{ id: 5 }, { id: 6 }]],
    ['cms_page', [['identifier', { like: 'about-us' }]], '', [{ id: 1, title: 'About us' }]],
    ['cms_page', [['identifier', { eq: 'draft' }]], '', []],
    ['cms_block', [['identifier', { in: ['promise-shipping'] }]], '', [{ id: 1 }]],
    ['cms_hierarchy', [['identifier', { eq: 'footer' }]], '', [{ children_data: [{ id: 101, page_id: 1 }] }]],
    ['config', [['path', { eq: 'stores/1/hours' }]], '', [{ value: 'Mon to Fri 8 a.m. to 6 p.m.' }]],
    [
      'config',
      [
        ['route_id', { eq: 1 }],
        ['path_alias', { eq: 't/s' }],
      ],
      '',
      [{ name: 'size' }],
    ],
    ['config', [['path', { in: ['payment/stripe/secret_key', 'catalog/version'] }]], '', []],
    ['landing_route', [['route_id', { eq: 1 }]], '', [{ path_alias: 't/s', parameters: [{ level: 2 }] }]],
    [
      'landing',
      [['url_path', { in: ['t/s', 't/s/205-55r16'] }]],
      'id:asc',
      [{ id: 1, children_data: [{ url_path: 't/s/225-45r17' }] }],
    ],
    [
      'landing_marketing_filter',
      [['filter_id', { eq: 1 }]],
      '',
      [{ name: 'Under $60 a tire', type: 'smart_filter' }],
    ],
    [
      'zipcode',
      [['zip_code', { like: ' 606 ' }]],
      '',
      [{ zip_code: '60612', city: 'Chicago', state: 'IL', region_id: 23 }, { zip_code: '60614' }],
    ],
    [
      'zipcode',
      [
        ['zip_code', { eq: '60612' }],
        ['state', { eq: 'IL' }],
      ],
      '',
      [{ zip_code: '60612' }],
    ],
  ]
  test.each(cases)('%s %j', async (type, filters, sort, expected) => {
    const { status, body } = await search(type, query(filters), `sort=${sort}`)
    expect(body.error).toBeUndefined()
    expect(status).toBe(200)
    expect(body.hits).toMatchObject(expected)
    expect(body.total).toBe(expected.length)
  })

  test('[C12] no private data is published: no unmoderated review, no customer, no secret', async () => {
    const types = ['review', 'embed_social_review', 'config', 'landing', 'taxrule', 'cms_page', 'category']
    const everything = await Promise.all(
      types.map((type) => search(type, query([['id', { eq: null }]]), 'size=1000')),
    )
    const text = JSON.stringify(everything.map(({ body }) => body))
    for (const secret of ['sk_live_never', 'customer_id', '"77"', 'Not read by anybody', 'Not yet', '@']) {
      expect(text).not.toContain(secret)
    }
    expect(everything[0]?.body.total).toBe(3)
  })
})

describe('the form of one object', () => {
  interface Own {
    items: Doc[]
    total: number
    perPage: number
    start: number
    aggregations: object
    attributeMetadata: object[]
  }

  test('[C2] POST and GET return items, total, perPage and start', async () => {
    const body = {
      store: null,
      type: 'product',
      searchQuery: query([...LISTED, ['condition', { eq: 'used' }]], {
        _availableFilters: [{ field: 'brand', scope: 'catalog' }],
      }),
      size: 2,
      from: 1,
      sort: 'final_price:asc',
      _sourceInclude: ['sku', 'final_price'],
      _sourceExclude: ['final_price'],
      groupToken: 'x'.repeat(40),
      groupId: 1,
    }
    const post = await call<Own>('POST', 'catalog', body)
    expect(post.status).toBe(200)
    expect(post.body).toMatchObject({
      total: 5,
      perPage: 2,
      start: 1,
      items: [{ sku: 'TL-1002' }, { sku: 'TL-1001' }],
    })
    expect(post.body.items[0]).not.toHaveProperty('final_price')
    expect(post.body.attributeMetadata).toHaveLength(1)
    const params = new URLSearchParams({
      type: 'product',
      request: JSON.stringify(body.searchQuery),
      size: '2',
      from: '1',
      sort: 'final_price:asc',
      _sourceInclude: 'sku',
    })
    const got = await call<Own>('GET', `catalog?${params}`)
    expect(got.body.items).toEqual(post.body.items)
  })
})
