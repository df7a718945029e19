/** For security tests: catalog queries with every field that their parsers read, because their schemas do not list them. */

const QUERY = {
  _appliedFilters: [
    { attribute: 'sku', value: { eq: 'TL-1001' }, scope: 'default' },
    { attribute: 'brand', value: { like: 'Hal' }, scope: 'default' },
    { attribute: 'price', value: { gte: '1', lt: '9' }, scope: 'catalog' },
    { attribute: 'brand', value: { in: ['a', 'b'] }, scope: 'catalog' },
  ],
  _availableFilters: [{ field: 'brand', scope: 'catalog', options: { size: '5' } }],
  _appliedSort: [{ field: 'price', options: 'asc' }],
  _searchText: 'halden',
}

const ELASTIC = {
  query: {
    bool: {
      filter: [
        { terms: { sku: ['TL-1001'] } },
        { range: { price: { gte: '1' } } },
        { wildcard: { name: 'hal*' } },
        { prefix: { name: { value: 'hal' } } },
        { match_phrase: { name: { query: 'halden' } } },
        { exists: { field: 'name' } },
        { ids: { values: ['1'] } },
      ],
      must: [{ multi_match: { query: 'halden', fields: ['name'] } }],
      must_not: [{ term: { sku: 'x' } }],
      should: [{ match: { name: 'x' } }],
      minimum_should_match: '1',
    },
  },
  sort: [{ price: { order: 'asc' } }, 'name'],
  aggs: {
    brands: { terms: { field: 'brand', size: '5' } },
    prices: { range: { field: 'price', ranges: [{ from: '1', to: '2' }] } },
  },
  _source: { includes: ['sku'], excludes: ['price'] },
  size: '5',
  from: '0',
}

const PAGE = {
  ...{ type: 'product', size: '5', from: '0', sort: 'price:asc' },
  ...{ includeFields: ['sku'], excludeFields: ['price'] },
}

export const SEARCH_BODIES: Readonly<Record<string, readonly object[]>> = {
  'POST /api/catalog': [
    { ...PAGE, searchQuery: QUERY },
    { ...PAGE, searchQuery: ELASTIC },
  ],
  'POST /api/catalog/:index/:type/_search': [QUERY, ELASTIC],
}
