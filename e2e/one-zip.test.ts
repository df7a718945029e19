/** A ZIP code is asked once: what a shopper types on one page is known on all pages. */
import { expect, test } from 'vitest'
import { collectErrors, DESKTOP, expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { addToCart, DANA, fillPersonal, openFirst, untilHydrated, untilIdle } from './steps.ts'

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
