/** The shopper's car on every page: home, search, comparison, the question before a purchase, and the garage of an account. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SavedVehicle } from '../schema/catalog/vehicle/vehicle.ts'
import { cartOf, findProduct, openPayment, putInCart, registerAt } from './api-client.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { groupPage } from './page-kinds.ts'
import { shopUrl } from './shop.ts'
import { choose, DANA, orderNumber, pressPlaceOrder, untilFormHydrated } from './steps.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser()

const axle = (size: string, minLoad: number, minSpeed: string) => ({
  size,
  sizeSlug: size.toLowerCase().replace('/', '-'),
  minLoad,
  minSpeed,
})
const SQUARE: SavedVehicle = {
  year: 2018,
  make: { label: 'Lexus', slug: 'lexus' },
  model: { label: 'IS', slug: 'is' },
  trim: { label: 'IS 250', slug: 'is-250' },
  fitment: { front: axle('225/45R17', 91, 'V'), rear: null },
}
const STAGGERED: SavedVehicle = {
  ...SQUARE,
  trim: { label: 'IS 350 F Sport', slug: 'is-350-f-sport' },
  fitment: { front: axle('225/40R18', 88, 'W'), rear: axle('255/35R18', 90, 'W') },
}
/** A car that no passenger tire of the demo shop fits. */
const NOTHING_FITS: SavedVehicle = {
  ...SQUARE,
  year: 2017,
  fitment: { front: axle('225/45R17', 300, 'Y'), rear: null },
}
const NAME = '2018 Lexus IS 250'

/** Opens a page in a browser that has stored the car. */
async function openWith(car: SavedVehicle, viewport = DESKTOP): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${shopUrl}/privacy-policy/`)
  await page.evaluate((text) => localStorage.setItem('car', text), JSON.stringify(car))
  return page
}

test.each([PHONE, DESKTOP])(
  '[H13a] home opens with the sizes of the saved car at $width px',
  async (viewport) => {
    const page = await openWith(STAGGERED, viewport)
    const errors = collectErrors(page)
    await page.goto(shopUrl)
    const place = page.locator('[data-home-car]')
    await place.getByRole('heading', { name: 'Tires for your 2018 Lexus IS 350 F Sport' }).waitFor()
    const [, front = ''] =
      /([\d,]+) tires that fit/.exec(
        await place.getByRole('link', { name: /^Front 225\/40R18 \d/ }).innerText(),
      ) ?? []
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await place.getByRole('link', { name: /^Front/ }).click()
    await page.waitForURL(/\/t\/s\/225-40r18\?size=fit-225-40r18-88-w$/)
    await page.locator('[data-my-car]').getByText(`${front} fit your`).waitFor()
    await page.goto(shopUrl)
    await place.getByRole('link', { name: /^Rear 255\/35R18 \d/ }).waitFor()
    await page.evaluate(() => localStorage.removeItem('car'))
    await page.reload()
    await place.getByText('Every used tire is measured').waitFor()
    expect(errors).toEqual([])
  },
)

test('[H13a] suggestions are of the typed size, those that fit the car first', async () => {
  const page = await openWith(SQUARE)
  await page.goto(shopUrl)
  const field = page.getByRole('banner').locator('input[name="q"]:visible')
  await field.click()
  await field.pressSequentially('225/45')
  const options = page.getByRole('option')
  await options.filter({ hasText: 'per tire' }).first().waitFor()
  const texts = (await options.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(texts[0]).toMatch(/^225\/45R17 \d+ tires, your size$/)
  const tires = texts.filter((text) => text.includes('per tire'))
  expect(tires.every((text) => /225\/45/.test(text))).toBe(true)
  const words = tires.map((text) =>
    text.endsWith(', fits') ? 'fits' : text.endsWith(', doesn’t fit') ? 'not' : 'none',
  )
  expect(words).toEqual(words.toSorted())
  expect(words[0]).toBe('fits')
  await expectAccessible(page)
})

test.each([
  ['bmw 328i', /^\/t\/car\/bmw\/3-series\/\d{4}\/328i/],
  ['2018 mustang gt', /^\/t\/car\/ford\/mustang\/2018\/gt/],
])('[H13a] [B4] “%s” leads to its car', async (term, path) => {
  const found = await fetch(`${shopUrl}/search?q=${encodeURIComponent(term)}`)
  expect(new URL(found.url).pathname).toMatch(path)
})

test('[H13a] the comparison and the buy box say whether a tire fits, and follow the car', async () => {
  const page = await openWith(SQUARE)
  const { sku, href } = await findProduct(shopUrl, { path: '/t/s/225-60r17' })
  await page.goto(`${shopUrl}/compare?sku=${sku}`)
  const row = page.getByRole('row', { name: /^Fits your car/ })
  await row.getByText('No. This tire is 225/60R17. Your car needs 225/45R17.').waitFor()
  await expectAccessible(page)
  await page.goto(shopUrl + href)
  const note = page.locator('[data-buy-fit]')
  await note.getByText(`Doesn’t fit your ${NAME}`).waitFor()
  await page.getByRole('region', { name: 'Your car' }).getByRole('button', { name: 'Remove the car' }).click()
  await expect.poll(() => note.textContent()).toBe('')
  await page.goto(`${shopUrl}/compare?sku=${sku}`)
  await row.getByRole('link', { name: /^Add your car/ }).waitFor()
})

/** Each page from which a shopper can add a tire, and the button that adds it. */
const PLACES: readonly [name: string, open: (page: Page) => Promise<void>, button: string][] = [
  [
    'a product',
    async (page) =>
      page.goto(shopUrl + (await findProduct(shopUrl, { path: '/t/c/new' })).href).then(() => {}),
    '.buy-box .button.buy',
  ],
  [
    'a list',
    (page) => page.goto(`${shopUrl}/t/s/225-45r17`).then(() => {}),
    '.card form[data-add] .button.buy',
  ],
  [
    'search results',
    (page) => page.goto(`${shopUrl}/search?q=halden+velo+used`).then(() => {}),
    '.card form[data-add] .button.buy',
  ],
  ['home', (page) => page.goto(shopUrl).then(() => {}), '.card form[data-add] .button.buy'],
  [
    'a comparison',
    async (page) =>
      page
        .goto(`${shopUrl}/compare?sku=${(await findProduct(shopUrl, { path: '/t/c/new' })).sku}`)
        .then(() => {}),
    'th form[data-add] .button.buy',
  ],
  [
    'a bundle',
    (page) =>
      page.goto(`${shopUrl}/p/B4-225-45R17/four-new-tires-with-mounting-kit-225-45r17`).then(() => {}),
    '.buy-box .button.buy',
  ],
  [
    'a group',
    async (page) => page.goto(shopUrl + (await groupPage(shopUrl))).then(() => {}),
    '.buy-box .button.buy',
  ],
  [
    'the wish list',
    async (page) => {
      await page.goto(`${shopUrl}/t/c/used`)
      await page.locator('.card [data-wish]').first().click()
      await page.locator('.acts > [data-wish-link]').click()
      await page.getByRole('dialog', { name: 'Wish list' }).locator('.card').first().waitFor()
    },
    'dialog .card form[data-add] .button.buy',
  ],
]

test.each(PLACES)(
  '[H13a] a tire that fits no axle is not added from %s without a second press',
  async (_, open, button) => {
    const page = await openWith(NOTHING_FITS)
    await open(page)
    const add = page.locator(button).first()
    const question = page.getByRole('dialog', { name: 'This doesn’t fit your 2017 Lexus IS 250' })
    await add.click()
    await question.waitFor()
    expect(await question.locator('.fit-gate > p').first().textContent()).toMatch(/Your car needs|below the/)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await cartOf(page, shopUrl)).toEqual([])
    await add.click()
    await question.getByRole('button', { name: 'Add anyway' }).click()
    await expect.poll(async () => (await cartOf(page, shopUrl)).length).toBeGreaterThan(0)
    // The next press asks again; the drawer of the cart may lie over the button.
    await add.evaluate((element) => (element as HTMLElement).click())
    await question.waitFor()
  },
)

test.each([PHONE, DESKTOP])(
  '[H13a] the guest’s car joins the garage at the sign-in, and buying again asks about the fit at $width px',
  async (viewport) => {
    const who = { ...DANA, email: `garage-${viewport.width}@whitfield.example` }
    const page = await openWith(SQUARE, viewport)
    const errors = collectErrors(page)
    await registerAt(page, shopUrl, who)
    const added = page.waitForResponse((response) => response.url().endsWith('/api/ext/garage'))
    await page.goto(shopUrl)
    expect((await added).status()).toBe(200)
    await page.goto(`${shopUrl}/customer/account/garage/`)
    await page.getByRole('heading', { name: NAME }).waitFor()
    await untilFormHydrated(page, '.account-page form')
    await page.getByLabel('Plate or name').fill('7ABC123')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('heading', { name: '7ABC123' }).waitFor()
    await page.getByText(NAME, { exact: true }).first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    // Another device of the customer takes the car over.
    const state = await page.context().storageState()
    const other = await browser.newPage({ viewport, storageState: { ...state, origins: [] } })
    await other.goto(shopUrl)
    await other.locator('[data-home-car]').getByText(`Tires for your ${NAME}`).waitFor()

    const { sku } = await findProduct(shopUrl, { path: '/t/s/225-60r17', min: 2 })
    await putInCart(page, shopUrl, sku)
    await openPayment(page, shopUrl, who)
    await choose(page, 'Cash on delivery')
    await pressPlaceOrder(page)
    const number = await orderNumber(page)
    await page.goto(`${shopUrl}/customer/account/order/?orderId=${number}`)
    await untilFormHydrated(page, '.account-page form')
    await page.getByRole('button', { name: 'Buy again' }).click()
    const question = page.getByRole('dialog', { name: `This doesn’t fit your ${NAME}` })
    await question.waitFor()
    await page.keyboard.press('Escape')
    expect(await cartOf(page, shopUrl)).toEqual([])
    await page.getByRole('button', { name: 'Buy again' }).click()
    await question.getByRole('button', { name: 'Add anyway' }).click()
    await expect.poll(async () => (await cartOf(page, shopUrl)).map(([one]) => one)).toEqual([sku])

    await page.waitForURL(`${shopUrl}/cart/`)
    await page.goto(`${shopUrl}/customer/account/garage/`)
    await untilFormHydrated(page, '.account-page form')
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('heading', { name: 'No cars yet' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('car'))).toBeNull()
    expect(errors).toEqual([])
  },
)

test('[H13a] without script a car of the garage is named and removed by plain forms', async () => {
  const who = { ...DANA, email: 'garage-plain@whitfield.example' }
  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  await registerAt(page, shopUrl, who)
  const reply = await page.request.post(`${shopUrl}/api/ext/garage`, {
    data: { car: STAGGERED },
    headers: { Origin: new URL(shopUrl).origin },
  })
  expect(reply.status()).toBe(200)
  await page.goto(`${shopUrl}/customer/account/garage/`)
  expect(await page.locator('.garage-sizes').innerText()).toMatch(/Front\s+225\/40R18\s*Rear\s+255\/35R18/)
  await page.getByLabel('Plate or name').fill('Weekend car')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('heading', { name: 'Weekend car' }).waitFor()
  await page.getByText('Your car’s name has been saved.').waitFor()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('heading', { name: 'No cars yet' }).waitFor()
})

test('[H13a] four winter tires for a named car under a budget take at most 12 taps', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(shopUrl)
  const hand = countTaps(page)
  const field = page.getByRole('banner').locator('input[name="q"]:visible')
  await hand.tap(field)
  await hand.fill(field, '2018 lexus is 250')
  await hand.tapThrough(page.getByRole('option', { name: /^Lexus IS 250 2018/ }))
  await hand.tap(page.getByRole('button', { name: /^This is my car/ }).first())
  await hand.tapThrough(page.locator('[data-my-car]').getByRole('link', { name: `fit your ${NAME}` }))
  await hand.tap(page.getByRole('button', { name: /^Filters/ }))
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await hand.tap(filters.getByLabel(/^Winter/))
  await hand.tap(filters.getByLabel(/^Set of 4/))
  await hand.fill(filters.getByRole('spinbutton', { name: /^Price per tire, at most/ }), '90')
  await hand.tap(filters.getByRole('button', { name: /^Show / }))
  await page.waitForURL(/seasons=winter/)
  await hand.tap(
    page
      .locator('.card')
      .getByRole('button', { name: /^Add 4/ })
      .first(),
  )
  await expect.poll(async () => (await cartOf(page, shopUrl)).length).toBe(1)
  const reply = await page.request.get(`${shopUrl}/api/ext/cart`)
  const { result } = (await reply.json()) as { result: { tires: number; totals: { subtotal: number } } }
  expect(result.tires).toBe(4)
  expect(result.totals.subtotal).toBeLessThanOrEqual(4 * 9000)
  expect(hand.taps, hand.acts.join('\n')).toBeLessThanOrEqual(12)
})
