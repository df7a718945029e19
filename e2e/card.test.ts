import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { DECLINE_MESSAGES } from '../schema/orders/payment.ts'
import { cartOf, type FoundProduct, findProduct, openPayment, putInCart, stockOf } from './api-client.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { addFault, chargesOf, clearFaults, faultsLeft, paymentsOf } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import {
  answerBank,
  choose,
  DANA,
  fillCard,
  isInView,
  mailAbout,
  orderNumber,
  pressPlaceOrder,
} from './steps.ts'

const browser = openBrowser()
afterEach(() => clearFaults(sandboxUrl))

/** Opens the card fields of a checkout with one product. */
async function atCardFields(email: string): Promise<{ page: Page; product: FoundProduct }> {
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, { min: 1, max: 4 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Pay by Card (Stripe)')
  return { page, product }
}

/** Expects the refusal's message in the form, an unchanged cart, and all units back in stock. */
async function expectRefused(page: Page, product: FoundProduct, message: string): Promise<void> {
  await page.locator('.checkout-notice').getByText(message).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/')
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left)
}

/** Expects one order, one charge for it, and one unit less in stock. */
async function expectSoldOnce(page: Page, product: FoundProduct, email: string): Promise<void> {
  const number = await orderNumber(page)
  const charges = await chargesOf(sandboxUrl, email)
  expect(charges.map(({ metadata }) => metadata.order_number)).toEqual([number])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
  await mailAbout(sandboxUrl, email, number)
}

test('[E8] declined cards are refused in the form and change nothing; then a good card pays once', async () => {
  const email = 'declined@whitfield.example'
  const { page, product } = await atCardFields(email)
  for (const number of ['4000000000000002', '4000000000009995']) {
    await fillCard(page, number)
    const answered = page.waitForResponse(`${shopUrl}/api/order`)
    await pressPlaceOrder(page)
    expect((await answered).status()).toBe(402)
    await expectRefused(page, product, DECLINE_MESSAGES.declined)
    await expect.poll(() => isInView(page.locator('.checkout-notice'))).toBe(true)
  }
  expect(await chargesOf(sandboxUrl, email)).toEqual([])
  await fillCard(page, '4242424242424242')
  await pressPlaceOrder(page)
  await expectSoldOnce(page, product, email)
})

test('[E8] a completed 3-D Secure places the order', async () => {
  const email = 'confirmed@whitfield.example'
  const { page, product } = await atCardFields(email)
  await fillCard(page, '4000002500003155')
  await pressPlaceOrder(page)
  await answerBank(page, 'Complete authentication')
  await expectSoldOnce(page, product, email)
})

test('[E8] a failed 3-D Secure is a refusal, and the next card pays', async () => {
  const email = 'unconfirmed@whitfield.example'
  const { page, product } = await atCardFields(email)
  await fillCard(page, '4000002500003155')
  await pressPlaceOrder(page)
  await answerBank(page, 'Fail authentication')
  // The message is the same whether this page or the shop receives the failure first.
  await page.locator('.checkout-notice').getByText(DECLINE_MESSAGES.authentication).waitFor()
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  // The provider notifies the shop, which releases the tires.
  await expect.poll(async () => (await stockOf(shopUrl, product.sku)).qty).toBe(product.left)
  expect(await chargesOf(sandboxUrl, email)).toEqual([])
  await fillCard(page, '4242424242424242')
  await pressPlaceOrder(page)
  await expectSoldOnce(page, product, email)
})

test('[H2] [E8] a charge with two lost replies is one order and one charge', async () => {
  const email = 'lost-reply@whitfield.example'
  const { page, product } = await atCardFields(email)
  await fillCard(page, '4242424242424242')
  await addFault(sandboxUrl, {
    target: 'stripe-api',
    match: 'payment_intents.confirm',
    action: 'lose_reply',
    times: 2,
  })
  await pressPlaceOrder(page)
  await expectSoldOnce(page, product, email)
  expect(await faultsLeft(sandboxUrl)).toBe(0)
  expect(await paymentsOf(sandboxUrl, email)).toHaveLength(1)
})

/** Checks the page of a pending payment without its automatic reload. */
async function expectPendingPage(shopper: Page, number: string): Promise<void> {
  const page = await shopper.context().newPage()
  await page.route('**/order/**', async (route) => {
    const response = await route.fetch()
    const { refresh, ...headers } = response.headers()
    expect(Number(refresh)).toBeGreaterThan(0)
    await route.fulfill({ response, headers })
  })
  await page.goto(shopper.url())
  await page.getByText(number, { exact: true }).waitFor()
  await expectAccessible(page)
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await expectNoSidewaysScroll(page)
    const [first, second] = await page.locator('.order-page > p').all()
    const [above, below] = [await first?.boundingBox(), await second?.boundingBox()]
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), 'gap of paragraphs').toBeGreaterThan(8)
  }
  await page.close()
}

test('[audit C4] the bank does not answer after a charge: the pending page appears within 12 s and resolves itself', async () => {
  const email = 'silent@whitfield.example'
  const { page, product } = await atCardFields(email)
  await fillCard(page, '4242424242424242')
  const confirming = { target: 'stripe-api', match: 'payment_intents.confirm', action: 'hang' }
  await addFault(sandboxUrl, { ...confirming, ms: 30_000 })
  // The shop repeats the request before its own reply, and gets no answer again.
  await addFault(sandboxUrl, { ...confirming, ms: 5_000 })
  const answered = page.waitForResponse(`${shopUrl}/api/order`)
  const pressed = Date.now()
  await pressPlaceOrder(page)
  expect((await answered).status()).toBe(202)
  expect(Date.now() - pressed).toBeLessThan(12_000)
  await page.getByRole('heading', { name: 'We’re still waiting for the bank' }).waitFor()
  const [charge] = await chargesOf(sandboxUrl, email)
  await expectPendingPage(page, charge?.metadata.order_number ?? '')
  await expectSoldOnce(page, product, email)
})
