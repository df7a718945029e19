/** Every kind of page, on a phone and on a desk: accessible, whole, and silent in the console. */
import { expect, inject, test } from 'vitest'
import { complaints, expectWholePage, openBrowser } from './browser.ts'
import { pageKinds } from './page-kinds.ts'

const shopUrl = inject('shopUrl')
const browser = openBrowser()

/** Milliseconds for more than fifty pages on a machine that does much else; alone it needs a tenth. */
const PATIENCE = 300_000

test(
  '[H6] [B9] [A11] every kind of page is accessible, fits a phone and a desk, and breaks no rule of its policy',
  async () => {
    const waiting = await pageKinds(shopUrl)
    const faults: string[] = []
    /** One tab, which takes the next page until none is left; a page at fault does not hide the others. */
    const walk = async () => {
      const page = await browser.newPage()
      const wrong = complaints(page)
      for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
        const answer = await page.goto(shopUrl + kind.path)
        const status = kind.status ?? 200
        if (answer?.status() !== status) faults.push(`${kind.path} answered ${answer?.status()}`)
        await expectWholePage(page).catch((error: Error) => faults.push(`${kind.name}: ${error.message}`))
        // The console repeats the status of a page that is not there.
        faults.push(
          ...wrong.splice(0).filter((line) => status === 200 || !line.includes(`status of ${status}`)),
        )
      }
    }
    await Promise.all([walk(), walk()])
    expect(faults).toEqual([])
  },
  PATIENCE,
)
