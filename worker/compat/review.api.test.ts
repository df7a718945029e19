import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'

let network = 0
const unlimited = { limit: async () => ({ success: true }) }

const create = async (body: unknown, REVIEW_LIMIT: object = unlimited) => {
  const init = {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'CF-Connecting-IP': `203.0.113.${network}` },
  }
  const url = 'https://shop.example/api/review/create'
  const response = await app.request(url, init, { ...env, REVIEW_LIMIT }, createExecutionContext())
  return { status: response.status, ...(await response.json<{ code: number; result: unknown }>()) }
}
const rows = async () =>
  (await env.DB.prepare('select * from review order by id').all<Record<string, unknown>>()).results

const idOf = async (sku: string) =>
  (await env.DB.prepare('select id from product where sku = ?').bind(sku).first<{ id: number }>())?.id ?? 0
const reviewBody = async (more: object = {}) => ({
  review: {
    product_id: await idOf('TL-1001'),
    title: 'Quiet',
    detail: 'Two weeks of rain.\nNo complaint.',
    nickname: 'Sam',
    review_entity: 'product',
    customer_id: 7,
    ...more,
  },
})

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
beforeEach(async () => {
  network += 1
  await env.DB.prepare('delete from review').run()
})

test('[C12] a review awaits moderation without a customer, and the same text is stored once', async () => {
  const answer = await create(await reviewBody())
  expect(answer).toMatchObject({ status: 200, code: 200, result: { review_status: 2, nickname: 'Sam' } })
  await create(await reviewBody())
  expect(await rows()).toMatchObject([
    {
      title: 'Quiet',
      text: 'Two weeks of rain.\nNo complaint.',
      rating: null,
      is_approved: 0,
      customer_id: null,
    },
  ])
  await create(await reviewBody({ rating: 4, detail: 'Others.', is_approved: true }))
  expect((await rows())[1]).toMatchObject({ rating: 4, is_approved: 0 })
  const page = await app.request('https://shop.example/reviews/', {}, env, createExecutionContext())
  expect(await page.text()).not.toContain('Two weeks of rain.')
  // A review without stars cannot be approved.
  await expect(
    env.DB.prepare('update review set is_approved = 1 where rating is null').run(),
  ).rejects.toThrow()
})

test('[C12] the reply to an invalid review lists each violation', async () => {
  const paths = async (body: unknown) => {
    const { status, result } = await create(body)
    return [status, (result as { dataPath: string }[]).map(({ dataPath }) => dataPath)]
  }
  expect(await paths({})).toEqual([500, ['.review']])
  expect(await paths(await reviewBody({ title: ' ​\u0000 ', nickname: 'x'.repeat(61) }))).toEqual([
    500,
    ['.review.title', '.review.nickname'],
  ])
  expect(await paths(await reviewBody({ product_id: '1 or 1', rating: 6 }))).toEqual([
    500,
    ['.review.product_id', '.review.rating'],
  ])
  expect((await create('[')).status).toBe(400)
  expect((await create(JSON.stringify({ x: 'x'.repeat(70_000) }))).status).toBe(413)
  expect(await rows()).toEqual([])
})

test('[C12] products without a page of their own accept no reviews, and reviews are rate-limited', async () => {
  for (const sku of ['TL-1005', 'TL-1002-2', 'NONE'])
    expect((await create(await reviewBody({ product_id: await idOf(sku) }))).status, sku).toBe(404)
  const full = { limit: async () => ({ success: false }) }
  expect(await create(await reviewBody(), full)).toMatchObject({ status: 429, code: 429 })
  expect(await rows()).toEqual([])
})
