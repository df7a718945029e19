/** Measures how long a person waits who takes in tires on a phone: a processor four times slower and a slow connection (H14). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import {
  button,
  chooseTire,
  FAKE_CAMERA,
  measure as measureTread,
  PHOTO_SLOTS,
  typeDot,
} from '../e2e/intake-steps.ts'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { inServedShop } from './served-shop.ts'
import { openOwnerPhone } from './staff-page.ts'

const SLOWDOWN = 4
/** Bytes per second of 1.6 Mbit/s down and 0.75 Mbit/s up, and the milliseconds until an answer begins. */
const CONNECTION = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }
const CONDITIONS = `a phone with a processor ${SLOWDOWN} times slower, 0.75 Mbit/s up, 150 ms`
const TIRES = 9
const ROUNDS = 3
const MACHINE_MS = 3_000
const SHUTTER_MS = 700
const UPLOAD_MS = 15_000
const RESIZE_MS = 1_000
const MEMORY_MB = 150

export async function measureIntake(log: (line: string) => void): Promise<BenchReport> {
  const found = findBrowser({ install: false })
  if (!found.ok) throw new Error(found.problem)
  return inServedShop(log, async ({ url, miniflare }) => {
    const db = (await miniflare.getD1Database('DB', 'treadline')) as unknown as D1Database
    const browser = await chromium.launch({
      executablePath: found.path,
      args: [...BROWSER_FLAGS, ...FAKE_CAMERA],
    })
    const open = async () => {
      const page = await openOwnerPhone(browser, url, db)
      await page.goto(`${url}/staff/intake/`)
      await firstWidth(page).waitFor()
      return page
    }
    try {
      return [...(await measureTires(await open())), ...(await measurePhotos(browser, open))]
    } finally {
      await browser.close()
    }
  })
}

const firstWidth = (page: Page) => page.getByRole('group', { name: 'Width' }).getByRole('button').first()

/** Makes the page's processor and connection as slow as those of a phone. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', CONNECTION)
}

/** A hand that needs no time: each act follows as soon as its button is there and works. */
function newHand() {
  const hand = {
    taps: 0,
    async tap(target: Locator): Promise<void> {
      hand.taps += 1
      await target.and(target.page().locator(':enabled')).dispatchEvent('click')
    },
  }
  return hand
}

/** Returns the milliseconds of an act without any effect, which are those of the driver of the browser. */
async function driverMs(page: Page): Promise<number> {
  const times: number[] = []
  for (let act = 0; act < 30; act += 1) {
    const began = performance.now()
    await firstWidth(page).and(page.locator(':enabled')).dispatchEvent('nothing')
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}

async function measureTires(page: Page): Promise<Goal[]> {
  await slowDown(page)
  const driver = await driverMs(page)
  const [tires, shutters]: [number[], number[]] = [[], []]
  for (let tire = 0; tire < TIRES; tire += 1) {
    const began = performance.now()
    const hand = newHand()
    await chooseTire(page, hand)
    await measureTread(page, hand, [7, 7, 8, 7])
    await typeDot(page, hand, `${10 + tire}22`)
    await hand.tap(button(page, 'Nothing wrong'))
    for (const slot of PHOTO_SLOTS) {
      const pressed = performance.now()
      await hand.tap(button(page, `Take the photo: ${slot}`))
      if (slot !== PHOTO_SLOTS[0]) shutters.push(performance.now() - pressed)
    }
    await hand.tap(button(page, /^Put on sale, \$/))
    await page.locator('.intake-finish h2').waitFor()
    tires.push(performance.now() - began - hand.taps * driver)
    await page.locator('.intake-state', { hasText: 'On sale' }).waitFor()
    await hand.tap(button(page, 'Next tire'))
    await firstWidth(page).waitFor()
  }
  await page.context().close()
  return [
    toGoal('taking in a tire without the time of a hand', quantile(tires, 0.5), {
      max: MACHINE_MS,
      probe: `${CONDITIONS}, median of ${TIRES}, without the ${Math.round(driver)} ms of each act in which only the driver of the browser works`,
      reason:
        '23 taps, each with the work of a page on a slow processor, the start of the camera and the answer with the price',
    }),
    toGoal('one photo after another', quantile(shutters, 0.95), {
      max: SHUTTER_MS,
      probe: `${CONDITIONS}, 95th percentile of ${shutters.length}`,
    }),
  ]
}

/** Runs in the page: makes a JPEG photo of a size, with fine detail as a real one has, and returns it in base 64. */
const DRAW_PHOTO = `async ([width, height]) => {
  const part = new OffscreenCanvas(1024, 1024)
  const brush = part.getContext('2d')
  const pixels = brush.createImageData(1024, 1024)
  let random = 1
  for (let index = 0; index < pixels.data.length; index++) {
    random = (random * 48271) % 2147483647
    pixels.data[index] = index % 4 === 3 ? 255 : 70 + 40 * Math.sin(index / 9000) + (random % 60)
  }
  brush.putImageData(pixels, 0, 0)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let x = 0; x < width; x += 2048)
    for (let y = 0; y < height; y += 2048) context.drawImage(part, x, y, 2048, 2048)
  // The page refuses a picture of one color.
  const light = context.createLinearGradient(0, 0, width, height)
  light.addColorStop(0, '#444')
  light.addColorStop(1, '#fff')
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = light
  context.fillRect(0, 0, width, height)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  let binary = ''
  for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}`

/** Returns the path of a photo, which the browser reads itself: a file that is handed to the page would count as its memory. */
async function photo(page: Page, folder: string, size: readonly [number, number]): Promise<string> {
  const text = await page.evaluate<string>(`(${DRAW_PHOTO})(${JSON.stringify(size)})`)
  const path = join(folder, `${size[0]}.jpg`)
  writeFileSync(path, Buffer.from(text, 'base64'))
  return path
}

/** Runs in the page: starts to measure the milliseconds from the choice of a file until its picture is shown. */
const TIME_NEXT_FILE = `void (window.shown = new Promise((resolve, reject) =>
  addEventListener('change', ({ timeStamp }) => {
    setTimeout(() => reject(new Error('no picture is shown')), 30000)
    const look = () => document.querySelector('.intake-slots img')
      ? resolve(performance.now() - timeStamp) : requestAnimationFrame(look)
    look()
  }, { once: true, capture: true })))`

async function measurePhotos(browser: Browser, open: () => Promise<Page>): Promise<Goal[]> {
  const studio = await open()
  const folder = mkdtempSync(join(tmpdir(), 'treadline-photos-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const large = await photo(studio, folder, [8_000, 6_000])
  const usual = await photo(studio, folder, [4_000, 3_000])
  await studio.context().close()
  const [times, megabytes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await open()
    await button(page, /^Photos/).click()
    await page.evaluate(TIME_NEXT_FILE)
    const growth = await watchMemory(browser)
    await page.getByLabel('Photo from a file: Tread').setInputFiles(large)
    times.push(await page.evaluate<number>('window.shown'))
    megabytes.push(growth())
    await page.context().close()
  }
  const probe = `a processor at full speed, median of ${ROUNDS}`
  return [
    toGoal('two files of a photo of 48 megapixels', quantile(times, 0.5), { max: RESIZE_MS, probe }),
    toGoal('memory of the page while it makes them', Math.max(...megabytes), {
      ...{ max: MEMORY_MB, unit: 'MB', probe: `beside that before the photo, the most of ${ROUNDS}` },
      reason: 'a browser’s own decoder, the file and its canvases together',
    }),
    await measureUpload(await open(), usual),
  ]
}

async function measureUpload(page: Page, file: string): Promise<Goal> {
  await slowDown(page)
  await chooseTire(page, newHand())
  await button(page, /^Photos/).click()
  const began = performance.now()
  let bytes = 0
  page.on('requestfinished', async (request) => {
    if (/\/photos\//.test(request.url())) bytes += Number((await request.allHeaders())['content-length'] ?? 0)
  })
  for (const slot of PHOTO_SLOTS) await page.getByLabel(`Photo from a file: ${slot}`).setInputFiles(file)
  await page
    .locator('.intake-slots [aria-label*="sent"]')
    .nth(PHOTO_SLOTS.length - 1)
    .waitFor({ state: 'attached' })
  const took = performance.now() - began
  return toGoal('four photos sent', took, {
    max: UPLOAD_MS,
    probe: `${CONDITIONS}, ${Math.round(bytes / 1_000)} kB`,
  })
}

/** Returns the megabytes by which the largest page process has grown at its most since this call; Linux alone has them. */
async function watchMemory(browser: Browser): Promise<() => number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const read = (pid: number, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
    1_024
  // 5 sets the highest size of a process back to its present size.
  for (const pid of pages) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = new Map(pages.map((pid) => [pid, read(pid, 'VmRSS')]))
  return () => Math.max(...pages.map((pid) => read(pid, 'VmHWM') - (before.get(pid) ?? 0)))
}
