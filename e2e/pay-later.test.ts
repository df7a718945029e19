import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { ORDER_MESSAGES } from '../schema/orders/order.ts'
import {
  DECLINE_MESSAGES,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  paymentTitle,
} from '../schema/orders/payment.ts'
import { cartOf, type Found, findProduct, openPayment, putInCart, stockOf } from './api-client.ts'
import { expectAccessible, openBrowser } from './browser.ts'
import { breakNext, faultsLeft, repair } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()
afterEach(() => repair(sandboxUrl))

/** A shopper with one thing in the cart, at the end of the checkout. */
async function atPayment(email: string, options = {}): Promise<{ page: Page; product: Found }> {
  const page = await browser.newPage(options)
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  return { page, product }
}

/** Orders by this way to pay, until the provider's page is there; without script it is one link further. */
async function goTo(page: Page, method: string, { script = true } = {}): Promise<void> {
  await choose(page, paymentTitle(method))
  await pressPlaceOrder(page)
  if (!script) await page.getByRole('link', { name: 'Continue to pay' }).click()
  await page.getByRole('heading', { name: /^Pay with / }).waitFor()
  expect(new URL(page.url()).origin).toBe(sandboxUrl)
}

/** Back in the checkout with these words, everything as it was before. */
async function expectBack(page: Page, product: Found, words: string): Promise<void> {
  await page.locator('.checkout-notice').getByText(words).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/')
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left)
}

/** What the shop has of each order at a provider, by the provider's own list. */
async function netAmountsAt(page: Page, provider: string, order: string): Promise<string[]> {
  await page.goto(`${sandboxUrl}/${provider}`)
  const rows = page.getByRole('row', { name: order })
  return rows.locator('td:nth-child(3)').allTextContents()
}

test('[E10] [H2] Afterpay: gone back, declined, left open, then paid once though the reply of the capture is lost', async () => {
  const email = 'later@whitfield.example'
  const { page, product } = await atPayment(email)
  await goTo(page, PAY_LATER_METHOD)
  await page.getByRole('link', { name: 'Go back' }).click()
  await expectBack(page, product, ORDER_MESSAGES['payment-canceled'])
  await goTo(page, PAY_LATER_METHOD)
  await page.getByRole('link', { name: 'Pay, but be declined' }).click()
  await expectBack(page, product, DECLINE_MESSAGES.provider)
  await goTo(page, PAY_LATER_METHOD)
  // The shopper walks away from Afterpay's page; the checkout keeps the way there.
  await page.goto(`${shopUrl}/checkout/`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue to pay' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).waitFor()
  await breakNext(sandboxUrl, { target: 'afterpay-api', match: 'payments.capture', action: 'lose_reply' })
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  const number = await orderNumber(page)
  expect(await faultsLeft(sandboxUrl)).toBe(0)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
  await mailAbout(sandboxUrl, email, number)
  expect(await netAmountsAt(page, 'afterpay', number)).toHaveLength(1)
})

test('[E11] Affirm works without script too: denied, then a loan is taken and the order stands', async () => {
  const email = 'loan@whitfield.example'
  const { page, product } = await atPayment(email, { javaScriptEnabled: false })
  await goTo(page, INSTALLMENT_METHOD, { script: false })
  await page.getByRole('link', { name: 'Be denied' }).click()
  await expectBack(page, product, ORDER_MESSAGES['payment-canceled'])
  await goTo(page, INSTALLMENT_METHOD, { script: false })
  await page.getByRole('link', { name: 'Take the loan', exact: true }).click()
  const number = await orderNumber(page)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
  expect(await netAmountsAt(page, 'affirm', number)).toHaveLength(1)
})
