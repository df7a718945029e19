/** A ZIP code is asked once: what a shopper types on one page is known on all pages. */
import { expect, test } from 'vitest'
import { findProduct, putInCart, sendForm } from './api-client.ts'
import { collectErrors, DESKTOP, expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { addToCart, DANA, fillPersonal, fillShipping, openFirst, untilHydrated, untilIdle } from './steps.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser()

test.each([PHONE, DESKTOP])(
  '[D8] [E4] the ZIP code of a product page is that of cart, checkout and header at $width px',
  async (viewport) => {
    const page = await browser.newPage({ viewport })
    const errors = collectErrors(page)
    await page.goto(`${shopUrl}/t/s/225-45r17`)
    await openFirst(page)
    await page.getByLabel(/^ZIP code/).fill(DANA.zip)
    await page.locator('#delivery').getByRole('button').click()
    await page
      .locator('#delivery')
      .getByText(new RegExp(`to ${DANA.city}.* ${DANA.zip}`))
      .waitFor()
    await addToCart(page)
    await page.goto(`${shopUrl}/cart/`)
    await page.getByText('Estimated tax').first().waitFor()
    expect(await page.getByLabel(/^ZIP code/).inputValue()).toBe(DANA.zip)
    await expectAccessible(page)
    await page.goto(`${shopUrl}/checkout/`)
    await fillPersonal(page)
    await page.getByLabel('Street address').waitFor()
    await untilHydrated(page)
    expect(await page.getByLabel('ZIP code').inputValue()).toBe(DANA.zip)
    expect(await page.getByLabel('City').inputValue()).toBe(DANA.city)
    expect(await page.getByLabel('State').inputValue()).toBe(DANA.state)
    expect(errors).toEqual([])
  },
)

test('[H13] [H13b] [D8] the ZIP code of the cart is that of the header and of product pages', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  await page.goto(`${shopUrl}/t/s/225-45r17`)
  await openFirst(page)
  await addToCart(page)
  await page.goto(`${shopUrl}/cart/`)
  await untilIdle(page)
  await page.getByLabel(/^ZIP code/).fill(DANA.zip)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('Estimated tax').first().waitFor()
  await page.getByText(`Deliver to ${DANA.zip}`).first().waitFor()
  await page.goto(`${shopUrl}/t/s/225-45r17`)
  await openFirst(page)
  await page
    .locator('#delivery')
    .getByText(new RegExp(`to ${DANA.city}.* ${DANA.zip}`))
    .waitFor()
})

test('[H13b] the price out the door and the day take at most 2 taps and 5 digits, and nothing asks again', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  await page.goto(`${shopUrl}/t/s/225-45r17`)
  await openFirst(page)
  const hand = countTaps(page)
  const panel = page.locator('#delivery')
  await hand.fill(panel.getByLabel(/^ZIP code/), DANA.zip)
  await hand.tap(panel.getByRole('button', { name: 'Show' }))
  await panel.getByText('Out the door').waitFor()
  expect(await panel.getByRole('status').innerText()).toMatch(/\w{3}, \w{3} \d+, to Chicago, IL 60622/)
  await panel.getByText(/^Estimated tax, \d/).waitFor()
  expect([hand.taps <= 2, hand.typed], hand.acts.join('\n')).toEqual([true, 5])

  // Another tire, the cart, its summary and the checkout know the ZIP code.
  await page.goto(`${shopUrl}/t/c/new`)
  await openFirst(page)
  await panel.getByText('Out the door').waitFor()
  await addToCart(page)
  const drawer = page.getByRole('dialog', { name: /^Cart/ })
  await drawer.getByText(/^Estimated tax and tire fees included/).waitFor()
  await page.goto(`${shopUrl}/cart/`)
  await page.getByText(`Shipping to ${DANA.zip}`).first().waitFor()
  await page.getByText(`Deliver to ${DANA.zip}`).first().waitFor({ state: 'attached' })
  expect(hand.typed).toBe(5)
})

test('[H13b] [D8] tax is an estimate in the checkout until the address is complete', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await sendForm(page, `${shopUrl}/cart/form/`, { action: 'zip', zip: DANA.zip })
  await page.goto(`${shopUrl}/checkout/`)
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await summary.getByText(/^Estimated tax, \d/).waitFor()
  await fillPersonal(page)
  await fillShipping(page)
  await page
    .getByRole('button', { name: /^(Place order|Continue to)/ })
    .first()
    .waitFor()
  await summary.getByText(/^Sales tax, \d/).waitFor()
  expect(await summary.getByText(/^Estimated/).count()).toBe(0)
})
