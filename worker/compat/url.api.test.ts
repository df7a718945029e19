import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, type Doc, openCatalogShop } from './catalog/testing/catalog.harness.ts'

beforeAll(openCatalogShop)

interface Hit {
  _index: string
  _type: string
  _id: string
  _source: Doc
}

const DEFAULT_OPTIONS = {
  prefetchGroupProducts: true,
  assignProductConfiguration: false,
  populateRequestCacheTags: false,
  setProductErrors: false,
  fallbackToDefaultWhenNoAvailable: true,
  separateSelectedVariant: false,
  setConfigurableProductOptions: false,
  filterUnavailableVariants: false,
}

async function map(url: unknown, more: object = {}) {
  const body = {
    url,
    includeFields: null,
    excludeFields: [],
    options: DEFAULT_OPTIONS,
    filters: {},
    groupId: null,
    groupToken: null,
    ...more,
  }
  return call<Hit>('POST', 'url/map', body)
}

async function pathOf(sku: string): Promise<string> {
  return String((await map(`p/${sku}/any`)).body._source.url_path)
}

describe('[C11] the document of a path', () => {
  test('[audit D11] a landing of a vehicle names the vehicle down to its level', async () => {
    const { body } = await map('t/car/bmw/3-series/2020/m-sport')
    const car = {
      model_name: '3 Series',
      body_type_name: 'Sedan',
      drive_type_name: 'Rear-wheel drive',
      fg_chassis_id: 1,
    }
    expect(body._source.car_info).toMatchObject({ ...car, submodel_name: 'M Sport' })
    const year = await map('t/car/bmw/3-series/2020')
    expect(year.body._source.car_info).toMatchObject({ ...car, submodel_name: null })
    expect((await map('t/s/225-45r17')).body._source.car_info).toBeNull()
  })

  test('a product by its url_path, with the complete document', async () => {
    const url = await pathOf('TL-2001')
    const { body } = await map(`/${url}/?utm_source=x`)
    expect(body).toMatchObject({
      _index: 'vue_storefront_catalog',
      _type: 'product',
      _source: {
        sku: 'TL-2001',
        type_id: 'configurable',
        parentSku: 'TL-2001',
        slug: url,
        category_ids: [2, 10],
      },
    })
    expect(body._source.configurable_children).toHaveLength(3)
    expect(body._id).toBe(String(body._source.id))
  })

  test('a category, a page, a landing with and without a row, a redirect', async () => {
    expect((await map('used-tires')).body).toMatchObject({
      _type: 'category',
      _source: { id: 11, slug: 'used-tires' },
    })
    expect((await map('c/used-tires')).body).toMatchObject({ _type: 'category', _id: '11' })
    expect((await map('about-us')).body).toMatchObject({
      _type: 'cms_page',
      _source: { identifier: 'about-us' },
    })
    expect((await map('t/s/225-45r17')).body).toMatchObject({
      _type: 'landing',
      _source: { id: 2, url_path: 't/s/225-45r17', filters: { size: ['225-45r17'] } },
    })
    expect((await map('t/s/225-45r17/halden')).body).toMatchObject({
      _type: 'landing',
      _source: { url_path: 't/s/225-45r17/halden', filters: { size: ['225-45r17'], brand: ['halden'] } },
    })
    expect((await map('old-tires')).body).toMatchObject({ _type: 'category', _id: '11' })
  })

  test('a path without a document is JSON null with 200, also a hidden landing and an inactive page', async () => {
    for (const url of ['no-such-tire', 't/s/205-55r16', 'draft', 'not-yet', '', '%E0%A4%A', 'p/NONE/x']) {
      const { status, body } = await map(url)
      expect([url, status, body]).toEqual([url, 200, null])
    }
  })

  test('a missing url has the error message that clients expect', async () => {
    expect(await call('POST', 'url/map', {})).toMatchObject({
      status: 500,
      body: { code: 500, result: 'Missing url' },
    })
    expect((await call('POST', 'url/map', '{"url"')).status).toBe(400)
    expect((await map('x', { includeFields: 5 })).status).toBe(400)
  })

  test('fields are included and excluded; /api/url returns the same', async () => {
    const { body } = await map('used-tires', {
      includeFields: ['name', 'id', 'children_data.*'],
      excludeFields: ['id'],
    })
    expect(Object.keys(body._source).sort()).toEqual(['children_data', 'name'])
    expect((await call<Hit>('POST', 'url', { url: 'used-tires' })).body._id).toBe('11')
    expect((await call<Hit>('GET', 'url?url=used-tires')).body._id).toBe('11')
    expect((await call<Hit>('GET', 'url/map?url=%2Fused-tires%2F')).body._id).toBe('11')
  })
})

describe('[C11] the options', () => {
  const configured = (options: object, sku?: string) =>
    pathOf('TL-4001').then((url) =>
      map(url, { options: { ...DEFAULT_OPTIONS, ...options }, filters: sku ? { sku } : {} }),
    )

  test('assignProductConfiguration gives the product the fields of the variant in filters.sku', async () => {
    const { body } = await configured({ assignProductConfiguration: true }, 'TL-4001-2')
    expect(body._source).toMatchObject({
      sku: 'TL-4001-2',
      parentSku: 'TL-4001',
      type_id: 'configurable',
      visibility: 4,
      setqty: 2,
      final_price: 206,
      is_configured: true,
    })
    expect((await configured({}, 'TL-4001-2')).body._source.sku).toBe('TL-4001')
  })

  test('separateSelectedVariant keeps the product and adds the variant in its own field', async () => {
    const { body } = await configured(
      { assignProductConfiguration: true, separateSelectedVariant: true },
      'TL-4001-4',
    )
    expect(body._source).toMatchObject({
      sku: 'TL-4001',
      selectedVariant: { sku: 'TL-4001-4', final_price: 408 },
    })
  })

  test('setConfigurableProductOptions adds the option in the format of the cart', async () => {
    const { body } = await configured({ setConfigurableProductOptions: true }, 'TL-4001-2')
    expect(body._source.product_option).toMatchObject({
      extension_attributes: { configurable_item_options: [{ option_id: '160', option_value: '2' }] },
    })
  })

  test('unavailable variants are left out, replaced or reported', async () => {
    const url = await pathOf('TL-1002')
    // Three tires are in stock: enough for a pair and a single, but not for a set of four.
    await env.DB.prepare("update stock set qty = 3 where stock_sku = 'TL-1002'").run()
    const mapWith = (options: object) =>
      map(url, { options: { ...DEFAULT_OPTIONS, ...options }, filters: { sku: 'TL-1002-4' } })
    const filtered = (await mapWith({ filterUnavailableVariants: true })).body._source
    expect(filtered.configurable_children).toMatchObject([{ sku: 'TL-1002-1' }, { sku: 'TL-1002-2' }])
    expect((await mapWith({ assignProductConfiguration: true })).body._source.sku).toBe('TL-1002-1')
    const strict = {
      assignProductConfiguration: true,
      fallbackToDefaultWhenNoAvailable: false,
      setProductErrors: true,
    }
    expect((await mapWith(strict)).body._source).toMatchObject({
      sku: 'TL-1002',
      errors: { variants: 'No available product variants' },
    })
    await env.DB.prepare("update stock set qty = 0 where stock_sku = 'TL-1002'").run()
    expect((await mapWith({ setProductErrors: true })).body._source.errors).toEqual({
      variants: 'No available product variants',
    })
    await env.DB.prepare("update stock set qty = 4 where stock_sku = 'TL-1002'").run()
  })

  test('populateRequestCacheTags adds a header with the cache tag of the product', async () => {
    const answer = await configured({ populateRequestCacheTags: true })
    expect(answer.headers.get('X-VS-Cache-Tags')).toBe(`P${answer.body._source.id}`)
    expect((await configured({})).headers.has('X-VS-Cache-Tags')).toBe(false)
  })

  test('[C8] prefetchGroupProducts adds the documents of parts to the links of bundles and groups', async () => {
    type Links = { sku: string; linked_product_sku: string; product?: Doc }[]
    const { body } = await map('p/B4/bundle')
    const [tires] = body._source.bundle_options as { product_links: Links }[]
    expect(tires?.product_links.map(({ product }) => product?.sku)).toEqual(['TL-2001-4', 'TL-2002-4'])
    const group = (await map('p/G2/group')).body._source.product_links as Links
    expect(group.map(({ product }) => product?.final_price)).toEqual([254, 194])
    const bare = await map('p/B4/bundle', { options: { ...DEFAULT_OPTIONS, prefetchGroupProducts: false } })
    expect(JSON.stringify(bare.body._source.bundle_options)).not.toContain('"product":')
  })
})
