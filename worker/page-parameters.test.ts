import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { NEWSLETTER_STOP_MAIL_SENT } from '../schema/content/newsletter/newsletter.ts'
import { TOO_MANY } from '../schema/platform/limits/limits.ts'
import { app } from './app.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from './catalog/index/testing/landings.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

async function cacheLevel(path: string): Promise<string | null> {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, {}, env, context)
  await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return response.status === 200 ? response.headers.get('X-Page-Cache') : null
}

test.each([
  '/',
  '/contacts/',
  '/reviews/',
  '/newsletter/',
  '/sizes/',
  '/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001',
])('[audit A17] unknown parameters of %s do not render the page again', async (path) => {
  expect(await cacheLevel(path)).toBe('made')
  for (const query of ['made=up', 'made=up&view2=99', 'sku=1'])
    expect(await cacheLevel(`${path}?${query}`)).toBe('memory')
})

test.each(['/t?made=up', '/t/b?page=2', '/t/b?made=up', '/t/s?width=205', '/applycoupon/index/?coupon=MADE'])(
  '[audit A17] %s is not cached',
  async (path) => {
    await cacheLevel(path)
    expect(await cacheLevel(path)).not.toBe('memory')
  },
)

test('[A2] an overview accepts only campaign parameters and redirects others', async () => {
  const get = (path: string) => app.request(`https://shop.example${path}`, {}, env, createExecutionContext())
  const redirect = await get('/t/b?page=2&utm_source=x')
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, '/t/b'])
  expect((await get('/t/b?utm_source=x')).status).toBe(200)
})

test('[audit A17] each result of the newsletter form has its own cached page', async () => {
  const text = async (path: string) => {
    const context = createExecutionContext()
    const response = await app.request(`https://shop.example${path}`, {}, env, context)
    const page = await response.text()
    await waitOnExecutionContext(context)
    return page
  }
  expect(await text('/newsletter/?state=too-many')).toContain(TOO_MANY)
  expect(await text('/newsletter/?state=asked')).toContain(NEWSLETTER_STOP_MAIL_SENT)
  expect(await text('/newsletter/')).not.toContain(NEWSLETTER_STOP_MAIL_SENT)
})
