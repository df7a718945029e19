/** The back office takes in tires: at a phone with one hand, at a desk with a keyboard, and without reception (H14). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectDarkContrast,
  expectNoSidewaysScroll,
  openBrowser,
} from './browser.ts'
import { button, chooseTire, FAKE_CAMERA, measure, PHOTO_SLOTS, takePhotos, typeDot } from './intake-steps.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser(FAKE_CAMERA)
let shop: StaffShop
const PHONE = { width: 360, height: 640 }

beforeAll(async () => {
  shop = await startStaffShop()
  await shop.query("INSERT INTO bin (code, walk) VALUES ('A-12-3', 1)")
})
afterAll(() => shop.stop())

async function openIntake(options: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true, ...options })
  await shop.signIn(page, 'yard')
  await page.goto(`${shop.url}/staff/intake/`)
  await page.getByRole('group', { name: 'Width' }).getByRole('button').first().waitFor()
  return page
}

/** Returns the targets of the page that are smaller than 48 px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, a[href], input, select, label.button)')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 47.5)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
  )
}

test('[H14] a tire is taken in with 24 taps, one more like it with 13, and is on sale', async () => {
  const page = await openIntake()
  const errors = collectErrors(page)
  const hand = countTaps(page)
  const small: string[] = []
  const look = async () => small.push(...(await smallTargets(page)))
  await look()
  await chooseTire(page, hand)
  await look()
  await measure(page, hand, [7, 7, 8, 7])
  await look()
  await typeDot(page, hand, '2322')
  await look()
  await hand.tap(button(page, 'Nothing wrong'))
  await button(page, 'Take the photo: Tread').waitFor()
  await look()
  await takePhotos(page, hand)
  await page.getByRole('button', { name: /^Put on sale, \$/ }).waitFor()
  await look()
  await hand.tap(button(page, /^Put on sale/))
  await page.getByText('On sale', { exact: true }).waitFor()
  await look()
  expect(hand.typed, hand.acts.join('\n')).toBe(0)
  expect(hand.taps, hand.acts.join('\n')).toBeLessThanOrEqual(24)
  expect(small).toEqual([])

  const sku = (await page.locator('.intake-finish h2').textContent()) ?? ''
  const href = (await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')) ?? ''
  await expect.poll(async () => (await page.request.get(`${shop.url}${href}`)).status()).toBe(200)
  const product = await (await page.request.get(`${shop.url}${href}`)).text()
  const list = /href="(\/t\/s\/[^"?]+)"/.exec(product)?.[1]
  await expect
    .poll(async () => (await page.request.get(`${shop.url}${list}?sort=newest`)).text())
    .toContain(sku)

  const next = countTaps(page)
  await next.tap(button(page, 'One more like it'))
  await measure(page, next, [6, 6, 6, 6])
  await next.tap(button(page, 'Same: 2322'))
  await takePhotos(page, next)
  await next.tap(button(page, /^Put on sale, \$/))
  await page.getByText('On sale', { exact: true }).waitFor()
  expect(next.taps, next.acts.join('\n')).toBeLessThanOrEqual(13)
  expect(await page.locator('.intake-finish h2').textContent()).not.toBe(sku)
  expect(errors).toEqual([])
})

test('[H14] without reception nothing is lost: a tire waits on the phone, over a reload, and is sent by itself', async () => {
  const page = await openIntake({ serviceWorkers: 'allow' })
  const hand = countTaps(page)
  await chooseTire(page, hand)
  await page.waitForFunction(async () => (await caches.match('/staff/intake/')) !== undefined)
  // A worker that is still being activated could be stopped by the browser before it answers a reload.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.context().setOffline(true)
  await measure(page, hand, [5, 5])
  await hand.tap(button(page, '.5 more'))
  await measure(page, hand, [5.5, 5])
  await typeDot(page, hand, '2421')
  await hand.tap(button(page, 'Nothing wrong'))
  await takePhotos(page, hand)
  await page.getByLabel('Price in dollars').fill('34')
  await page.getByLabel('Price in dollars').press('Enter')
  await hand.tap(button(page, /^Put on sale, \$34/))
  await page.getByText('Waits for the shop').waitFor()
  const sku = await page.locator('.intake-finish h2').textContent()
  expect(sku).toMatch(/^TL-\d+$/)
  await page.getByText('1 waits').waitFor()
  const printed = await printOffline(page)

  await page.reload()
  await page.getByText('No reception. 1 waits.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'On sale' }).waitFor()
  const href = await page.getByRole('link', { name: 'On sale' }).getAttribute('href')
  expect((await page.request.get(`${shop.url}${href}`)).status()).toBe(200)
  expect(await (await page.request.get(`${shop.url}${href}`)).text()).toContain(sku)
  // The server makes the same label, mark by mark.
  await page.goto(`${shop.url}/staff/labels/?units=${sku}&paper=2x1`)
  expect(await page.locator('.label-list svg.label').innerHTML()).toBe(printed)
})

/** Prints the label of the tire that waits, on one paper of its size, and returns its picture. */
async function printOffline(page: Page): Promise<string> {
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print label' }).click()
  await page.locator('html[data-printed]').waitFor({ state: 'attached' })
  const picture = await page.locator('.offline-label svg').innerHTML()
  // Once it is printed, the label leaves the page.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/MediaBox\s*\[[^\]]+\]/g)).toEqual(['/MediaBox [0 0 144 72]'])
  await page.locator('.offline-label').waitFor({ state: 'detached' })
  return picture
}

test('[H14d] on a phone, the plain page leads to the step-by-step page with a large button', async () => {
  const page = await openIntake()
  await page.goto(`${shop.url}/staff/intake/form`)
  const steps = page.getByRole('link', { name: 'Use the step-by-step page' })
  expect((await steps.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  expect(await page.locator('main').innerText()).not.toContain('JavaScript')
})

test('[H14] brands are offered in one order: before the shop answers for a size, only those that fit a typed text', async () => {
  const page = await openIntake()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/intake/choices?*', async (route) => {
    await answered
    await route.continue()
  })
  for (const group of ['Width', 'Aspect ratio', 'Rim'])
    await page.getByRole('group', { name: group }).getByRole('button').first().click()
  const brands = page.getByRole('group', { name: 'Brand' }).getByRole('button')
  const field = page.getByRole('textbox', { name: 'Brand', exact: true })
  await field.fill('h')
  await brands.first().waitFor()
  await field.fill('')
  expect(await brands.count()).toBe(0)
  answer()
  await brands.nth(1).waitFor()
})

test('[H14] what is typed wrong is said where the person sees it, without a contradiction', async () => {
  const page = await openIntake()
  const hand = countTaps(page)
  await page.getByLabel('As on the sidewall').fill('banana')
  await page.getByLabel('As on the sidewall').press('Enter')
  const problem = page.getByText('We can’t read this size.')
  await problem.waitFor()
  const bar = await page.getByRole('link', { name: 'Take in' }).boundingBox()
  await expect
    .poll(async () => {
      const box = await problem.boundingBox()
      return box !== null && bar !== null && box.y + box.height <= bar.y
    })
    .toBe(true)
  await page.getByLabel('As on the sidewall').fill('225/45R17 94W')
  await page.getByLabel('As on the sidewall').press('Enter')
  for (const group of ['Brand', 'Model'])
    await hand.tap(page.getByRole('group', { name: group }).getByRole('button').first())
  await page.getByLabel('Type them with spaces').fill('7 x')
  await page.getByText('Numbers from 0 to 40 with spaces between').waitFor()
  await page.getByLabel('Type them with spaces').fill('7 7 7 7')
  await page.getByLabel('Type them with spaces').press('Enter')
  await typeDot(page, hand, '5230')
  await page.getByText('Made before 2011, or typed wrong').waitFor()
  expect(await page.getByText('Made week').count()).toBe(0)
})

test('[H14] a groove below the limit ends in scrap with its reason and one photo', async () => {
  const page = await openIntake()
  const hand = countTaps(page)
  await chooseTire(page, hand)
  await measure(page, hand, [7, 7, 1, 7])
  await page.getByText('Tread below 2/32 in').waitFor()
  await hand.tap(button(page, 'Scrap it'))
  await page.getByText('Take one photo of it.').waitFor()
  await takePhotos(page, hand, ['Tread'])
  await page.getByText('Must not be sold.').waitFor()
  await hand.tap(button(page, 'Scrap it'))
  await page.getByText('Scrapped and counted').waitFor()
})

test('[H14] a tire that looks like one that was just taken in is asked about', async () => {
  const page = await openIntake()
  const hand = countTaps(page)
  const takeIn = async () => {
    await chooseTire(page, hand)
    await measure(page, hand, [9, 9, 9, 9])
    await typeDot(page, hand, '1823')
  }
  await takeIn()
  await hand.tap(button(page, 'Nothing wrong'))
  await takePhotos(page, hand)
  await hand.tap(button(page, /^Put on sale, \$/))
  await page.getByText('On sale', { exact: true }).waitFor()
  const sku = (await page.locator('.intake-finish h2').textContent()) ?? ''
  await hand.tap(button(page, 'Next tire'))
  await takeIn()
  const question = page.getByRole('region', { name: `Looks like ${sku}` })
  await question.getByText(/just now|minute/).waitFor()
  const href = await question.getByRole('link', { name: /^Open TL-/ }).getAttribute('href')
  expect((await page.request.get(`${shop.url}${href}`)).status()).toBe(200)
  await hand.tap(question.getByRole('button', { name: 'It’s another tire' }))
  await question.waitFor({ state: 'detached' })
})

/** A JPEG with EXIF: turned by 90 degrees, with the place where it was taken. */
function exifSegment(): Buffer {
  const tiff = Buffer.from(
    '4d4d002a00000008' +
      '0002' +
      '0112000300000001' +
      '00060000' +
      '8825000400000001' +
      '00000026' +
      '00000000' +
      '0001' +
      '0001000200000002' +
      '4e000000' +
      '00000000',
    'hex',
  )
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

test('[H14] a photo from a file is turned upright, made small and sent without EXIF; other files are refused with words', async () => {
  const page = await openIntake()
  await button(page, /^Photos/).click()
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4_000, 3_000)
    const context = canvas.getContext('2d')
    if (!context) return []
    for (let index = 0; index < 400; index++) {
      context.fillStyle = `hsl(${index * 7}, 60%, ${index % 90}%)`
      context.fillRect((index * 577) % 4_000, (index * 331) % 3_000, 300, 200)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
  })
  const plain = Buffer.from(bytes)
  const photo = Buffer.concat([plain.subarray(0, 2), exifSegment(), plain.subarray(2)])
  const input = page.getByLabel('Photo from a file: Tread')
  await input.setInputFiles({
    name: 'tire.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic'),
  })
  await page.getByText('This browser can’t open HEIC photos.').waitFor()
  await input.setInputFiles({ name: 'tire.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') })
  await page.getByText('This file isn’t a photo.').waitFor()
  await input.setInputFiles({ name: 'tire.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Tread: sent, take it again' }).waitFor()
  const files = await page.evaluate(readStoredPictures)
  expect(files).toEqual([
    { width: 1_200, height: 1_600, hasExif: false, isSmall: true },
    { width: 360, height: 480, hasExif: false, isSmall: true },
  ])
})

/** Runs in the page: reads the files that this phone sends, the large one first. */
async function readStoredPictures() {
  const pictures = await new Promise<Blob[]>((resolve, reject) => {
    const opening = indexedDB.open('staff-intake')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('pictures').objectStore('pictures').getAll()
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    }
  })
  const files = await Promise.all(
    pictures.map(async (picture) => {
      const { width, height } = await createImageBitmap(picture)
      const bytes = new TextDecoder('latin1').decode(await picture.arrayBuffer())
      return { width, height, hasExif: bytes.includes('Exif'), isSmall: picture.size < 1_000_000 }
    }),
  )
  return files.sort((one, other) => other.width - one.width)
}

test('[H14] at a desk a tire is taken in by the keyboard alone', async () => {
  const page = await openIntake({ viewport: DESKTOP, hasTouch: false })
  const known = await page.evaluate(async () => {
    const read = async (query: string) =>
      (await (await fetch(`/api/ext/staff/intake/choices${query}`)).json()).result
    const { sizes } = await read('')
    const { models } = await read(`?marking=${encodeURIComponent(sizes[0].size)}`)
    return {
      size: sizes[0].size as string,
      brand: models[0].brand as string,
      model: models[0].model as string,
    }
  })
  const type = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('As on the sidewall').focus()
  await type(known.size)
  await type(known.brand)
  await type(known.model)
  await page.getByLabel('Type them with spaces').and(page.locator(':focus')).waitFor()
  await type('7 7.5 7 6')
  await page.getByLabel('Type it').and(page.locator(':focus')).waitFor()
  await type('2322')
  await page.keyboard.press('Enter')
  for (const slot of PHOTO_SLOTS) {
    await button(page, `Take the photo: ${slot}`).waitFor()
    await expect.poll(() => button(page, `Take the photo: ${slot}`).isEnabled()).toBe(true)
    await page.keyboard.press('F2')
  }
  await page.getByLabel('Price in dollars').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /^Put on sale/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('On sale', { exact: true }).waitFor()
})

test.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
] as const)('[H14] intake on %s is accessible in each block, light and dark', async (_, viewport) => {
  const page = await openIntake({ viewport })
  const hand = countTaps(page)
  const look = async () => {
    await expectAccessible(page)
    await expectDarkContrast(page)
    await expectNoSidewaysScroll(page)
  }
  await look()
  await chooseTire(page, hand)
  await look()
  await measure(page, hand, [3, 7, 8, 7])
  await look()
  await typeDot(page, hand, '5422')
  await page.getByText('A week is 01 to 53.').waitFor()
  await look()
  await typeDot(page, hand, '2322')
  await hand.tap(button(page, 'Plug-patch in the crown'))
  await hand.tap(button(page, '5 millimeters'))
  await look()
  await hand.tap(button(page, 'Next'))
  await look()
  await takePhotos(page, hand)
  await page.getByRole('button', { name: /^Put on sale, \$/ }).waitFor()
  await look()
  await hand.tap(button(page, /^Put on sale, \$/))
  await page.getByText('On sale', { exact: true }).waitFor()
  await look()
})

test('[H14] strangers find no intake page, and pages of the shop load no script of staff', async () => {
  const page = await browser.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  expect((await page.goto(`${shop.url}/staff/intake/`))?.status()).toBe(404)
  await page.goto(shop.url)
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /staff/.test(path) && path !== '/staff/intake/')).toEqual([])
  expect(loaded.some((path) => path.startsWith('/assets/'))).toBe(true)
})
