/**
 * Every way to pay once more, by a customer on a phone: left, declined, and paid. Guests on a desk are in card.test.ts and
 * pay-later.test.ts, a guest on a phone and a customer on a desk in wallet.test.ts, cash without script in
 * without-script.test.ts; so each way meets both shoppers, both screens and each end that it can take.
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
import { cartOf, type Found, findProduct, openPayment, putInCart, registerAt, stockOf } from './api-client.ts'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { chargesOf, repair } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { answerBank, choose, DANA, fillCard, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()
afterEach(() => repair(sandboxUrl))

/** A customer with one thing in the cart, at the end of the checkout. */
async function atPayment(email: string): Promise<{ page: Page; product: Found }> {
  const page = await browser.newPage({ viewport: PHONE })
  await registerAt(page, shopUrl, { ...DANA, email })
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  return { page, product }
}

/** The checkout as it stands, whatever it shows. */
async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** In the checkout with these words, everything as it was before. */
async function expectBack(page: Page, { sku, left }: Found, words: string): Promise<void> {
  await page.locator('.checkout-notice').getByText(words).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout/')
  expect(await cartOf(page, shopUrl)).toEqual([[sku, 1]])
  // The provider's word may still be on its way.
  await expect.poll(async () => (await stockOf(shopUrl, sku)).qty).toBe(left)
}

/** One order, one mail, one unit less, in the account of anyone who bought. Gives the number. */
async function expectSold(page: Page, { sku, left }: Found, email: string): Promise<string> {
  const number = await orderNumber(page)
  expect((await stockOf(shopUrl, sku)).qty).toBe(left - 1)
  await mailAbout(sandboxUrl, email, number)
  await page.goto(`${shopUrl}/customer/account/orders/`)
  await page.getByText(number).first().waitFor()
  return number
}

test('[E8] a card on a phone: refused by the bank, by the shopper, saved with the order, and paid with the next time', async () => {
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
  await look(page)
  expect(await chargesOf(sandboxUrl, email)).toEqual([])
  await pressPlaceOrder(page)
  await answerBank(page, 'Complete authentication')
  const first = await expectSold(page, product, email)

  // The address is known from the order before, and the card too; the bank asks for it again.
  await putInCart(page, shopUrl, product.sku)
  await page.goto(`${shopUrl}/checkout/`)
  await page.getByRole('button', { name: 'Go to shipping' }).click()
  await page.getByRole('button', { name: 'Go to payment' }).click()
  const saved = page.getByLabel('Visa ending in 3155')
  await saved.waitFor()
  expect(await saved.isChecked()).toBe(true)
  await look(page)
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
  test(`[${id}] ${name} on a phone, by a customer: left, declined, paid once`, async () => {
    const email = `${name}@pay.example`
    const { page, product } = await atPayment(email)
    const decide = async (word: string) => {
      await choose(page, paymentTitle(method))
      await pressPlaceOrder(page)
      await page.getByRole('link', { name: word, exact: true }).click()
    }
    for (const [word, said] of [leave, decline]) {
      await decide(word)
      await expectBack(page, product, said)
    }
    await decide(pay)
    const number = await expectSold(page, product, email)
    await page.goto(`${sandboxUrl}/${name}`)
    expect(await page.getByRole('row', { name: number }).count()).toBe(1)
  })
}

test('[E12] [E5] cash on a phone, by a customer: nothing is charged, and the address waits for the next order', async () => {
  const email = 'cash@pay.example'
  const { page, product } = await atPayment(email)
  await choose(page, paymentTitle(CASH_METHOD))
  await pressPlaceOrder(page)
  await expectSold(page, product, email)
  expect(await chargesOf(sandboxUrl, email)).toEqual([])
  await page.goto(`${shopUrl}/customer/account/address-book/`)
  await page.getByText(DANA.street).first().waitFor()
})
