import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

const get = async (path: string): Promise<Response> =>
  app.request(`https://shop.example${path}`, {}, env, createExecutionContext())

test('[G9] the shop can be installed: every icon of the manifest is a picture of its declared size', async () => {
  for (const [path, width] of [
    ['/icons/192.png', 192],
    ['/icons/512.png', 512],
    ['/icons/maskable-512.png', 512],
    ['/icons/180.png', 180],
  ] as const) {
    const response = await get(path)
    expect(response.headers.get('content-type')).toBe('image/png')
    // The width is at byte 16 of a PNG.
    expect(new DataView(await response.arrayBuffer()).getUint32(16), path).toBe(width)
  }
  expect((await get('/icon.svg')).headers.get('content-type')).toBe('image/svg+xml')
  expect((await get('/icons/__proto__')).status).toBe(404)
})

test('[G9] the offline page may be cached, states that there is no connection and shows its message', async () => {
  const response = await get('/offline')
  expect(response.headers.get('cache-control')).toContain('public')
  const html = await response.text()
  expect(html).toContain('There is no Internet connection')
  expect(html).toContain('No products synchronized for this category. Please come back while online!')
  expect(html).toContain('rel="manifest"')
})

test('[audit D12] [G9] the offline page for cart and sign-in does not mention a category', async () => {
  const html = await (await get('/offline/own')).text()
  expect(html).toContain('There is no Internet connection')
  expect(html).toContain('This page is just for you, so it needs a connection.')
  expect(html).not.toContain('category')
})
