/** The size help: its dialog by keyboard on a phone and a desktop, and its page without script. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { HELP_STEPS } from '../schema/catalog/sizes/size-help.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Where do I find my size?' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const opener = (page: Page) => page.getByRole('link', { name: 'Tire size help' })
const menu = (page: Page) => page.locator('details.menu > summary')

/** Opens the dialog by keyboard; on a phone the link is in the menu. */
async function openByKey(page: Page): Promise<void> {
  if (await menu(page).isVisible()) await menu(page).press('Enter')
  await opener(page).press('Enter')
  await dialog(page).waitFor()
}

/** Expects that the step is shown, its heading has the focus, and everything fits into the dialog. */
async function expectStep(page: Page, number: number): Promise<void> {
  const step = HELP_STEPS[number - 1]
  await expect.poll(() => focused(page)).toBe(`Step ${number} of 8: ${step?.title}`)
  const current = dialog(page).locator('.help-list [aria-current=step]')
  expect(await current.getAttribute('aria-label')).toBe(`${number}. ${step?.short}: ${step?.title}`)
  const over = await dialog(page).evaluate((box) => {
    const { left, right } = box.getBoundingClientRect()
    const outside = [...box.querySelectorAll('*')].filter((part) => {
      const { width, left: from, right: to } = part.getBoundingClientRect()
      return width > 0 && (from < left - 1 || to > right + 1) && !part.closest('.visually-hidden, svg')
    })
    const beside = [...box.querySelectorAll('.help-words > *')].filter((part) => {
      const { width, left: from } = part.getBoundingClientRect()
      return width > 0 && from !== part.parentElement?.getBoundingClientRect().left
    })
    return [...outside, ...beside].map(({ tagName, className }) => `${tagName}.${className}`)
  })
  expect(over, `step ${number} sticks out or stands beside its words`).toEqual([])
  await expectNoSidewaysScroll(page)
}

/** Moves from the heading to the field of the step, types the keys and continues. */
async function answer(page: Page, ...keys: string[]): Promise<void> {
  await page.keyboard.press('Tab')
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
}

test.each([
  ['phone', PHONE],
  ['desk', DESKTOP],
])('[B3] [B4] by keyboard through the eight steps on a %s, to the tires of the size', async (_, viewport) => {
  const page = await browser.newPage({ viewport })
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/delivery-information/`)
  await openByKey(page)
  await dialog(page).getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await expectStep(page, 2)
  await answer(page, 'Space')
  await expectStep(page, 3)

  await answer(page, '2', '2')
  const width = dialog(page).getByLabel('Width on your tire')
  const message = dialog(page).getByText('The width is a whole number from 100 to 455, such as 225.')
  await message.waitFor()
  await expect.poll(() => width.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await width.getAttribute('aria-invalid')).toBe('true')
  if (viewport === PHONE) await expectAccessible(page)
  await page.keyboard.type('5')
  expect(await message.count()).toBe(0)
  expect(await dialog(page).getByRole('status').first().textContent()).toBe('225 mm, or 8.9 in across.')
  await page.keyboard.press('Enter')

  await expectStep(page, 4)
  await answer(page, '4', '5')
  await expectStep(page, 5)
  await answer(page)
  await expectStep(page, 6)
  await answer(page, '1', '7')
  await expectStep(page, 7)
  await dialog(page).getByRole('link', { name: 'Show 225/45R17 tires' }).waitFor()
  await answer(page, '9', '4')
  await expectStep(page, 8)
  expect(await dialog(page).locator('.help-size').textContent()).toBe('P225/45R17 94_')
  if (viewport === DESKTOP) await expectAccessible(page)

  await dialog(page)
    .getByText(/^[1-9][\d,]* in stock$/)
    .waitFor()
  await answer(page, 'w')
  await page.waitForURL(`${shopUrl}/t/s/225-45r17`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('225/45R17')
  expect(await page.locator('[data-swap=head] p').first().textContent()).toMatch(/^[1-9][\d,]* tires/)
  expect(errors).toEqual([])
})

test('[B3] a whole size is split into its parts, an invalid one is reported, and the dialog stores the input', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/delivery-information/`)
  await openByKey(page)
  const whole = dialog(page).getByLabel('If you can read it all, type it here')
  await whole.fill('seventeen')
  await whole.press('Enter')
  await dialog(page)
    .getByText('A size looks like 225/45R17 94W. Leave this empty to read it step by step.')
    .waitFor()
  await whole.fill('lt265/70r17 121/118S')
  await whole.press('Enter')
  await expectStep(page, 8)
  expect(await dialog(page).locator('.help-size').textContent()).toBe('LT265/70R17 121S')
  await page.keyboard.press('ArrowLeft')
  await expectStep(page, 7)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu(page).evaluate((link) => link === document.activeElement)).toBe(true)
  await openByKey(page)
  await dialog(page).getByRole('link', { name: 'Show LT265/70R17 tires' }).waitFor()
})

test('[B3] on its own page the help begins at the step in the address', async () => {
  const page = await browser.newPage()
  await page.goto(`${shopUrl}/sizes/#help-load-index`)
  await page.locator('#help [aria-current=step]').waitFor()
  const headings = page.locator('#help').getByRole('heading', { level: 3 })
  expect(await headings.allTextContents()).toEqual(['Step 7 of 8: Load index'])
  await expect
    .poll(() => headings.evaluate((heading) => heading.getBoundingClientRect().top < innerHeight))
    .toBe(true)
})

test('[B3] without script all eight steps are below each other, and their form leads to the size', async () => {
  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/delivery-information/`)
  await menu(page).click()
  await opener(page).click()
  // Waits until the whole page is loaded: a click returns as soon as the navigation begins.
  await page.waitForURL(`${shopUrl}/sizes/#help`)
  const headings = page.locator('#help').getByRole('heading', { level: 3 })
  expect(await headings.allTextContents()).toEqual(
    HELP_STEPS.map(({ title }, index) => `Step ${index + 1} of 8: ${title}`),
  )
  expect(await page.locator('#help svg[role=img]').count()).toBeGreaterThan(8)
  await expectNoSidewaysScroll(page)
  const form = page.getByRole('form', { name: 'Your size' })
  await form.getByLabel('Width').fill('225')
  await form.getByLabel('Aspect ratio').fill('45')
  await form.getByLabel('Wheel diameter').fill('17')
  await form.getByRole('button', { name: 'Show tires in this size' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('225/45R17')
})
