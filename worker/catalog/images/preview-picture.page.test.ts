import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PATTERN_NAMES } from '../../../schema/catalog/product/product.ts'
import { toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import type { AppEnv, Env, PaintMessage } from '../../env.ts'
import { handleQueue } from '../../queue.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { drawTire } from './drawing/draw.ts'
import { previewPicture } from './preview-picture.page.ts'
import { rasterize } from './raster.ts'

const app = new Hono<AppEnv>().get('/pictures/product/:file', previewPicture)

let requested: PaintMessage[] = []
const PAINT = {
  send: async (message: PaintMessage) => {
    requested.push(message)
  },
}
const shop = { ...env, PAINT } as unknown as Env

async function get(file: string, network = '192.0.2.1'): Promise<{ response: Response; bytes: Uint8Array }> {
  const context = createExecutionContext()
  const headers = { 'CF-Connecting-IP': network }
  const response = await app.request(`https://shop.test/pictures/product/${file}`, { headers }, shop, context)
  const bytes = new Uint8Array(await response.arrayBuffer())
  await waitOnExecutionContext(context)
  return { response, bytes }
}

/** Passes the messages of the queue to its consumer. */
async function deliver(): Promise<void> {
  const messages = requested.map((body) => ({ body, timestamp: new Date(), ack: vi.fn(), retry: vi.fn() }))
  requested = []
  await handleQueue({ messages } as unknown as MessageBatch<PaintMessage>, shop)
  for (const { ack } of messages) expect(ack).toHaveBeenCalledOnce()
}

const painted = async () =>
  (await env.PICTURES.list({ prefix: 'pictures/' })).objects.filter(({ key }) => key.endsWith('.png'))

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
beforeEach(() => {
  requested = []
})

test('[H5] [audit A6] the queue, not the request, paints a picture, once for all units of one appearance', async () => {
  const early = await get('TL-1001.png')
  expect(early.response.status).toBe(503)
  expect(early.response.headers.get('Retry-After')).toBe('30')
  expect((await get('TL-1001.png')).response.status).toBe(503)
  expect(requested).toEqual([{ paint: 'TL-1001' }])
  expect(await painted()).toEqual([])

  requested.push({ paint: 'TL-1001' })
  await deliver()
  const first = await get('TL-1001.png')
  expect(first.response.status).toBe(200)
  expect(first.response.headers.get('Content-Type')).toBe('image/png')
  expect([...first.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const size = new DataView(first.bytes.buffer)
  expect([size.getUint32(16), size.getUint32(20)]).toEqual([1000, 1000])
  expect(await painted()).toHaveLength(1)
  expect(requested).toEqual([])
})

test('[H5] unknown and hidden products and products without a tire are not painted', async () => {
  await env.DB.prepare("update product set status = 2 where sku = 'TL-1002'").run()
  for (const file of ['TL-9999.png', 'RH-1.png', 'TL-1001.svg', '..%2f..%2fx.png', 'TL-1002.png']) {
    expect((await get(file)).response.status, file).toBe(404)
  }
  expect(requested).toEqual([])
  const before = await painted()
  requested.push({ paint: 'TL-1002' }, { paint: 'TL-9999' })
  await deliver()
  expect(await painted()).toEqual(before)
})

test('[audit A6] other work runs between the strips while a picture of any pattern is painted', async () => {
  for (const pattern of PATTERN_NAMES) {
    const appearance = toAppearance({
      brand: 'Halden',
      model: 'Velo',
      section: 225,
      aspect: 45,
      rim: 17,
      pattern,
    })
    let turns = 0
    const beside = setInterval(() => turns++, 0)
    const png = await rasterize(drawTire(appearance, 'three-quarter', 350), 300)
    clearInterval(beside)
    // 12,000 of 90,000 pixels per strip.
    expect(turns).toBeGreaterThanOrEqual(6)
    expect(new DataView(png.buffer).getUint32(16)).toBe(300)
  }
})

test('[H14d] a product with a photograph is previewed by it, and nothing is painted', async () => {
  await env.PICTURES.put('photos/2026/TL-1006-tread.jpg', 'a photo')
  await env.DB.exec(
    "INSERT INTO product_media SELECT id, 0, '2026/TL-1006-tread.jpg', 'Tread' FROM product WHERE sku = 'TL-1006'",
  )
  const { response, bytes } = await get('TL-1006.png')
  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  expect(new TextDecoder().decode(bytes)).toBe('a photo')
  requested.push({ paint: 'TL-1006' })
  const before = await painted()
  await deliver()
  expect(await painted()).toEqual(before)
})
