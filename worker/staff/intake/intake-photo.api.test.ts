import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { ascii, GPS_EXIF, jpegFile } from '../../../schema/platform/forms/testing/jpeg.harness.ts'
import { INTAKE_MESSAGES } from '../../../schema/staff/intake/intake.api.ts'
import { UNIT_PHOTO_MESSAGES } from '../../../schema/staff/intake/unit-photo.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { callIntake, signInStaff, WHOLE_DRAFT } from './testing/intake.harness.ts'

const HASH = '0123456789abcdef'
let casey: Browser
let key = ''
let sku = ''

beforeAll(async () => {
  await openShop()
  casey = await signInStaff('yard', 'Casey')
  key = crypto.randomUUID()
  const saved = await callIntake<{ sku: string }>(casey, 'PUT', key, { draft: WHOLE_DRAFT, revision: 1 })
  sku = saved.result.sku
})

const store = (file: BodyInit, { slot = 'tread', size = 1600, hash = HASH, of = key, by = casey } = {}) =>
  callIntake<{ name: string }>(by, 'PUT', `${of}/photos/${slot}?size=${size}&hash=${hash}`, file)

test('[H14d] a photo gets its name from the server and is served as a JPEG forever', async () => {
  const photo = jpegFile(1600, 1200, { fill: 250_000 })
  const { code, result } = await store(photo)
  expect(code).toBe(200)
  expect(result.name).toBe(`${new Date().getUTCFullYear()}/${sku}-tread-${HASH}.jpg`)
  const served = await new Browser().fetch(`/photos/${result.name}`)
  expect(served.headers.get('Content-Type')).toBe('image/jpeg')
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(photo)
  expect((await store(jpegFile(480, 360), { size: 480 })).result.name).toBe(
    result.name.replace('.jpg', '-480.jpg'),
  )
})

test('[H14d] where a photo was taken is not stored', async () => {
  const { result } = await store(jpegFile(1600, 1200, { extra: GPS_EXIF }), { slot: 'sidewall' })
  const served = await new Browser().fetch(`/photos/${result.name}`)
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(jpegFile(1600, 1200))
})

test('[H14d] the same photo twice is one file, and its name is never written again', async () => {
  const [one, two] = await Promise.all([
    store(jpegFile(1600, 1200), { slot: 'dot' }),
    store(jpegFile(1600, 1200), { slot: 'dot' }),
  ])
  expect(one).toEqual(two)
  await store(jpegFile(1500, 1200), { slot: 'dot' })
  const served = await new Browser().fetch(`/photos/${one.result.name}`)
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(jpegFile(1600, 1200))
  const rows = await env.DB.prepare("SELECT count(*) n FROM intake_photo WHERE slot = 'dot'").first<number>(
    'n',
  )
  expect(rows).toBe(1)
})

test.each<[string, BodyInit, keyof typeof UNIT_PHOTO_MESSAGES]>([
  ['an empty photo', new Uint8Array(), 'photo-type'],
  ['HTML as a photo', '<html><script>alert(1)</script></html>', 'photo-type'],
  ['SVG as a photo', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo-type'],
  ['a video', Uint8Array.from([0, 0, 0, 24, ...ascii('ftypmp42')]), 'photo-type'],
  ['a PNG', Uint8Array.from([0x89, ...ascii('PNG\r\n')]), 'photo-type'],
  ['a JPEG that is cut', jpegFile(1600, 1200).slice(0, -4), 'photo-type'],
  ['a picture of 48 megapixels', jpegFile(8064, 6048), 'photo-pixels'],
])('[H14d] %s is refused and not stored', async (_, file, code) => {
  const before = (await env.PICTURES.list({ prefix: 'photos/' })).objects.length
  expect(await store(file, { slot: 'worst' })).toEqual({
    code: 400,
    result: { code, message: UNIT_PHOTO_MESSAGES[code] },
  })
  expect((await env.PICTURES.list({ prefix: 'photos/' })).objects).toHaveLength(before)
})

test('[H14d] a larger file is refused, also when it does not say how large it is', async () => {
  const large = new Uint8Array(1_000_001)
  expect(await store(large)).toMatchObject({ code: 413, result: UNIT_PHOTO_MESSAGES['photo-size'] })
  let parts = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      parts += 1
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  const reply = await casey.fetch(`/api/ext/staff/intake/${key}/photos/tread?size=1600&hash=${HASH}`, {
    method: 'PUT',
    body: endless,
  })
  expect(reply.status).toBe(413)
  expect(parts).toBeLessThan(20)
})

test('[H14d] a photo before its draft is asked for again, and wrong addresses are refused', async () => {
  const photo = jpegFile(480, 360)
  expect(await store(photo, { of: crypto.randomUUID(), size: 480 })).toMatchObject({
    code: 409,
    result: { code: 'photo-draft' },
  })
  expect(await store(photo, { slot: '..%2Fsecret' })).toEqual({ code: 404, result: INTAKE_MESSAGES.key })
  expect(await store(photo, { hash: '../../../etc' })).toMatchObject({ code: 400 })
  expect(await store(photo, { size: 4000 })).toMatchObject({ code: 400 })
  expect(await store(photo, { by: new Browser() })).toMatchObject({ code: 401 })
  expect(await store(photo, { by: await signInStaff('books') })).toMatchObject({ code: 403 })
})
