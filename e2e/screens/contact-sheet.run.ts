/** Takes a picture of every state in `screen-states.ts` at both widths and writes the contact sheet; see `npm run screens`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESKTOP, openBrowser, renderAll } from '../browser.ts'
import { type Picture, sheetHtml } from './contact-sheet.ts'
import { SCREEN_STATES, type ScreenState } from './screen-states.ts'

const browser = openBrowser()
const folder = resolve(process.env.SCREENS_TO || 'screens')
const only = process.env.SCREENS_ONLY ?? ''

const SIZES = [{ width: 360, height: 780 }, DESKTOP]

/** Pixels; the rest of a long page is left out. */
const MAX_HEIGHT = 1_800

/** States on one picture of the sheet. */
const PER_PICTURE = 6

/** Milliseconds for all pictures on a busy machine. */
const TIMEOUT_MS = 1_800_000

test(
  'the contact sheet shows every state of the screens',
  async () => {
    const states = SCREEN_STATES.filter(({ name, group }) => `${group}/${name}`.includes(only))
    expect(states.length, `states whose name contains "${only}"`).toBeGreaterThan(0)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const pictures: Picture[] = []
    const failed: string[] = []
    const jobs = states.flatMap((state) => SIZES.map((size) => ({ state, size })))
    const total = jobs.length
    const work = async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) {
        const title = `${job.state.name} at ${job.size.width} px`
        process.stdout.write(`${total - jobs.length} of ${total}: ${title}\n`)
        await takePicture(job.state, job.size)
          .then((picture) => pictures.push(picture))
          .catch((error: Error) => failed.push(`${title}: ${error.message}`))
      }
    }
    await Promise.all([work(), work()])
    await writeSheets(states, pictures)
    process.stdout.write(`${pathToFileURL(join(folder, 'index.html'))}\n`)
    expect(failed).toEqual([])
  },
  TIMEOUT_MS,
)

async function takePicture(state: ScreenState, size: { width: number; height: number }): Promise<Picture> {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce' })
  try {
    await state.open(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(renderAll)
    await page.evaluate(goToTop)
    await page.waitForLoadState('networkidle')
    const file = `${state.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}-${size.width}.png`
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const shown = Math.min(Math.max(height, size.height), MAX_HEIGHT)
    await page.screenshot({
      path: join(folder, file),
      fullPage: true,
      clip: { x: 0, y: 0, width: size.width, height: shown },
    })
    return { state: state.name, file, width: size.width, height: shown, fold: size.height }
  } finally {
    await page.context().close()
  }
}

/** Runs in the page: goes to its top and loads its pictures. */
function goToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' })
  for (const image of document.images) image.loading = 'eager'
}

/** Writes the sheet for a browser, and pictures of a few states each to look at without one. */
async function writeSheets(states: readonly ScreenState[], pictures: readonly Picture[]): Promise<void> {
  const groups = [...new Set(states.map(({ group }) => group))].map((name) => ({
    name,
    states: states.filter(({ group }) => group === name).map((state) => state.name),
  }))
  writeFileSync(join(folder, 'index.html'), sheetHtml(groups, pictures))
  const parts = groups.flatMap(({ name, states: all }) =>
    Array.from({ length: Math.ceil(all.length / PER_PICTURE) }, (_, nth) => ({
      name: `${name} ${nth + 1}`,
      states: all.slice(nth * PER_PICTURE, (nth + 1) * PER_PICTURE),
    })),
  )
  const page = await browser.newPage({ viewport: { width: 1_600, height: 900 } })
  for (const part of parts) {
    const html = join(folder, 'part.html')
    writeFileSync(html, sheetHtml([part], pictures))
    await openFile(page, html)
    const name = part.name.toLowerCase().replaceAll(' ', '-')
    await page.screenshot({ path: join(folder, `sheet-${name}.png`), fullPage: true })
    rmSync(html)
  }
  await page.context().close()
}

async function openFile(page: Page, path: string): Promise<void> {
  await page.goto(pathToFileURL(path).href)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
}
