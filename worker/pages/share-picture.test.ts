import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { loadFixture } from '../db/fixture.ts'
import type { AppEnv } from '../env.ts'
import { sharePicture } from './share-picture.ts'

const app = new Hono<AppEnv>().get('/pictures/product/:file', sharePicture)

async function get(file: string): Promise<{ response: Response; bytes: Uint8Array }> {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.test/pictures/product/${file}`, {}, env, context)
  const bytes = new Uint8Array(await response.arrayBuffer())
  await waitOnExecutionContext(context)
  return { response, bytes }
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[H5] a tire has a picture of 1,000 by 1,000 dots that needs no SVG, painted once for all that look alike', async () => {
  const first = await get('TL-1001.png')
  expect(first.response.headers.get('Content-Type')).toBe('image/png')
  expect([...first.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const size = new DataView(first.bytes.buffer)
  expect([size.getUint32(16), size.getUint32(20)]).toEqual([1000, 1000])
  const { objects } = await env.PICTURES.list({ prefix: 'pictures/' })
  expect(objects.filter(({ key }) => key.endsWith('.png'))).toHaveLength(1)
  expect((await get('TL-1001.png')).bytes).toEqual(first.bytes)
})

test('[H5] what the shop does not sell, or what is no tire, is not painted', async () => {
  for (const file of ['TL-9999.png', 'RH-1.png', 'TL-1001.svg', '..%2f..%2fx.png']) {
    expect((await get(file)).response.status, file).toBe(404)
  }
})
