import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApiStock } from '../../../schema/cart/stock/stock.api.ts'
import type { RenderItem } from '../../../schema/catalog/price/compat-price.api.ts'
import { call, type Doc, openCatalogShop } from './testing/catalog.harness.ts'

beforeAll(openCatalogShop)

interface Reply<Result> {
  code: number
  result: Result
}
const render = (params: string) =>
  call<Reply<{ items: RenderItem[] }>>('GET', `product/render-list?${params}`)

describe('[C10] render-list', () => {
  test('returns prices by id, also those of variants, gross and net', async () => {
    const { body } = await render('skus=TL-2001,TL-1006&currencyCode=USD&storeId=1')
    expect(body.code).toBe(200)
    const { items } = body.result
    expect(items.map(({ sku }) => sku)).toEqual(['TL-2001', 'TL-1006', 'TL-2001-1', 'TL-2001-2', 'TL-2001-4'])
    expect(new Set(items.map(({ id }) => id)).size).toBe(5)
    expect(items[0]).toMatchObject({
      type: 'configurable',
      store_id: 1,
      currency_code: 'USD',
      price_is_current: true,
      price_info: {
        final_price: 128,
        regular_price: 128,
        special_price: null,
        minimal_price: 128,
        max_price: 504,
        extension_attributes: {
          tax_adjustments: { final_price: 128, regular_price: 128, special_price: null },
        },
      },
    })
    expect(items[1]?.price_info).toMatchObject({ final_price: 56, regular_price: 70, special_price: 56 })
    for (const { sgn, url } of items) {
      expect(sgn).toMatch(/^[0-9a-f]{32}$/)
      expect(url).toMatch(/^https:\/\/shop\.example\/p\/TL-/)
    }
  })

  test('finds a variant by its sku, leaves out unknown skus, and accepts a token', async () => {
    const { body } = await render('skus=NONE,TL-2001-4&token=&userGroupId=1')
    expect(body.result.items.map(({ sku }) => sku)).toEqual(['TL-2001-4'])
    expect((await render('skus=TL-1001&token=abc')).status).toBe(200)
  })

  test('a store id of 0, below 0 or none means our store; missing skus, another store and another currency are errors', async () => {
    for (const storeId of ['0', '-3', '', 'x', '1']) {
      expect((await render(`skus=TL-1001&storeId=${storeId}`)).body.result.items[0]?.store_id, storeId).toBe(
        1,
      )
    }
    expect((await render('skus=')).body).toEqual({ code: 500, result: 'skus parameter is required' })
    expect((await render('skus=TL-1001&storeId=7')).status).toBe(404)
    expect((await render('skus=TL-1001&currencyCode=EUR')).status).toBe(400)
    expect((await render(`skus=${Array.from({ length: 101 }, (_, index) => index).join(',')}`)).status).toBe(
      400,
    )
  })
})

describe('[C11] [C1] product list', () => {
  const list = (skus: string) =>
    call<Reply<{ items: Doc[]; total_count: number }>>('GET', `product/list?skus=${skus}`)

  test('returns documents in the requested order, with custom attributes', async () => {
    const { body } = await list('TL-4001,NONE,TL-1001')
    expect(body.result.total_count).toBe(2)
    expect(body.result.items.map(({ sku }) => sku)).toEqual(['TL-4001', 'TL-1001'])
    expect(body.result.items[0]?.custom_attributes).toContainEqual({
      attribute_code: 'condition',
      value: 'driven-once',
    })
    expect((await call<Reply<object>>('GET', 'product?skus=TL-1001')).body.code).toBe(200)
    expect((await list('')).body).toEqual({ code: 500, result: 'skus parameter is required' })
  })

  test('a product has every required field', async () => {
    const [item] = (await list('TL-2001')).body.result.items
    const fields =
      'id sku parentSku parentId slug name type_id image url_path url_key status visibility category_ids media_gallery product_links info errors attributes_metadata tax_class_id stock qty price final_price price_incl_tax original_price original_price_incl_tax original_final_price special_price special_from_date special_to_date original_special_price tier_prices configurable_children configurable_options options bundle_options product_option tread_depth condition size sets seasons brand model run_flat tire_load tire_speed speed_rated rad rim aspect section sku_price_grade manufacture_part_number features_and_benefits sub_condition utype setqty price_by_tire'
    for (const field of fields.split(' ')) expect(item, field).toHaveProperty(field)
    expect(item).toMatchObject({
      condition: 'new',
      size: '225-45r17',
      rim: 17,
      stock: { is_in_stock: true, qty: 40, product_id: item?.id },
      price_is_current: false,
      configurable_options: [
        {
          attribute_id: '160',
          attribute_code: 'sets',
          values: [{ value_index: 'single' }, { value_index: 'pairs' }, { value_index: 'setOfFour' }],
        },
      ],
    })
    expect(item?.attributes_metadata).toContainEqual(
      expect.objectContaining({ attribute_code: 'condition', options: [{ value: 'new', label: 'New' }] }),
    )
    expect(item?.media_gallery).toContainEqual(expect.objectContaining({ pos: 1, typ: 'image' }))
  })

  test('[C8] documents have the options of bundles and the custom options', async () => {
    const [bundle, bags] = (await list('B4,SB-1')).body.result.items
    expect(bundle?.bundle_options).toMatchObject([
      {
        required: true,
        product_links: [
          { sku: 'TL-2001-4', is_default: true },
          { sku: 'TL-2002-4', is_default: false },
        ],
      },
      { product_links: [{ sku: 'MK-1' }, { sku: 'MK-2', qty: 2 }] },
      { required: false },
    ])
    expect(bags?.options).toMatchObject([
      { is_require: true, values: [{ price: 0 }, { price: 2 }] },
      { type: 'field' },
    ])
  })
})

describe('[C1] [C7] a single product', () => {
  const single = (query: string) => call<Reply<Doc | string>>('GET', `product/single?${query}`)

  test('is found by its sku or another key', async () => {
    const { status, body } = await single('sku=TL-1001')
    expect([status, body.code]).toEqual([200, 200])
    expect(body.result).toMatchObject({ sku: 'TL-1001', brand: 'halden', type_id: 'simple' })
    const { url_path: path } = body.result as Doc
    expect((await single(`key=url_path&url_path=${path}`)).body.result).toEqual(body.result)
  })

  test('for a variant the reply is the parent, configured as this variant', async () => {
    const { body } = await single('sku=TL-1002-2')
    expect(body.result).toMatchObject({
      sku: 'TL-1002',
      type_id: 'configurable',
      selectedVariant: { sku: 'TL-1002-2', final_price: 114 },
    })
  })

  test('a key without a value, a product that cannot be opened and an orphaned variant are errors', async () => {
    const getSingle = async (query: string) => {
      const { status, body } = await single(query)
      return [status, body.result]
    }
    expect(await getSingle('')).toEqual([400, 'Please provide the search key sku for product/single action!'])
    expect(await getSingle('key=url_path&sku=TL-1001')).toEqual([
      400,
      'Please provide the search key url_path for product/single action!',
    ])
    expect((await getSingle('key=__proto__'))[0]).toBe(400)
    const empty = 'Product query returned empty result with the status or visibility value'
    for (const sku of ['TL-1005', 'NONE']) expect(await getSingle(`sku=${sku}`)).toEqual([404, empty])
    await env.DB.prepare("update product set visibility = 1 where sku = 'TL-1001'").run()
    // At this age the change feed is read again.
    const later = Date.now() + 10_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    expect(await getSingle('sku=TL-1001')).toEqual([
      400,
      "Product doesn't have parentSku, please check if this is configurable product",
    ])
    await env.DB.prepare("update product set visibility = 4 where sku = 'TL-1001'").run()
    clock.mockRestore()
  })
})

test('[D7] a stock list with the skus of a client page', async () => {
  const skus = [
    'TL-2001-4',
    'TL-1001',
    'TL-2001-1',
    'TL-2001-2',
    'TL-2002-1',
    'TL-2002-2',
    'TL-2002-4',
    'TL-3001-1',
    'TL-3001-2',
    'TL-3001-4',
    'TL-4001-1',
    'TL-4001-2',
    'TL-4001-4',
    'RH-1',
    'TL-1004',
  ]
  const { body } = await call<Reply<ApiStock[]>>(
    'GET',
    `stock/list?skus=${encodeURIComponent(skus.join(','))}`,
  )
  expect(body.result).toHaveLength(15)
  expect(body.result.map(({ is_in_stock }) => is_in_stock)).toEqual([...Array(14).fill(true), false])
  expect(body.result[0]).toMatchObject({ manage_stock: true, qty: 10 })
})
