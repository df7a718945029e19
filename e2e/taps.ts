/**
 * Counts what a shopper does on a page: taps, filled fields and typed characters. A journey that promises a number of
 * taps does every act by the counter and checks the sums at its end:
 *
 *     const hand = countTaps(page)
 *     await hand.tap(page.getByRole('link', { name: 'Cart' }))
 *     await hand.fill(page.getByLabel('ZIP code'), '60622')
 *     expect(hand.taps).toBeLessThanOrEqual(2)
 *     expect(hand.typed).toBe(5)
 */
import type { Locator, Page } from 'playwright-core'

export interface TapCounter {
  /** Taps so far: links, buttons, boxes, and two for each choice of a list (open, choose). */
  readonly taps: number
  /** Fields that were typed into; a field that is corrected counts again. */
  readonly fields: number
  /** Typed characters. */
  readonly typed: number
  /** One line for each act, for the message of a failed expectation. */
  readonly acts: readonly string[]
  /** Presses a link, a button, a box or an option of a group: one tap. */
  tap(target: Locator): Promise<void>
  /** Presses a link or a button that loads another page, and waits for its document: one tap. */
  tapThrough(target: Locator): Promise<void>
  /** Types into a field: one field, as many characters as `text` has. */
  fill(target: Locator, text: string): Promise<void>
  /** Chooses an option of a native list: two taps. */
  choose(target: Locator, option: string | { label: string }): Promise<void>
  /** Chooses files: two taps, as many as a phone's own picker needs for one file (open, choose). */
  attach(target: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void>
  /** Opens an address that the shopper tapped elsewhere, such as a link in an email: one tap. */
  open(url: string): Promise<void>
}

/** Returns a counter for one shopper's page, with all sums at 0. */
export function countTaps(page: Page): TapCounter {
  const sums = { taps: 0, fields: 0, typed: 0 }
  const acts: string[] = []
  const note = (act: string, target: unknown, added: Partial<typeof sums>) => {
    sums.taps += added.taps ?? 0
    sums.fields += added.fields ?? 0
    sums.typed += added.typed ?? 0
    acts.push(`${act} ${String(target)}`)
  }
  return {
    get taps() {
      return sums.taps
    },
    get fields() {
      return sums.fields
    },
    get typed() {
      return sums.typed
    },
    acts,
    async tap(target) {
      await target.click()
      note('tap', target, { taps: 1 })
    },
    async tapThrough(target) {
      // A page without script runs no timers, so the next document is the only sign of an answer.
      const answered = page.waitForEvent('domcontentloaded')
      await target.click()
      await answered
      note('tap', target, { taps: 1 })
    },
    async fill(target, text) {
      await target.fill(text)
      note('fill', target, { fields: 1, typed: text.length })
    },
    async choose(target, option) {
      await target.selectOption(option)
      note('choose', target, { taps: 2 })
    },
    async attach(target, files) {
      await target.setInputFiles(files)
      note('attach', target, { taps: 2 })
    },
    async open(url) {
      await page.goto(url)
      note('open', new URL(url).pathname, { taps: 1 })
    },
  }
}
