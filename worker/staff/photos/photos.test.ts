import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readJpeg } from '../../../schema/platform/forms/jpeg.ts'
import {
  ascii,
  GPS_EXIF,
  jpegFile,
  orientationExif,
} from '../../../schema/platform/forms/testing/jpeg.harness.ts'
import { PHOTOS_TOO_LARGE, UNIT_PHOTO_MESSAGES } from '../../../schema/staff/intake/unit-photo.ts'
import { PHOTOS_MESSAGES } from '../../../schema/staff/photos/photo-form.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { hiddenFields, staffBrowser, submit, textOf } from '../units/testing/unit-pages.harness.ts'

const PAGE = '/staff/units/TL-1001/photos'
const FORM = '/staff/units/photos'
const PRODUCT = '/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001'
let yard: Browser
let fill = 0

beforeAll(openShop)
beforeEach(async () => {
  yard = await staffBrowser('yard')
})

const open = async (path = PAGE, browser = yard) => (await browser.fetch(path)).text()
/** Photos of the page in their order, by what they show. */
const shown = (html: string) =>
  [...html.matchAll(/<h2>(\d)\.(?:<!-- -->)? (?:<!-- -->)?([^<]+)<\/h2>/g)].map(([, , label]) => label)
const imagesOf = (html: string) =>
  [...html.matchAll(/<a href="\/photos\/([^"]+)"/g)].map(([, image = '']) => image)
const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'IMG_0001.jpg', { type: 'image/jpeg' })
/** A picture that no other test has. */
const picture = (options = {}) => {
  fill += 1
  return jpegFile(1200, 900, { fill, ...options })
}

async function upload(fields: Record<string, string>, files: Record<string, File>, browser = yard) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...files })) form.set(name, value)
  const answer = await browser.fetch(FORM, { method: 'POST', body: form })
  const target = answer.headers.get('Location')?.replace(/#.*/, '')
  const html = target ? await open(target, browser) : await answer.text()
  return { status: answer.status, html, text: textOf(html) }
}

async function add(slot: string, files: Record<string, File> = { photo: file(picture()) }) {
  return upload({ ...hiddenFields(await open(), { action: 'add' }), slot }, files)
}

async function press(fields: Record<string, string>) {
  const page = await open()
  return submit(yard, FORM, hiddenFields(page, fields))
}

test('[H14h] photos are added, moved, seen on the shop within two seconds, and the move is undone', async () => {
  expect(await open()).toContain('No photo yet')
  for (const slot of ['tread', 'sidewall', 'dot'])
    expect((await add(slot)).text).toContain(PHOTOS_MESSAGES.saved)
  const before = await open()
  expect(shown(before)).toEqual(['Tread', 'Sidewall', 'DOT code'])
  const [tread = '', sidewall = '', dot = ''] = imagesOf(before)
  const inShop = async () => {
    const page = await (await new Browser().fetch(PRODUCT)).text()
    return [dot, tread, sidewall].map((image) => page.indexOf(image))
  }
  expect((await inShop()).every((at) => at > 0)).toBe(true)
  const moved = await press({ action: 'move', image: dot, move: 'first' })
  expect(imagesOf(moved.html)).toEqual([dot, tread, sidewall])
  await expect
    .poll(
      async () => {
        const places = await inShop()
        return places.join() === places.toSorted((a, b) => a - b).join()
      },
      { timeout: 2_000, interval: 100 },
    )
    .toBe(true)
  const undone = await submit(yard, '/staff/audit/form/', hiddenFields(moved.html, { return: PAGE }))
  expect(imagesOf(undone.html)).toEqual([tread, sidewall, dot])
})

test('[H14h] photos that two tabs of one person add at the same moment both stay', async () => {
  await add('tread')
  const [before, other] = await Promise.all([open(), open()])
  const images = imagesOf(before)
  const answers = await Promise.all(
    [before, other].map((page) =>
      upload({ ...hiddenFields(page, { action: 'add' }), slot: 'worst' }, { photo: file(picture()) }),
    ),
  )
  expect(answers.map(({ text }) => text.includes(PHOTOS_MESSAGES.saved))).toEqual([true, true])
  const after = imagesOf(await open())
  expect(after.slice(0, images.length)).toEqual(images)
  expect(after).toHaveLength(images.length + 2)
})

test('[H14h] a photo is turned by what its file says, in both sizes, and four turns are none', async () => {
  const small = jpegFile(480, 360)
  await add('worst', { photo: file(picture()), 'photo-small': file(small) })
  const orientations: unknown[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const image = imagesOf(await open()).at(-1) ?? ''
    const { text, html } = await press({ action: 'turn', image })
    expect(text).toContain(PHOTOS_MESSAGES.saved)
    const name = imagesOf(html).at(-1) ?? ''
    for (const one of [name, name.replace('.jpg', '-480.jpg')]) {
      const served = await new Browser().fetch(`/photos/${one}`)
      orientations.push(readJpeg(new Uint8Array(await served.arrayBuffer()))?.orientation)
    }
  }
  expect(orientations).toEqual([6, 6, 3, 3, 8, 8, 1, 1])
  expect(textOf(await open('/staff/units/TL-1001'))).toContain('Turned: Worst spot')
})

test('[H14h] a replaced photo has the place of the old one, and the same form twice is one change', async () => {
  const before = await open()
  const [first = '', ...rest] = imagesOf(before)
  const fields = hiddenFields(before, { action: 'replace', image: first })
  const files = { photo: file(picture({ extra: GPS_EXIF })) }
  const count = () => env.DB.prepare('SELECT count(*) AS n FROM audit_log').first<number>('n')
  const changes = (await count()) ?? 0
  const replaced = await upload(fields, files)
  const [next = '', ...others] = imagesOf(replaced.html)
  expect(next).not.toBe(first)
  expect(others).toEqual(rest)
  expect(shown(replaced.html)[0]).toBe(shown(before)[0])
  expect((await upload(fields, files)).text).toContain(PHOTOS_MESSAGES.saved)
  expect(await count()).toBe(changes + 1)
  const served = await new Browser().fetch(`/photos/${next}`)
  expect(await served.text()).not.toContain('Exif')
})

test.each<[string, Uint8Array<ArrayBuffer>, keyof typeof UNIT_PHOTO_MESSAGES]>([
  ['too large in bytes', jpegFile(1200, 900, { fill: 1_000_000 }), 'photo-size'],
  ['too large in pixels', jpegFile(4000, 3000), 'photo-pixels'],
  ['HTML', Uint8Array.from(ascii('<html><script>alert(1)</script>')), 'photo-type'],
])('[H14h] a photo that is %s is refused with words and changes nothing', async (_, bytes, problem) => {
  const before = imagesOf(await open())
  const refused = await add('tread', { photo: file(bytes) })
  expect(refused.text).toContain(UNIT_PHOTO_MESSAGES[problem])
  expect(imagesOf(refused.html)).toEqual(before)
})

test('[H14h] a photo as a phone takes it gets a page that says what to do and leads back', async () => {
  const form = new FormData()
  form.set('photo', file(jpegFile(4000, 3000, { fill: 11_000_000 })))
  const headers = { Referer: new URL(PAGE, 'https://shop.example').href }
  const answer = await yard.fetch(FORM, { method: 'POST', body: form, headers })
  const html = await answer.text()
  expect(answer.status).toBe(413)
  expect(textOf(html)).toContain(PHOTOS_TOO_LARGE)
  expect(html).toContain(`href="${PAGE}"`)
})

test('[H14h] a photo on its side stays turned, and a form without a file says so', async () => {
  const added = await add('tread', { photo: file(picture({ extra: orientationExif(6) })) })
  const served = await new Browser().fetch(`/photos/${imagesOf(added.html).at(-1)}`)
  expect(readJpeg(new Uint8Array(await served.arrayBuffer()))?.orientation).toBe(6)
  expect((await add('tread', {})).text).toContain(PHOTOS_MESSAGES.choose)
})

test('[H14h] of two people who arrange the same photos the second learns of it', async () => {
  const manager = await staffBrowser('manager')
  const [page, theirs] = await Promise.all([open(), open(PAGE, manager)])
  const image = imagesOf(page)[1] ?? ''
  await submit(yard, FORM, hiddenFields(page, { action: 'move', image, move: 'first' }))
  const late = await submit(manager, FORM, hiddenFields(theirs, { action: 'move', image, move: 'later' }))
  expect(late.text).toContain('Someone changed this while you had the page open.')
  expect(imagesOf(late.html)[0]).toBe(image)
})

test('[H14h] the size of a photo is asked of a browser without script alone, which makes none smaller', async () => {
  const page = await open()
  expect(page).toMatch(/<noscript>[^<]*1,600 pixels and 1 MB\.<\/noscript>/)
  expect(page.replace(/<noscript>.*?<\/noscript>/g, '')).not.toContain('JavaScript')
})

test('[H14h] a person who may not take in tires sees no way to change photos', async () => {
  const books = await staffBrowser('books')
  expect((await books.fetch(PAGE)).status).toBe(403)
  expect(await open('/staff/units/TL-1001', books)).not.toContain(PAGE)
  expect(await open('/staff/units/TL-1001')).toContain(PAGE)
})
