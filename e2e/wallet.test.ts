import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { ORDER_MESSAGES } from '../schema/orders/order.ts'
import { DECLINE_MESSAGES } from '../schema/orders/payment.ts'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import {
  cartOf,
  type FoundProduct,
  findProduct,
  openPayment,
  putInCart,
  sendForm,
  stockOf,
} from './api-client.ts'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { addFault, clearFaults, faultsLeft } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()
afterEach(() => clearFaults(sandboxUrl))

/** Orders with PayPal and chooses on its page. */
async function payWith(page: Page, choice: string): Promise<void> {
  await choose(page, 'PayPal')
  await pressPlaceOrder(page)
  await page.getByRole('heading', { name: 'Pay with PayPal' }).waitFor()
  await page.getByRole('link', { name: choice, exact: true }).click()
}

/** Returns the net amounts of an order in PayPal's own list. */
async function netAmountsOf(page: Page, number: string): Promise<string[]> {
  await page.goto(`${sandboxUrl}/paypal`)
  await expectNoSidewaysScroll(page)
  return page.getByRole('row', { name: number }).locator('td:nth-child(3)').allTextContents()
}

async function expectBack(page: Page, product: FoundProduct, message: string): Promise<void> {
  await page.locator('.checkout-notice').getByText(message).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  // PayPal's webhook may arrive after the shopper.
  await expect.poll(async () => (await stockOf(shopUrl, product.sku)).qty).toBe(product.left)
}

test('[E9] a guest on a phone: canceled, declined, then paid once although every event is sent twice', async () => {
  const email = 'wallet@whitfield.example'
  const page = await browser.newPage({ viewport: PHONE })
  const product = await findProduct(shopUrl, { min: 1, max: 4 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await payWith(page, 'Cancel')
  await expectBack(page, product, ORDER_MESSAGES['payment-canceled'])
  await payWith(page, 'Approve, but be declined')
  await expectBack(page, product, DECLINE_MESSAGES.provider)
  await addFault(sandboxUrl, { target: 'paypal-webhook', match: '*', action: 'twice', times: 2 })
  await payWith(page, 'Approve')
  const number = await orderNumber(page)
  await mailAbout(sandboxUrl, email, number)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
  expect(await faultsLeft(sandboxUrl)).toBe(0)
  const total = /\$[\d.,]+/.exec((await netAmountsOf(page, number)).join())?.[0]
  expect(total).toMatch(/^\$\d+\.\d\d$/)
})

test('[E9] [H2] a customer: the reply of the capture is lost and the event is late, but the order is paid and in the account', async () => {
  const page = await browser.newPage()
  const [riley] = DEMO_ACCOUNTS
  const { email = '', password = '' } = riley ?? {}
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-in', emailAddress: email, password })
  const product = await findProduct(shopUrl, { min: 1, max: 4 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await addFault(sandboxUrl, { target: 'paypal-webhook', match: '*', action: 'delay', ms: 60_000, times: 2 })
  await addFault(sandboxUrl, { target: 'paypal-api', match: 'orders.capture', action: 'lose_reply' })
  await payWith(page, 'Approve')
  const number = await orderNumber(page)
  await page.goto(`${shopUrl}/customer/account/orders/`)
  await page.getByText(number).first().waitFor()
  expect(await netAmountsOf(page, number)).toHaveLength(1)
})
