/** The finder in both modes, on a desktop and as a popup on a phone, with failures and without script. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { collectErrors, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

/** A car of the demo shop with other tires at the rear: 225/40R19 and 255/35R19. */
const STAGGERED = [
  ['Year', '2018'],
  ['Make', 'BMW'],
  ['Model', '3 Series'],
  ['Trim', '335i M Sport'],
] as const

async function answer(page: Page, fields: readonly (readonly [string, string])[]): Promise<void> {
  for (const [field, choice] of fields) {
    // A field can be set when its options are loaded.
    await page
      .getByLabel(field, { exact: true })
      .locator(`option:text-is("${choice}")`)
      .waitFor({ state: 'attached' })
    await page.getByLabel(field, { exact: true }).selectOption({ label: choice })
  }
}
const chosen = (page: Page) =>
  Promise.all(STAGGERED.map(([field]) => page.getByLabel(field, { exact: true }).inputValue()))

test('[B1] [B2] on a desktop, arrow keys lead to the car mode; a staggered car needs an axle, is found and saved', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl)
  // The focus hydrates the finder.
  await page.getByRole('tab', { name: 'By size' }).focus()
  await page.locator('[data-island=finder][data-awake]').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  const tab = page.getByRole('tab', { name: 'By car' })
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => tab.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Width').isVisible()).toBe(false)
  expect(
    await page
      .getByLabel('Year')
      .evaluate((list) => [...list.querySelectorAll('optgroup')].map((o) => o.label)),
  ).toEqual(['2020s', '2010s', '2000s'])

  await answer(page, STAGGERED)
  await page.getByRole('radio', { name: /^Front .*225\/40R19/ }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // A change of an earlier field clears the later ones.
  await page.getByLabel('Make').selectOption({ label: 'Audi' })
  await page.getByRole('button', { name: 'Choose the model' }).waitFor()
  expect(await chosen(page)).toEqual(['2018', 'audi', '', ''])
  expect(await page.getByRole('radio').count()).toBe(0)

  await answer(page, STAGGERED.slice(1))
  await page.getByRole('radio', { name: /^Rear .*255\/35R19/ }).check()
  await page.getByRole('button', { name: /^Show [\d,]+ tires in stock/ }).click()
  await page.waitForURL(`${shopUrl}/t/s/255-35r19`)
  await page.getByRole('link', { name: '2018 BMW 3 Series 335i M Sport' }).waitFor()

  // Another tab has the saved car.
  const other = await page.context().newPage()
  await other.goto(`${shopUrl}/t/car`)
  await other.getByLabel('Year', { exact: true }).focus()
  await expect.poll(() => chosen(other)).toEqual(['2018', 'bmw', '3-series', '335i-m-sport'])
  expect(errors).toEqual([])
})

test('[B1] on a phone the finder is a popup: it holds the focus, Escape and Back close it, Back from the list restores it', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const errors = collectErrors(page)
  const dialog = page.getByRole('dialog', { name: 'Find your tires' })
  await page.goto(shopUrl)
  expect(await page.getByLabel('Width').isVisible()).toBe(false)
  const opener = page.getByRole('link', { name: /Find by size$/ })
  await opener.click()
  await dialog.waitFor()
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: PHONE.width, height: PHONE.height })
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  // Its history entry is left, too.
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull()

  await opener.click()
  await page.getByLabel('Width').selectOption('205')
  await page.getByRole('tab', { name: 'By car' }).click()
  await answer(page, STAGGERED)
  const rear = page.getByRole('radio', { name: /^Rear / })
  await rear.check()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^Show / }).click()
  await page.waitForURL(`${shopUrl}/t/s/255-35r19`)

  await page.goBack()
  await rear.waitFor()
  expect(await dialog.isVisible()).toBe(true)
  expect(await chosen(page)).toEqual(['2018', 'bmw', '3-series', '335i-m-sport'])
  expect(await rear.isChecked()).toBe(true)
  await page.getByRole('tab', { name: 'By size' }).click()
  expect(await page.getByLabel('Width').inputValue()).toBe('205')
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  expect(page.url()).toBe(`${shopUrl}/`)
  expect(errors).toEqual([])
})

test('[B1] [H2] the finder reports a lost connection and continues when it is back; a failure can be retried', async () => {
  const page = await browser.newPage()
  await page.goto(shopUrl)
  await page.getByRole('tab', { name: 'By car' }).click()
  await page.getByLabel('Year').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Year').selectOption('2018')
  const warning = page.getByRole('alert').filter({ hasText: 'No products synchronized for this category.' })
  await expect.poll(() => warning.textContent()).toContain('There is no Internet connection')
  await page.context().setOffline(false)
  await answer(page, STAGGERED.slice(1, 2))
  expect(await warning.count()).toBe(0)

  await page.route('**/api/ext/cars?*', (route) => route.fulfill({ status: 500, body: 'oh' }), { times: 1 })
  await page.getByLabel('Make').selectOption({ label: 'Audi' })
  await warning.getByRole('button', { name: 'Try again' }).click()
  await answer(page, [['Model', 'A4']])
  expect(await warning.count()).toBe(0)
})

test('[B1] [H2] without script both modes work: a form for the size, links for the car', async () => {
  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  await page.goto(shopUrl)
  expect(await page.getByLabel('Width').isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: /Find by/ }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'BMW', exact: true }).click()
  expect(new URL(page.url()).pathname).toBe('/t/car/bmw')
})
