/** The checkout with missing or wrong input and failing services: each state has an accessible message. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DELIVERY_MESSAGES } from '../schema/identity/location/delivery-area.ts'
import { cartOf, findProduct, putInCart, sendForm } from './api-client.ts'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { editStripe } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, fillPersonal, orderNumber, pressPlaceOrder, untilHydrated } from './steps.ts'

const browser = openBrowser()

async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Expects the error under a field, with the focus in the field. */
async function expectError(page: Page, field: string, message: string): Promise<void> {
  await expect.poll(() => page.locator(`#${field}-error`).textContent()).toBe(message)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(field)
  // The field is at least 80 px below the edge.
  const top = () => page.locator(`#${field}`).evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThanOrEqual(79)
}

test('[E1] [E2] [E4] [E5] [H6] a checkout with missing input, wrong input and failing services ends in an order', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await page.route('**/v3/', (route) => route.abort())
  await page.goto(`${shopUrl}/checkout/`)
  // Before hydration the plain form would be sent, and no script would move the focus.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout'))).not.toBeNull()
  await page.getByRole('button', { name: 'Go to shipping' }).click()
  await expectError(page, 'emailAddress', 'Field is required')
  await checkPage(page)
  await fillPersonal(page, { ...DANA, email: 'states@whitfield.example' })
  await wrongZip(page)
  await otherTotals(page)
  await page.getByLabel('Phone').fill(DANA.phone)
  await page.getByRole('button', { name: 'Go to payment' }).click()

  // The card fields do not load.
  await page.getByText('The card fields didn’t load. Nothing was charged.').waitFor()
  await checkPage(page)
  // Their frame does not load either.
  await page.unroute('**/v3/')
  await editStripe(page, sandboxUrl, 'FRAME_TIMEOUT = 15_000', 'FRAME_TIMEOUT = 500')
  await page.route('**/elements/payment*', (route) => route.abort())
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await page.getByText('Loading card fields').waitFor()
  await page.getByText('The card fields didn’t load. Nothing was charged.').waitFor()
  await page.unroute('**/elements/payment*')
  await again.click()
  await page.frameLocator('iframe[title="Secure card payment"]').getByLabel('Card number').waitFor()

  // A separate billing address.
  await choose(page, 'Cash on delivery')
  await page.getByLabel('Same as shipping address').uncheck()
  await page.getByLabel('Street address').fill('?')
  await pressPlaceOrder(page)
  await expectError(page, 'streetAddress', 'Please use valid alphabet characters or numbers')
  await checkPage(page)
  await page.getByLabel('Same as shipping address').check()

  // The shop fails, then answers without an order number.
  const endpoint = '**/checkout/form/'
  await page.route(endpoint, (route) => route.fulfill({ status: 500, json: { code: 500, result: 'Away.' } }))
  await pressPlaceOrder(page)
  const notice = page.locator('.checkout-notice')
  await notice.getByText('Checkout error', { exact: true }).waitFor()
  await notice.getByText('Away.').waitFor()
  await checkPage(page)
  await page.unroute(endpoint)
  const answer = { code: 200, result: { orderNumber: null } }
  await page.route('**/api/order', (route) => route.fulfill({ json: answer }))
  await pressPlaceOrder(page)
  const dialog = page.getByRole('dialog', { name: 'Sorry! Try again in 2 minutes' })
  expect(await dialog.textContent()).toContain(
    'Due to technical reasons, your order cannot be proceeded right now. We are already fixing this issue! Please try again in 2 minutes.',
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.unroute('**/api/order')
  expect(await cartOf(page, shopUrl)).toEqual([[sku, 1]])
  await pressPlaceOrder(page)
  await orderNumber(page)

  // Another cart in the same browser has the guest's last details, but not the ordered products.
  await page.context().clearCookies()
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/checkout/`)
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('states@whitfield.example')
  await page.getByRole('button', { name: 'Go to shipping' }).click()
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe(DANA.phone)
  expect(await page.getByLabel('ZIP code').inputValue()).toBe(DANA.zip)
  expect(await page.getByLabel('Street address').inputValue()).toBe('')
})

test.each(['before', 'after'])(
  '[E4] [H6] what a ZIP code fills in is not reported as missing: the ZIP code is typed %s the press',
  async (when) => {
    const page = await browser.newPage({ viewport: PHONE })
    const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
    await putInCart(page, shopUrl, sku)
    await page.goto(`${shopUrl}/checkout/`)
    await fillPersonal(page, { ...DANA, email: 'place@whitfield.example' })
    const wrong = () =>
      page.locator('form [aria-invalid="true"]').evaluateAll((all) => all.map(({ id }) => id).sort())
    const zip = page.getByLabel('ZIP code')
    if (when === 'after') {
      await page.getByRole('button', { name: 'Go to payment' }).click()
      await expect.poll(wrong).toEqual(['city', 'phoneNumber', 'state', 'streetAddress', 'zipCode'])
    }
    await zip.fill(DANA.zip)
    // Enter sends the step, and the lookup answers during its validation; Tab leaves the field.
    await zip.press(when === 'after' ? 'Tab' : 'Enter')
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe(DANA.city)
    await expect.poll(wrong).toEqual(['phoneNumber', 'streetAddress'])
    const summary = page.getByRole('alert').filter({ hasText: 'need attention' })
    expect(await summary.textContent()).not.toContain('City')
  },
)

test('[E4] city and state follow the ZIP code until the shopper types them', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/checkout/`)
  await fillPersonal(page, { ...DANA, email: 'types@whitfield.example' })
  const [zip, city, state] = [page.getByLabel('ZIP code'), page.getByLabel('City'), page.getByLabel('State')]
  await zip.fill('78701')
  await page.getByLabel('Phone').focus()
  await expect.poll(() => city.inputValue()).toBe('Austin')
  await zip.fill(DANA.zip)
  await city.focus()
  await expect.poll(() => city.inputValue()).toBe(DANA.city)
  expect(await state.inputValue()).toBe(DANA.state)
  await page.keyboard.type('Chicago Lawn')
  expect(await city.inputValue()).toBe('Chicago Lawn')
  await zip.fill('78701')
  await page.getByLabel('Phone').focus()
  await expect.poll(() => state.inputValue()).toBe('Texas')
  expect(await city.inputValue()).toBe('Chicago Lawn')
})

test('[E4] [H13h] a saved address is chosen with one press; a refused one is shown with its fields, each time', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  const names = { firstName: DANA.first, lastName: DANA.last }
  const password = 'four-new-tires-26'
  const account = { emailAddress: 'book@whitfield.example', password, rPassword: password }
  await sendForm(page, `${shopUrl}/account/form/`, {
    ...{ action: 'register', ...names, ...account, acceptTermsAndConditions: 'on' },
  })
  const home = { streetAddress: DANA.street, zipCode: DANA.zip, city: DANA.city, state: DANA.state }
  const beach = { streetAddress: '2005 Kalia Rd', zipCode: '96815', city: 'Honolulu', state: 'Hawaii' }
  for (const address of [{ ...home, defaultShipping: 'on' }, beach]) {
    await sendForm(page, `${shopUrl}/customer/account/form/`, {
      ...{ action: 'address', ...names, ...address, apartmentNumber: '', phoneNumber: DANA.phone },
    })
  }
  await page.goto(`${shopUrl}/checkout/`)
  await untilHydrated(page)
  // The account answered the first steps, so the express payments are beside the payment methods.
  await page.getByText('Or check out below').waitFor()
  await page.getByRole('button', { name: 'Pay with PayPal' }).waitFor()
  await page.getByRole('button', { name: 'Edit Shipping' }).click()
  const saved = (name: RegExp) => page.getByRole('radio', { name })
  expect(await saved(/N Wood St/).isChecked()).toBe(true)
  const street = page.getByLabel('Street address')
  for (let press = 0; press < 2; press += 1) {
    await saved(/Kalia Rd/).check()
    expect(await street.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await expect.poll(() => street.isVisible()).toBe(true)
    expect(await street.inputValue()).toBe('2005 Kalia Rd')
    expect(await saved(/^Another address/).isChecked()).toBe(true)
    await page.locator('#zipCode-error').getByText(DELIVERY_MESSAGES.refused).waitFor()
    await checkPage(page)
  }
  await saved(/N Wood St/).check()
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('button', { name: /^Place order/ }).waitFor()
  expect(await page.locator('#step-shipping').textContent()).toContain(DANA.street)
})

test('[E1] [H13] on a phone the buttons fill the width, the summary opens and closes, and a link leads back', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/cart/`)
  const widthOf = async (target: Locator) => (await target.boundingBox())?.width ?? 0
  const checkOut = page.getByRole('link', { name: /^Check out/ }).first()
  expect(await widthOf(checkOut)).toBe(await widthOf(page.locator('.cart-sum')))
  await checkOut.click()
  const next = page.getByRole('button', { name: 'Go to shipping' })
  expect(await widthOf(next)).toBe(await widthOf(page.locator('.step-end')))

  const summary = page.locator('.summary-small')
  const subtotal = summary.locator('.totals')
  expect(await subtotal.isVisible()).toBe(false)
  await summary.getByText('Show', { exact: true }).click()
  await subtotal.waitFor()
  await checkPage(page)
  await summary.getByText('Hide', { exact: true }).click()
  await subtotal.waitFor({ state: 'hidden' })

  await page.getByRole('link', { name: 'Back to cart' }).click()
  await page.waitForURL(`${shopUrl}/cart/`)
  await page.getByRole('heading', { name: /^Cart, / }).waitFor()
})

/** The shop compares the ZIP code with the state, and the page shows both messages (E4). */
async function wrongZip(page: Page): Promise<void> {
  let goOn = () => {}
  const released = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/ext/zip-check', async (route) => {
    await released
    await route.continue()
  })
  await page.getByLabel('Street address').fill(DANA.street)
  await page.getByLabel('City').fill(DANA.city)
  await page.getByLabel('State').selectOption({ label: 'Indiana' })
  await page.getByLabel('ZIP code').fill(DANA.zip)
  await page.getByLabel('Phone').focus()
  await page.getByText('Checking the combination of zip code and state').waitFor()
  await checkPage(page)
  goOn()
  await page.getByText('Invalid combination of zip code and state.').waitFor()
  await page.unroute('**/api/ext/zip-check')
  await page.getByLabel('Phone').fill(DANA.phone)
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await expectError(page, 'zipCode', 'Invalid combination of zip code and state.')
  await checkPage(page)
}

/** Another state or ZIP code changes the totals. */
async function otherTotals(page: Page): Promise<void> {
  const total = () => page.locator('.summary-small .totals').textContent()
  const without = await total()
  await page.getByLabel('State').selectOption({ label: 'New York' })
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByLabel('Phone').focus()
  await expect.poll(total).not.toBe(without)
  const there = await total()
  await page.getByLabel('State').selectOption({ label: DANA.state })
  await page.getByLabel('ZIP code').fill(DANA.zip)
  await page.getByLabel('Phone').focus()
  await expect.poll(total).not.toBe(there)
}
