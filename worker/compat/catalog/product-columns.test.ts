import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import { copyProduct } from '../../platform/testing/copies.fixture.ts'
import {
  type CompactResult,
  type Filter,
  LISTED,
  openCatalogShop,
  query,
  search,
} from './testing/catalog.harness.ts'

/** More products than a scan of documents or the former text search allowed. */
const COPIES = 10_101
const SPECIALS = 40

beforeAll(async () => {
  await openCatalogShop()
  await copyProduct(env.DB, 'TL-1001', COPIES, {
    created_at: `${FIXTURE_NOW} + (i + 1) * 86400000`,
    part_number: "'PN-' || (i / 2)",
    sub_condition: "iif(i % 3 = 0, 'Refurbished', null)",
    special_price: `iif(i < ${SPECIALS}, 1000 + i, null)`,
  })
})

const find = async (filters: Filter[], params = 'size=3', more: object = {}) => {
  const { body } = await search('product', query([...LISTED, ...filters], more), params)
  expect(body.error).toBeUndefined()
  return body
}
const day = (i: number) =>
  new Date(FIXTURE_NOW + (i + 1) * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

test('[audit D11] [C2] fields without a filter are searched over the complete catalog: grade, part number, special price, day', async () => {
  expect((await find([['sub_condition', { eq: 'Refurbished' }]])).total).toBe(COPIES / 3)
  expect((await find([['sub_condition', { neq: 'Refurbished' }]])).total).toBeGreaterThan((COPIES * 2) / 3)
  expect((await find([['manufacture_part_number', { in: ['PN-3', 'PN-77'] }]])).total).toBe(4)
  expect(
    (
      await find([
        ['special_price', { gt: 0, lte: 10.19 }],
        ['sku', { nin: ['TL-1006'] }],
      ])
    ).total,
  ).toBe(20)
  expect((await find([['special_price', { eq: null }]])).total).toBeGreaterThanOrEqual(SPECIALS)
  expect((await find([['created_at', { gte: day(0), lt: day(1_100) }]])).total).toBe(1_100)
  expect(
    (
      await find([
        ['manufacture_part_number', { or: 'PN-3' }],
        ['special_price', { orLte: 10 }],
      ])
    ).total,
  ).toBe(3)
})

test('[audit D11] [C5] a column sorts the complete catalog in both directions, products without a value last', async () => {
  const skus = async (sort: string) => (await find([], `size=3&sort=${sort}`)).hits.map(({ sku }) => sku)
  expect(await skus('special_price:asc')).toEqual(['COPY-0', 'COPY-1', 'COPY-2'])
  const [, ...rest] = await skus('special_price:desc')
  expect(rest).toEqual(['COPY-39', 'COPY-38'])
  expect(await skus('manufacture_part_number:asc')).toEqual(['COPY-0', 'COPY-1', 'COPY-2'])
  const last = await find([], 'size=1&from=9000&sort=special_price:asc')
  expect(last.hits[0]?.special_price ?? null).toBeNull()
})

test('[audit D11] [C9] the total of a text search counts all matches', async () => {
  const { body } = await search('product', query([...LISTED], { _searchText: 'velo sport' }), 'size=1')
  expect(body.total).toBeGreaterThanOrEqual(COPIES)
})

describe('[audit D11] [C4] over a complete catalog', () => {
  const aggregate = async (fields: string[], filters: Filter[] = []) =>
    find(filters, 'size=0', {
      _availableFilters: fields.map((field) => ({ field, scope: 'catalog', options: {} })),
    })
  const bucket = ({ aggregations }: CompactResult, field: string, key: unknown) =>
    aggregations[`agg_terms_${field}`]?.buckets?.find((one) => one.key === key)

  test('the aggregation of a column counts all products, with the lowest price of each value and the other filters unchanged', async () => {
    const found = await aggregate(['sub_condition', 'price', 'tread_depth', 'brand'])
    const grade = bucket(found, 'sub_condition', 'Refurbished')
    expect(grade).toMatchObject({ doc_count: COPIES / 3, agg_min_final_price: { value: 10 } })
    expect(bucket(found, 'price', '62')?.doc_count).toBeGreaterThanOrEqual(COPIES - SPECIALS)
    expect(bucket(found, 'tread_depth', '7')?.doc_count).toBeGreaterThanOrEqual(COPIES)
    expect(bucket(found, 'brand', 'halden')?.doc_count).toBeGreaterThanOrEqual(COPIES)
    const own = await aggregate(
      ['sub_condition'],
      [
        ['sub_condition', { in: ['New'] }, 'catalog'],
        ['brand', { in: ['halden'] }, 'catalog'],
      ],
    )
    expect(own.total).toBeLessThan(10)
    expect(bucket(own, 'sub_condition', 'Refurbished')?.doc_count).toBe(COPIES / 3)
  })

  test('the aggregation of a field without a column is refused, that of an unknown field is empty', async () => {
    const available = (field: string) => ({ _availableFilters: [{ field, scope: 'catalog', options: {} }] })
    const refused = await search('product', query([...LISTED], available('configurable_children.sku')))
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringMatching(/at most 1000 products/),
    ])
    expect((await aggregate(['color'])).aggregations.agg_terms_color?.buckets).toEqual([])
  })
})

test('[API4] only the columns that were used last are cached, because all columns would fill the memory of an isolate', async () => {
  const prepare = vi.spyOn(env.DB, 'prepare')
  const reads = async (field: string) => {
    prepare.mockClear()
    await find([], `size=1&sort=${field}:asc`)
    return prepare.mock.calls.filter(([sql]) => /json_group_array\("id"\) from "product"/.test(sql)).length
  }
  const fields = ['special_price', 'manufacture_part_number', 'sub_condition', 'sku_price_grade']
  for (const field of fields) await reads(field)
  expect(await reads('sku_price_grade')).toBe(0)
  expect(await reads('manufacture_part_number')).toBe(0)
  expect(await reads('special_price')).toBe(1)
  expect(await reads('sub_condition')).toBe(1)
  prepare.mockRestore()
})
