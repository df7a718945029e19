import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { NEWSLETTER_LEAVE_ASKED } from '../schema/content/newsletter/newsletter.ts'
import { TOO_MANY } from '../schema/platform/limits/limits.ts'
import { app } from './app.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from './catalog/index/testing/landings.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

async function levelOf(path: string): Promise<string | null> {
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
])('[audit A17] made-up parameters of %s make no page of their own', async (path) => {
  expect(await levelOf(path)).toBe('made')
  for (const query of ['made=up', 'made=up&view2=99', 'sku=1'])
    expect(await levelOf(`${path}?${query}`)).toBe('memory')
})

test.each(['/t?made=up', '/t/b?page=2', '/t/b?made=up', '/t/s?width=205', '/applycoupon/index/?coupon=MADE'])(
  '[audit A17] %s is cached nowhere',
  async (path) => {
    await levelOf(path)
    expect(await levelOf(path)).not.toBe('memory')
  },
)

test('[A2] an overview takes no parameters but those of campaigns', async () => {
  const get = (path: string) => app.request(`https://shop.example${path}`, {}, env, createExecutionContext())
  const redirect = await get('/t/b?page=2&utm_source=x')
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, '/t/b'])
  expect((await get('/t/b?utm_source=x')).status).toBe(200)
})

test('[audit A17] what a form of the newsletter came to makes a page of its own and is shown on no other', async () => {
  const text = async (path: string) => {
    const context = createExecutionContext()
    const response = await app.request(`https://shop.example${path}`, {}, env, context)
    const page = await response.text()
    await waitOnExecutionContext(context)
    return page
  }
  expect(await text('/newsletter/?state=too-many')).toContain(TOO_MANY)
  expect(await text('/newsletter/?state=asked')).toContain(NEWSLETTER_LEAVE_ASKED)
  expect(await text('/newsletter/')).not.toContain(NEWSLETTER_LEAVE_ASKED)
})
