import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { pictureName, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { drawTire } from './drawing/draw.ts'
import { pictureHref, signedHref } from './picture-address.ts'
import { type PictureDeps, servePicture } from './serve-picture.ts'

let stored: Map<string, string>
let reads: number
let waiting: Promise<unknown>[]
let deps: PictureDeps
let turn = 0

// Each test needs its own appearance, because the module's cache lives longer than a test.
const tire = () =>
  toAppearance({ brand: 'Halden', model: `Velo ${turn}`, section: 225, aspect: 45, rim: 17, dot: '2419' })
/** A picture of an older version of the drawing code. */
const ofOlderDrawing = () => signedHref(pictureName(tire(), 'tread', 350).replace(/-v\d+$/, '-v0'))
const serve = (path: string, init?: RequestInit) =>
  servePicture(new Request(`https://shop.test${path}`, init), deps)

beforeEach(() => {
  turn++
  stored = new Map()
  reads = 0
  waiting = []
  deps = {
    bucket: {
      get: async (key: string) => {
        reads++
        const text = stored.get(key)
        return text === undefined ? null : { text: async () => text }
      },
      put: async (key: string, text: string) => {
        stored.set(key, text)
        return {}
      },
    } as unknown as R2Bucket,
    waitUntil: (work) => {
      waiting.push(work)
    },
  }
})

test('the first request for a picture draws, sends and stores it', async () => {
  const path = pictureHref(tire(), 'three-quarter', 350)
  const reply = await serve(path)
  expect(reply?.status).toBe(200)
  expect(await reply?.text()).toBe(drawTire(tire(), 'three-quarter', 350))
  await Promise.all(waiting)
  expect([...stored.keys()]).toEqual([path.slice(1)])
})

test('a second request is served from memory, without the bucket', async () => {
  const path = pictureHref(tire(), 'tread', 350)
  await serve(path)
  await serve(path)
  expect(reads).toBe(1)
  expect(waiting).toHaveLength(1)
})

test('a stored picture is sent unchanged, even when the current code can no longer draw it', async () => {
  const old = ofOlderDrawing()
  stored.set(old.slice(1), '<svg/>')
  expect(await (await serve(old))?.text()).toBe('<svg/>')
  expect(waiting).toHaveLength(0)
})

test('the response may be cached forever and cannot run scripts', async () => {
  const reply = await serve(pictureHref(tire(), 'dot', 350))
  expect(Object.fromEntries(reply?.headers ?? [])).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
  })
})

test('a browser that has the picture gets 304, a weakened tag included', async () => {
  const path = pictureHref(tire(), 'sidewall', 350)
  const etag = (await serve(path))?.headers.get('etag') ?? ''
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const reply = await serve(path, { headers: { 'if-none-match': tag } })
    expect(reply?.status).toBe(304)
    expect(await reply?.text()).toBe('')
  }
  expect((await serve(path, { headers: { 'if-none-match': '"other"' } }))?.status).toBe(200)
})

test('HEAD returns headers without a body; other methods are rejected', async () => {
  const path = pictureHref(tire(), 'sidewall', 350)
  const head = await serve(path, { method: 'HEAD' })
  expect(head?.status).toBe(200)
  expect(head?.headers.get('content-type')).toContain('svg')
  expect(await head?.text()).toBe('')
  expect((await serve(path, { method: 'POST' }))?.status).toBe(405)
})

test('foreign paths and changed addresses return and store nothing', async () => {
  const path = pictureHref(tire(), 'three-quarter', 350)
  for (const other of [
    '/',
    '/pictures/',
    '/pictures/x.png',
    path.replace('Velo', 'Polo'),
    path.replace('350', '999'),
  ])
    expect(await serve(other)).toBeNull()
  expect(stored.size).toBe(0)
})

test('[audit A7] an unsigned address draws nothing, stores nothing and does not use the bucket', async () => {
  const name = pictureName(
    toAppearance({ ...tire(), brand: 'Buy at evil', model: 'example' }),
    'sidewall',
    1000,
  )
  const marks = ['0'.repeat(16), fnv(`1:${name}`), fnv(`1:${name}`).repeat(2), '']
  for (const mark of marks) expect(await serve(`/pictures/${name}.${mark}.svg`)).toBeNull()
  const ours = pictureHref(tire(), 'dot', 350)
  for (let position = 0; position < ours.length; position++) {
    for (const character of 'a0~') {
      if (ours[position] !== character)
        expect(await serve(ours.slice(0, position) + character + ours.slice(position + 1))).toBeNull()
    }
  }
  expect([stored.size, reads, waiting.length]).toEqual([0, 0, 0])
  expect((await serve(ours))?.status).toBe(200)
})

/** Returns the FNV-1a hash, which needs no secret. */
function fnv(name: string): string {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

test('a picture is served even when the bucket fails', async () => {
  const broken = async () => {
    throw new Error('R2 is away')
  }
  deps = { ...deps, bucket: { get: broken, put: broken } as unknown as R2Bucket }
  expect((await serve(pictureHref(tire(), 'three-quarter', 350)))?.status).toBe(200)
  await expect(Promise.all(waiting)).resolves.toBeDefined()
})

test('the memory cache is bounded: a picture requested long ago is read from the bucket again', async () => {
  const first = pictureHref(tire(), 'three-quarter', 1000)
  await serve(first)
  for (let i = 0; i < 80; i++) {
    const appearance = toAppearance({ brand: 'Many', model: `Model ${i}`, section: 205, aspect: 55, rim: 16 })
    await serve(pictureHref(appearance, 'three-quarter', 1000))
  }
  await Promise.all(waiting)
  const before = reads
  await serve(first)
  expect(reads).toBe(before + 1)
})

test('the real bucket stores a drawn picture with its type and returns an older one', async () => {
  const bucket = (env as unknown as { PICTURES: R2Bucket }).PICTURES
  deps = { ...deps, bucket }
  const path = pictureHref(tire(), 'dot', 1000)
  const text = await (await serve(path))?.text()
  await Promise.all(waiting)
  const object = await bucket.get(path.slice(1))
  expect(await object?.text()).toBe(text)
  expect(object?.httpMetadata?.contentType).toBe('image/svg+xml')
  const old = ofOlderDrawing()
  await bucket.put(old.slice(1), '<svg>older</svg>')
  expect(await (await serve(old))?.text()).toBe('<svg>older</svg>')
})
