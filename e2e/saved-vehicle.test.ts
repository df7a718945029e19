/** The saved car: chosen on its landing, it marks fitting tires in every list and on every product page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { shopUrl } from './shop.ts'
import { untilIdle } from './steps.ts'

const browser = openBrowser()

/** Two trims of the demo shop: one needs four 225/45R17 91V, one 225/40R18 88W and 255/35R18 90W. */
const LANDING = '/t/car/lexus/is/2018'
const SQUARE = '2018 Lexus IS 250'
const STAGGERED = '2018 Lexus IS 350 F Sport'

const choose = (page: Page, car: string) =>
  page.getByRole('button', { name: new RegExp(`^This is my car ?: ${car}$`) })
const line = (page: Page) => page.locator('[data-my-car]')
const answer = (page: Page) => page.getByRole('region', { name: 'Your car' })

/** Returns the cards with their marks, such as `225/45R17 94W Fits your car`. */
function cards(page: Page): Promise<{ size: string; load: number; speed: string; mark: string | null }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.card')].map((card) => ({
      size: card.dataset.size ?? '',
      load: Number(card.dataset.load),
      speed: card.dataset.speed ?? '',
      mark: card.querySelector('.card-fits')?.textContent ?? null,
    })),
  )
}

/** Expects the mark on exactly the cards that fit the car with four equal tires, and both kinds of cards. */
async function expectMarked(page: Page): Promise<void> {
  const shown = await cards(page)
  for (const { size, load, speed, mark } of shown) {
    const fits = size === '225/45R17' && load >= 91 && /[VWY]/.test(speed)
    expect(mark, `${size} ${load}${speed}`).toBe(fits ? 'Fits your car' : null)
  }
  expect(new Set(shown.map(({ mark }) => mark)).size).toBe(2)
}

/** Returns the address of the first tire of a list that matches. */
async function tireOf(listing: string, matches: (load: number, speed: string) => boolean): Promise<string> {
  const html = await (await fetch(shopUrl + listing)).text()
  for (const card of html.split('<li class="card"').slice(1)) {
    const [, load, speed] = /data-load="(\d+)" data-speed="(\w)"/.exec(card) ?? []
    const href = /<a href="(\/p\/[^"]+)"/.exec(card)?.[1]
    if (href && speed && matches(Number(load), speed)) return href
  }
  throw new Error(`no such tire on ${listing}`)
}

/** Opens the page of a car's year and saves one of its trims. */
async function save(page: Page, car: string): Promise<void> {
  await page.goto(shopUrl + LANDING)
  await choose(page, car).click()
  await expect.poll(() => choose(page, car).getAttribute('aria-pressed')).toBe('true')
}

test('[B5] [H9] [C3] a car is saved by keyboard, and every list marks fitting tires, also after a filter in place', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl + LANDING)
  expect((await cards(page)).filter(({ mark }) => mark !== null)).toEqual([])
  await choose(page, SQUARE).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`${SQUARE} saved. We’ll mark tires that fit.`).waitFor()
  expect(await choose(page, SQUARE).getAttribute('aria-pressed')).toBe('true')
  expect(await choose(page, STAGGERED).getAttribute('aria-pressed')).toBe('false')
  await expect
    .poll(() => line(page).textContent())
    .toMatch(new RegExp(`^\\d+ of \\d+ fit your ${SQUARE}ChangeRemove$`))
  await expectMarked(page)
  await expectAccessible(page)

  await page.goto(`${shopUrl}/t/s/225-45r17`)
  const narrow = line(page).getByRole('link', { name: `fit your ${SQUARE}` })
  await narrow.waitFor()
  await expectMarked(page)
  const before = await page.locator('.card').count()
  await page.locator('#f-condition-used').check()
  await page.waitForURL(/\?condition=used$/)
  await expect.poll(() => page.locator('#f-condition-used').isChecked()).toBe(true)
  await expect.poll(() => page.locator('.card').count()).not.toBe(before)
  await expectMarked(page)

  const forget = line(page).getByRole('button', { name: 'Remove' })
  await forget.focus()
  await page.keyboard.press('Enter')
  const ask = line(page).getByRole('link', { name: 'Add your car to see what fits' })
  await expect.poll(() => ask.evaluate((link) => link === document.activeElement)).toBe(true)
  expect((await cards(page)).filter(({ mark }) => mark !== null)).toEqual([])
  expect(errors).toEqual([])
})

test('[B7] [H9] on a phone a tire shows whether it fits by size, load and speed, or why not, until the car is removed', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const fitting = await tireOf('/t/s/225-45r17?condition=used', (load, speed) => load > 91 && speed === 'W')
  const slow = await tireOf('/t/s/225-45r17', (_, speed) => speed === 'H')
  await save(page, SQUARE)

  await page.goto(shopUrl + fitting)
  await answer(page).getByText(`Fits your ${SQUARE}`).waitFor()
  expect(await answer(page).textContent()).toMatch(
    /225\/45Z?R17 is your car's size; load index 9\d and speed symbol W meet its 91 and V\./,
  )
  await expectNoSidewaysScroll(page)

  await page.goto(shopUrl + slow)
  await answer(page).getByText(`Doesn’t fit your ${SQUARE}`).waitFor()
  expect(await answer(page).textContent()).toContain('Speed symbol H is below the V your car needs.')
  await expectAccessible(page)
  expect(await answer(page).getByRole('link', { name: 'Change the car' }).getAttribute('href')).toBe('/t/car')
  await answer(page).getByRole('button', { name: 'Remove the car' }).focus()
  await page.keyboard.press('Enter')
  const ask = answer(page).getByRole('link', { name: 'Does it fit my car?' })
  await expect.poll(() => ask.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.goto(shopUrl + fitting)
  await ask.waitFor()
})

test('[B5] [H9] a car with another size at the rear replaces the first; lists and tires show front or rear', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  await page.goto(shopUrl + LANDING)
  await page.context().setOffline(true)
  await choose(page, SQUARE).click()
  await page.getByRole('alert').getByText('We couldn’t save your car.').waitFor()
  expect(await choose(page, SQUARE).getAttribute('aria-pressed')).toBe('false')
  await page.context().setOffline(false)
  await save(page, SQUARE)
  await choose(page, STAGGERED).click()
  await expect.poll(() => choose(page, SQUARE).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => line(page).textContent()).toContain(`fit your ${STAGGERED}`)
  const shown = await cards(page)
  expect(shown.filter(({ size, mark }) => size === '225/45R17' && mark !== null)).toEqual([])

  for (const [axle, other, list, need] of [
    ['front', 'rear', '/t/s/225-40r18', '88 and W. The rear takes 255/35R18.'],
    ['rear', 'front', '/t/s/255-35r18', '90 and W. The front takes 225/40R18.'],
  ] as const) {
    await page.goto(shopUrl + list)
    const marked = page.locator('.card', { hasText: `Fits the ${axle}` })
    await marked.first().waitFor()
    expect(await page.getByText(`Fits the ${other}`).count()).toBe(0)
    await marked.first().locator('.card-title a').click()
    await answer(page).getByText(`Fits the ${axle} of your ${STAGGERED}`).waitFor()
    expect(await answer(page).textContent()).toContain(`is your car's size at the ${axle}`)
    expect(await answer(page).textContent()).toContain(need)
  }
  await expectAccessible(page)
})

/** Returns the SKUs in the cart of this browser. */
function skusInCart(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const reply = await fetch('/api/ext/cart', { headers: { Accept: 'application/json' } })
    const { result } = (await reply.json()) as { result: { lines: { sku: string }[] } }
    return result.lines.map(({ sku }) => sku)
  })
}

test('[B5] [H9] a shopper chooses the car over the page of a tire, and a tire that does not fit is added by a second press', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const errors = collectErrors(page)
  const other = await tireOf('/t/s/225-60r17', () => true)
  await page.goto(shopUrl + other)
  await untilIdle(page)
  await answer(page).getByRole('link', { name: 'Does it fit my car?' }).click()
  const chooser = page.getByRole('dialog', { name: 'What do you drive?' })
  for (const [step, option] of [
    ['Year', '2018'],
    ['Make', 'Lexus'],
    ['Model', 'IS'],
    ['Trim', 'IS 250'],
  ] as const) {
    const select = chooser.getByLabel(step)
    await select.locator('option', { hasText: option }).first().waitFor({ state: 'attached' })
    await select.selectOption({ label: option })
  }
  await chooser.getByRole('button', { name: 'Check this car' }).click()
  await answer(page).getByText(`Doesn’t fit your ${SQUARE}`).waitFor()
  expect(new URL(page.url()).pathname).toBe(other)

  const add = page.locator('.buy-box').getByRole('button', { name: /^Add/ })
  const question = page.getByRole('dialog', { name: `This doesn’t fit your ${SQUARE}` })
  await add.click()
  await question.getByText('This tire is 225/60R17. Your car needs 225/45R17.').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await skusInCart(page)).toEqual([])
  await add.click()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await page.getByText('Product has been added to the cart!').first().waitFor()
  expect(await skusInCart(page)).toHaveLength(1)

  const fitting = await tireOf('/t/s/225-45r17?condition=used', (load, speed) => load > 91 && speed === 'W')
  await page.goto(shopUrl + fitting)
  await add.click()
  await expect.poll(() => skusInCart(page)).toHaveLength(2)
  expect(errors).toEqual([])
})

test('[B5] [H9] the question comes on cards and in a comparison too', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  await save(page, SQUARE)
  await page.goto(`${shopUrl}/t/s/225-60r17`)
  const question = page.getByRole('dialog', { name: `This doesn’t fit your ${SQUARE}` })
  const card = page.locator('.card').first()
  await card.getByRole('button', { name: /^Add/ }).click()
  await question.getByRole('link', { name: 'See tires that fit' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await skusInCart(page)).toEqual([])

  const sku = (await card.getAttribute('data-price-sku')) ?? ''
  await page.goto(`${shopUrl}/compare?sku=${sku}`)
  await page.getByRole('columnheader').getByRole('button', { name: /^Add/ }).click()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect.poll(() => skusInCart(page)).toEqual([sku])
})

test('[C3] [H9] a list shows only what fits the car by one press, and says plainly when nothing does', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await save(page, SQUARE)
  await page.goto(`${shopUrl}/t/c/used`)
  const [, fitting, total] =
    /^(\d+) of ([\d,]+) fit/.exec(
      await line(page)
        .getByRole('link', { name: `fit your ${SQUARE}` })
        .innerText(),
    ) ?? []
  await line(page)
    .getByRole('link', { name: `fit your ${SQUARE}` })
    .click()
  await page.waitForURL(/\/t\/c\/used\?size=fit-225-45r17-91-v$/)
  await line(page).getByText(`${fitting} fit your ${SQUARE}.`).waitFor()
  const shown = await cards(page)
  expect(shown.map(({ mark }) => mark)).toEqual(shown.map(() => 'Fits your car'))
  expect(shown.length).toBe(Math.min(50, Number(fitting)))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await line(page)
    .getByRole('link', { name: `Show all ${total}` })
    .click()
  await page.waitForURL(/\/t\/c\/used$/)
  await page.goto(`${shopUrl}/t/s/225-60r17`)
  await line(page).getByText(`None of these fit your ${SQUARE}.`).waitFor()
  await line(page).getByRole('link', { name: 'See tires that fit' }).click()
  await page.waitForURL(/\/t\/car\/lexus\/is/)
})
