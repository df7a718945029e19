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

let asked: PaintMessage[] = []
const PAINT = {
  send: async (message: PaintMessage) => {
    asked.push(message)
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

/** Messages of the queue, handed to its consumer. */
async function deliver(): Promise<void> {
  const messages = asked.map((body) => ({ body, ack: vi.fn(), retry: vi.fn() }))
  asked = []
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
  asked = []
})

test('[H5] [audit A6] a request asks for the picture and paints nothing; the queue paints it once for all that look alike', async () => {
  const early = await get('TL-1001.png')
  expect(early.response.status).toBe(503)
  expect(early.response.headers.get('Retry-After')).toBe('30')
  expect((await get('TL-1001.png')).response.status).toBe(503)
  expect(asked).toEqual([{ paint: 'TL-1001' }])
  expect(await painted()).toEqual([])

  asked.push({ paint: 'TL-1001' })
  await deliver()
  const first = await get('TL-1001.png')
  expect(first.response.status).toBe(200)
  expect(first.response.headers.get('Content-Type')).toBe('image/png')
  expect([...first.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const size = new DataView(first.bytes.buffer)
  expect([size.getUint32(16), size.getUint32(20)]).toEqual([1000, 1000])
  expect(await painted()).toHaveLength(1)
  expect(asked).toEqual([])
})

test('[H5] what the shop does not sell or show, or what is no tire, is not painted', async () => {
  await env.DB.prepare("update product set status = 2 where sku = 'TL-1002'").run()
  for (const file of ['TL-9999.png', 'RH-1.png', 'TL-1001.svg', '..%2f..%2fx.png', 'TL-1002.png']) {
    expect((await get(file)).response.status, file).toBe(404)
  }
  expect(asked).toEqual([])
  const before = await painted()
  asked.push({ paint: 'TL-1002' }, { paint: 'TL-9999' })
  await deliver()
  expect(await painted()).toEqual(before)
})

test('[audit A6] other work gets its turn while a picture is painted, of any pattern', async () => {
  for (const pattern of PATTERN_NAMES) {
    const look = toAppearance({ brand: 'Halden', model: 'Velo', section: 225, aspect: 45, rim: 17, pattern })
    let turns = 0
    const beside = setInterval(() => turns++, 0)
    const png = await rasterize(drawTire(look, 'three-quarter', 350), 300)
    clearInterval(beside)
    // 12,000 of 90,000 dots at a time.
    expect(turns).toBeGreaterThanOrEqual(6)
    expect(new DataView(png.buffer).getUint32(16)).toBe(300)
  }
})
