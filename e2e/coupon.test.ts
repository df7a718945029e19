/** The coupon dialog over the checkout changes the total and no typed input. */
import { expect, test } from 'vitest'
import { findProduct, openPayment, putInCart, sendForm } from './api-client.ts'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { DANA } from './steps.ts'

const browser = openBrowser()

test('[B4] [D9] a coupon is refused, applied and removed without leaving the checkout', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await openPayment(page, shopUrl, { ...DANA, email: 'first-order@whitfield.example' })
  await page.getByLabel('Same as shipping address').uncheck()
  await page.getByLabel('Street address').fill('9 Harbor Road')
  await page.locator('.summary-small summary').click()
  const totals = page.locator('.summary-small .totals')
  const full = await totals.textContent()

  await page.getByRole('link', { name: 'Use a coupon' }).click()
  const popup = page.getByRole('dialog', { name: 'Your coupon' })
  await popup.getByLabel('Coupon').fill('NOT-A-CODE')
  await popup.getByRole('button', { name: 'Apply' }).click()
  await popup.getByText("You've entered an incorrect coupon code. Please try again.").waitFor()
  expect(await totals.textContent()).toBe(full)
  await popup.getByLabel('Coupon').fill('welcome10')
  await popup.getByRole('button', { name: 'Apply' }).click()
  await popup.waitFor({ state: 'hidden' })
  await expect.poll(() => totals.textContent()).toContain('Coupon WELCOME10')
  expect(await page.getByLabel('Street address').inputValue()).toBe('9 Harbor Road')

  await page.getByRole('link', { name: 'Change coupon' }).click()
  await popup.getByRole('button', { name: 'Remove coupon WELCOME10' }).click()
  await popup.waitFor({ state: 'hidden' })
  await expect.poll(() => totals.textContent()).toBe(full)
  expect(await page.getByLabel('Street address').inputValue()).toBe('9 Harbor Road')
})

test('[audit D8] [D9] a coupon stays when the cart falls below its minimum, shows what is missing, and applies again from there', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, {
    path: '/t/c/new?price_from=60&price_to=100',
    min: 3,
    skus: /-4$/,
  })
  await putInCart(page, shopUrl, sku, 2)
  await sendForm(page, `${shopUrl}/cart/form/`, { action: 'coupon', coupon: 'FOUR40' })
  await page.goto(`${shopUrl}/cart/`)
  const discount = page.locator('.totals', { hasText: 'Coupon FOUR40' })
  await discount.first().waitFor()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.cart-qty') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await page.getByRole('button', { name: /^One less/ }).click()
  await page
    .getByText(/^Not applied yet: this coupon starts at \$450\.00\. \$[\d.]+ more to use it\.$/)
    .waitFor()
  await expect.poll(() => discount.count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^One more/ }).click()
  await discount.first().waitFor()
  expect(await page.getByText(/^Not applied yet/).count()).toBe(0)
})
