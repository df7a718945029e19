/** Steps of a person who takes in tires, by the labels that they see. */
import type { Locator, Page } from 'playwright-core'
import type { TapCounter } from './taps.ts'

/** Presses what a person would. */
export type Hand = Pick<TapCounter, 'tap'>

/** The photos of a tire, in the order of the page. */
export const PHOTO_SLOTS = ['Tread', 'Sidewall', 'DOT code', 'Worst spot'] as const

/** Flags with which Chromium has a camera that shows a test picture. */
export const FAKE_CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

const first = (page: Page, group: string) =>
  page.getByRole('group', { name: group }).getByRole('button').first()

/** Chooses the most frequent size and tire of the yard. */
export async function chooseTire(page: Page, hand: Hand): Promise<void> {
  for (const group of ['Width', 'Aspect ratio', 'Rim', 'Brand', 'Model']) await hand.tap(first(page, group))
}

/** Types the depth of each groove, in 32nds of an inch. */
export async function measure(page: Page, hand: Hand, depths: readonly number[]): Promise<void> {
  for (const depth of depths) await hand.tap(button(page, `${depth} thirty-seconds`))
}

/** Types week and year of the DOT code, `2322`. */
export async function typeDot(page: Page, hand: Hand, dot: string): Promise<void> {
  for (const digit of dot)
    await hand.tap(page.getByRole('group', { name: 'Week and year' }).getByText(digit, { exact: true }))
}

/** Takes the photos of these slots. The test picture is sometimes of one color, which the page asks to take again. */
export async function takePhotos(
  page: Page,
  hand: Hand,
  slots: readonly string[] = PHOTO_SLOTS,
): Promise<void> {
  const empty = page.getByText('The photo came out empty. Take it again.')
  for (const slot of slots) {
    const taken = page.locator(`.intake-slots [aria-label^="${slot}: "] img`)
    do {
      const refused = (await empty.isVisible()) ? await empty.elementHandle() : null
      await hand.tap(button(page, `Take the photo: ${slot}`))
      await refused?.waitForElementState('hidden')
      await taken.or(empty).first().waitFor({ state: 'attached' })
    } while ((await taken.count()) === 0)
  }
}
