/** Every kind of page, on a phone and on a desktop: accessible, complete, and without console errors. */
import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  collectErrors,
  expectAccessible,
  expectNoSidewaysScroll,
  expectWholePage,
  openBrowser,
} from './browser.ts'
import { DIALOGS, type DialogKind, NO_DIALOGS_OF_THEIR_OWN, sizeOf } from './dialogs.ts'
import { pageKinds } from './page-kinds.ts'
import { shopUrl } from './shop.ts'
import { untilIdle } from './steps.ts'

const browser = openBrowser()

/** Milliseconds for more than fifty pages on a busy machine; an idle one needs a tenth. */
const TIMEOUT_MS = 900_000

test(
  '[H6] [B9] [A11] [audit D12] every kind of page is accessible, fits every width, and violates no rule of its policy',
  async () => {
    const waiting = await pageKinds(shopUrl)
    const faults: string[] = []
    /** Opens pages in one tab until none is left; a failing page does not hide the others. */
    const walk = async () => {
      const page = await browser.newPage()
      const errors = collectErrors(page)
      for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
        const answer = await page.goto(shopUrl + kind.path)
        const status = kind.status ?? 200
        if (answer?.status() !== status) faults.push(`${kind.path} answered ${answer?.status()}`)
        await expectWholePage(page).catch((error: Error) => faults.push(`${kind.name}: ${error.message}`))
        // The console also reports the status of a missing page.
        faults.push(
          ...errors.splice(0).filter((line) => status === 200 || !line.includes(`status of ${status}`)),
        )
      }
    }
    await Promise.all([walk(), walk()])
    expect(faults).toEqual([])
  },
  TIMEOUT_MS,
)

test('[A11] [H6] every dialog is listed here', () => {
  const makes = globSync('client/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .filter((file) => /<Dialog\b|<dialog\b|'dialog',|showModal\(/.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^client\//, ''))
    .filter((file) => !NO_DIALOGS_OF_THEIR_OWN.includes(file))
  expect(makes.filter((file) => !DIALOGS.some(({ module }) => module === file))).toEqual([])
})

test(
  '[A11] [H6] every dialog has a name, is accessible, holds the focus and returns it',
  async () => {
    const waiting = [...DIALOGS]
    const faults: string[] = []
    const walk = async () => {
      for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
        const page = await browser.newPage({ viewport: sizeOf(kind) })
        await tryDialog(page, kind).catch((error: Error) => faults.push(`${kind.module}: ${error.message}`))
        await page.context().close()
      }
    }
    await Promise.all([walk(), walk()])
    expect(faults).toEqual([])
  },
  TIMEOUT_MS,
)

async function tryDialog(page: Page, kind: DialogKind): Promise<void> {
  const opener = await kind.opener(page, shopUrl)
  const dialog = page.getByRole('dialog', { name: kind.name })
  await page.waitForLoadState('networkidle')
  await untilIdle(page)
  if (kind.open) await kind.open(opener, page)
  else await opener.press('Enter')
  await dialog.waitFor()
  const holdsFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(holdsFocus, { message: 'the focus is inside' }).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  if (kind.returnsFocus === false) return
  const isBack = () => opener.evaluate((element) => element === document.activeElement)
  await expect.poll(isBack, { message: 'the focus is back' }).toBe(true)
}
