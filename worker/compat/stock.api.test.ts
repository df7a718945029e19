import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { ApiStock } from '../../schema/cart/stock/stock.api.ts'
import type { Reply } from '../../schema/platform/http/reply.api.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { stockApi } from './stock.api.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function get<Result>(path: string): Promise<Reply<Result>> {
  const response = await stockApi.request(`https://shop.example/${path}`, {}, env)
  const reply = await response.json<Reply<Result>>()
  expect(response.status).toBe(reply.code)
  return reply
}

test('[D7] a check returns units of the sku, not tires of the pool', async () => {
  const { result } = await get<ApiStock>('check?sku=TL-2001-4')
  expect(result).toMatchObject({ qty: 10, is_in_stock: true, manage_stock: true, min_sale_qty: 1 })
  expect((await get<ApiStock>('check/TL-2001-4')).result).toEqual(result)
})

test('[D7] sold-out and disabled products are out of stock; products without managed stock are in stock', async () => {
  expect((await get<ApiStock>('check?sku=TL-1004')).result).toMatchObject({ qty: 0, is_in_stock: false })
  expect((await get<ApiStock>('check?sku=TL-1005')).result).toMatchObject({ qty: 0, is_in_stock: false })
  expect((await get<ApiStock>('check?sku=RH-1')).result).toMatchObject({
    manage_stock: false,
    is_in_stock: true,
  })
})

test('[D7] a list has the order of the skus and the id of each variant', async () => {
  const skus = ['TL-2001-4', 'TL-1001', 'TL-2001-1']
  const { result } = await get<ApiStock[]>(`list?skus=${encodeURIComponent(skus.join(','))}`)
  expect(result.map(({ qty }) => qty)).toEqual([10, 1, 40])
  expect(new Set(result.map(({ product_id }) => product_id)).size).toBe(3)
})

test('[D7] missing and unknown skus have the error messages that clients expect', async () => {
  expect(await get('check')).toEqual({ code: 500, result: 'sku parameter is required' })
  expect(await get('list?skus=')).toEqual({ code: 500, result: 'skus parameter is required' })
  expect(await get('check?sku=NOPE')).toEqual({
    code: 500,
    result: { errorMessage: 'The Product with the "NOPE" SKU doesn\'t exist.', code: 404 },
  })
  expect(await get('list?skus=TL-1001,NOPE')).toEqual({
    code: 404,
    result: 'The Product with the "NOPE" SKU doesn\'t exist.',
  })
  expect((await get(`list?skus=${'x,'.repeat(101)}`)).code).toBe(400)
})
