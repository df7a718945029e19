import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { ORDER_MESSAGES } from '../schema/orders/order.ts'
import {
  DECLINE_MESSAGES,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  paymentTitle,
} from '../schema/orders/payment.ts'
import { cartOf, type FoundProduct, findProduct, openPayment, putInCart, stockOf } from './api-client.ts'
import { expectAccessible, openBrowser } from './browser.ts'
import { addFault, clearFaults, faultsLeft } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()
afterEach(() => clearFaults(sandboxUrl))

/** Opens the last step of a checkout with one product. */
async function atPayment(email: string, options = {}): Promise<{ page: Page; product: FoundProduct }> {
  const page = await browser.newPage(options)
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  return { page, product }
}

/** Orders with this payment method and waits for the provider's page; without script it is one more link. */
async function goTo(page: Page, method: string, { script = true } = {}): Promise<void> {
  await choose(page, paymentTitle(method))
  await pressPlaceOrder(page)
  if (!script) await page.getByRole('link', { name: 'Continue to pay' }).click()
  await page.getByRole('heading', { name: /^Pay with / }).waitFor()
  expect(new URL(page.url()).origin).toBe(sandboxUrl)
}

/** Expects the checkout with this message, an unchanged cart and unchanged stock. */
async function expectBack(page: Page, product: FoundProduct, message: string): Promise<void> {
  await page.locator('.checkout-notice').getByText(message).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/')
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left)
}

/** Returns the net amounts of an order in the provider's own list. */
async function netAmountsAt(page: Page, provider: string, order: string): Promise<string[]> {
  await page.goto(`${sandboxUrl}/${provider}`)
  const rows = page.getByRole('row', { name: order })
  return rows.locator('td:nth-child(3)').allTextContents()
}

test('[E10] [H2] Afterpay: canceled, declined, left open, then paid once although the reply of the capture is lost', async () => {
  const email = 'later@whitfield.example'
  const { page, product } = await atPayment(email)
  await goTo(page, PAY_LATER_METHOD)
  await page.getByRole('link', { name: 'Go back' }).click()
  await expectBack(page, product, ORDER_MESSAGES['payment-canceled'])
  await goTo(page, PAY_LATER_METHOD)
  await page.getByRole('link', { name: 'Pay, but be declined' }).click()
  await expectBack(page, product, DECLINE_MESSAGES.provider)
  await goTo(page, PAY_LATER_METHOD)
  // The shopper leaves Afterpay's page; the checkout still links to it.
  await page.goto(`${shopUrl}/checkout/`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue to pay' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).waitFor()
  await addFault(sandboxUrl, { target: 'afterpay-api', match: 'payments.capture', action: 'lose_reply' })
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  const number = await orderNumber(page)
  expect(await faultsLeft(sandboxUrl)).toBe(0)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
  await mailAbout(sandboxUrl, email, number)
  expect(await netAmountsAt(page, 'afterpay', number)).toHaveLength(1)
})

test('[E11] Affirm without script: denied, then a loan pays the order', async () => {
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
