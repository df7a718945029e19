/**
 * Every payment method by a customer on a phone: canceled, declined and paid. Guests on a desktop are in
 * card.test.ts and pay-later.test.ts, a guest on a phone and a customer on a desktop in wallet.test.ts, cash
 * without script in without-script.test.ts; so each method is tested with guests and customers, phone and
 * desktop, and every result.
 */
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { ORDER_MESSAGES } from '../schema/orders/order.ts'
import {
  CARD_METHOD,
  CASH_METHOD,
  DECLINE_MESSAGES,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  paymentTitle,
} from '../schema/orders/payment.ts'
import {
  cartOf,
  type FoundProduct,
  findProduct,
  openPayment,
  putInCart,
  registerAt,
  stockOf,
} from './api-client.ts'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { chargesOf, clearFaults } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { answerBank, choose, DANA, fillCard, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()
afterEach(() => clearFaults(sandboxUrl))

/** Opens the last step of a customer's checkout with one product. */
async function atPayment(email: string): Promise<{ page: Page; product: FoundProduct }> {
  const page = await browser.newPage({ viewport: PHONE })
  await registerAt(page, shopUrl, { ...DANA, email })
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  return { page, product }
}

/** Checks the checkout in its current state. */
async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Expects the checkout with this message, an unchanged cart and unchanged stock. */
async function expectBack(page: Page, { sku, left }: FoundProduct, message: string): Promise<void> {
  await page.locator('.checkout-notice').getByText(message).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/')
  expect(await cartOf(page, shopUrl)).toEqual([[sku, 1]])
  // The provider's webhook may still be pending.
  await expect.poll(async () => (await stockOf(shopUrl, sku)).qty).toBe(left)
}

/** Expects one order in the account, one mail, one unit less; returns the order number. */
async function expectSold(page: Page, { sku, left }: FoundProduct, email: string): Promise<string> {
  const number = await orderNumber(page)
  expect((await stockOf(shopUrl, sku)).qty).toBe(left - 1)
  await mailAbout(sandboxUrl, email, number)
  await page.goto(`${shopUrl}/customer/account/orders/`)
  await page.getByText(number).first().waitFor()
  return number
}

test('[E8] a card on a phone: declined by the bank, refused by the shopper, saved with the order, and used for the next', async () => {
  const email = 'card@pay.example'
  const { page, product } = await atPayment(email)
  await choose(page, paymentTitle(CARD_METHOD))
  await choose(page, /^Save this card/)
  await fillCard(page, '4000000000000002')
  await pressPlaceOrder(page)
  await expectBack(page, product, DECLINE_MESSAGES.declined)
  await fillCard(page, '4000002500003155')
  await pressPlaceOrder(page)
  await answerBank(page, 'Fail authentication')
  await expectBack(page, product, DECLINE_MESSAGES.authentication)
  await checkPage(page)
  expect(await chargesOf(sandboxUrl, email)).toEqual([])
  await pressPlaceOrder(page)
  await answerBank(page, 'Complete authentication')
  const first = await expectSold(page, product, email)

  // Address and card are saved from the order before, so one screen is left; the bank requires authentication again.
  await putInCart(page, shopUrl, product.sku)
  await page.goto(`${shopUrl}/checkout/`)
  const saved = page.getByLabel('Visa ending in 3155')
  await saved.waitFor()
  expect(await saved.isChecked()).toBe(true)
  await checkPage(page)
  await pressPlaceOrder(page)
  await answerBank(page, 'Complete authentication')
  const second = await expectSold(page, { ...product, left: product.left - 1 }, email)
  const charged = (await chargesOf(sandboxUrl, email)).map(({ metadata }) => metadata.order_number)
  expect(charged).toEqual([second, first])
})

const PROVIDERS = [
  {
    id: 'E10',
    name: 'afterpay',
    method: PAY_LATER_METHOD,
    leave: ['Go back', ORDER_MESSAGES['payment-canceled']],
    decline: ['Pay, but be declined', DECLINE_MESSAGES.provider],
    pay: 'Pay',
  },
  {
    id: 'E11',
    name: 'affirm',
    method: INSTALLMENT_METHOD,
    leave: ['Go back', ORDER_MESSAGES['payment-canceled']],
    decline: ['Take the loan, but be declined', DECLINE_MESSAGES.provider],
    pay: 'Take the loan',
  },
] as const

for (const { id, name, method, leave, decline, pay } of PROVIDERS) {
  test(`[${id}] ${name} on a phone, by a customer: canceled, declined, paid once`, async () => {
    const email = `${name}@pay.example`
    const { page, product } = await atPayment(email)
    const decide = async (choice: string) => {
      await choose(page, paymentTitle(method))
      await pressPlaceOrder(page)
      await page.getByRole('link', { name: choice, exact: true }).click()
    }
    for (const [choice, message] of [leave, decline]) {
      await decide(choice)
      await expectBack(page, product, message)
    }
    await decide(pay)
    const number = await expectSold(page, product, email)
    await page.goto(`${sandboxUrl}/${name}`)
    expect(await page.getByRole('row', { name: number }).count()).toBe(1)
  })
}

test('[E12] [E5] cash on a phone, by a customer: nothing is charged, and the address is saved for the next order', async () => {
  const email = 'cash@pay.example'
  const { page, product } = await atPayment(email)
  await choose(page, paymentTitle(CASH_METHOD))
  await pressPlaceOrder(page)
  await expectSold(page, product, email)
  expect(await chargesOf(sandboxUrl, email)).toEqual([])
  await page.goto(`${shopUrl}/customer/account/address-book/`)
  await page.getByText(DANA.street).first().waitFor()
})
