/** The quantity field of the cart: its maximum, and when a typed number applies. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findProduct, putInCart } from './api-client.ts'
import { expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { expectQuantity, qtyInCart, untilFormHydrated } from './steps.ts'

const browser = openBrowser()

/** Opens a cart with a set of four tires, of which more are in stock than an order may have. */
async function cartOfSets(): Promise<{ page: Page; quantity: Locator }> {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 7, skus: /-4$/ })
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/cart/`)
  const quantity = page.locator('.cart-lines input[name="qty"]')
  await untilFormHydrated(page, '.cart-qty')
  return { page, quantity }
}

test('[audit D8] the cart shows how many tires an online order may have, and accepts no more', async () => {
  const { page, quantity } = await cartOfSets()
  await quantity.fill('999')
  await quantity.blur()
  await page.getByText('You can order only 24 tires per line online.').waitFor()
  await page.getByRole('heading', { name: 'Cart, 24 tires' }).waitFor()
  await expectQuantity(page, shopUrl, 6)
  await expectAccessible(page)
})

test('[audit D8] [H6] a number typed digit by digit applies at Enter, and one that is too large is reported', async () => {
  const { page, quantity } = await cartOfSets()
  const before = await qtyInCart(page, shopUrl)
  await quantity.press('Control+A')
  await page.keyboard.type('5')
  expect(await qtyInCart(page, shopUrl)).toBe(before)
  await page.keyboard.press('Enter')
  await expect.poll(() => qtyInCart(page, shopUrl)).toBe(5)
  await page.getByRole('heading', { name: 'Cart, 20 tires' }).waitFor()
  await quantity.press('Control+A')
  await page.keyboard.type('999')
  await page.keyboard.press('Enter')
  await page.getByText('You can order only 24 tires per line online.').waitFor()
  await expectQuantity(page, shopUrl, 6)
})

test('[B9] [D6] 0 asks whether the line should go; "Keep them" restores the number, "Remove" moves the focus to the heading', async () => {
  const { page, quantity } = await cartOfSets()
  const before = await quantity.inputValue()
  await quantity.fill('0')
  await quantity.press('Enter')
  await page.getByRole('button', { name: 'Keep them' }).click()
  expect(await quantity.inputValue()).toBe(before)
  await quantity.fill('0')
  await quantity.blur()
  await page.getByRole('button', { name: /^Remove \d+ tires/ }).click()
  const heading = page.getByRole('heading', { name: 'Your cart is empty' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectAccessible(page)
})
