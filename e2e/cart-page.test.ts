/** The cart page: what each line says, the plan, the list for later and more tires in the size, on both widths. */
import { describe, expect, test } from 'vitest'
import { findProduct, putInCart, sendForm } from './api-client.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'
import { untilFormHydrated } from './steps.ts'

const browser = openBrowser()
const NARROW = { width: 360, height: 780 }

describe.each([
  ['at 1440 px', DESKTOP, true],
  ['at 360 px', NARROW, true],
  ['at 360 px without JavaScript', NARROW, false],
])('[H13f] the cart %s', (_, viewport, javaScriptEnabled) => {
  test('says what is in it, sells the plan for all tires, and saves a line for later', async () => {
    const page = await browser.newPage({ viewport, javaScriptEnabled })
    const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 3, skus: /-4$/ })
    await putInCart(page, shopUrl, sku, 2)
    await sendForm(page, `${shopUrl}/cart/form/`, { action: 'zip', zip: '60612' })
    await page.goto(`${shopUrl}/cart/`)
    if (javaScriptEnabled) await untilFormHydrated(page, '.cart-qty')
    const line = page.locator('.cart-lines > li').first()
    await line.getByText('2 sets (8 tires)').waitFor()
    await line.getByRole('img', { name: /of tread left/ }).waitFor()
    await page.getByText(/^\w{3}, \w{3} \d{1,2}$/).waitFor()
    // The tires are new, so the shop's own warranty covers none of them.
    expect(await page.locator('.cart-promises').textContent()).not.toContain('Warranty')
    expect(await page.locator('main .button.buy.big').count()).toBe(1)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByText('Road hazard plan, 8 tires').waitFor()
    await page.getByRole('button', { name: 'Add plan' }).click()
    await page.getByText('Covers 8 tires for one year.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Add plan' }).count()).toBe(0)

    await page
      .getByRole('button', { name: /^Save for later/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
    await page.getByRole('heading', { name: 'Saved for later' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Move to cart/ }).click()
    await page.getByRole('heading', { name: 'Cart, 8 tires' }).waitFor()
    // The plan ended with its tires and is offered again.
    await page.getByRole('button', { name: 'Add plan' }).waitFor()
  })
})

test('[H13f] below the cart are more tires in its size, which join it with one press', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  const { sku } = await findProduct(shopUrl, { path: '/t/s/225-45r17?condition=new', min: 2, skus: /-4$/ })
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/cart/`)
  await untilFormHydrated(page, '.cart-qty')
  const more = page.getByRole('region', { name: 'More in 225/45R17' })
  expect(await more.locator('.card').count()).toBe(4)
  await more.getByRole('button', { name: /^Add/ }).first().click()
  await expect.poll(() => page.locator('.cart-lines > li').count()).toBe(2)
  await expectNoSidewaysScroll(page)
})
