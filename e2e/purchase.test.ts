import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import {
  addToCart,
  choose,
  DANA,
  fillCard,
  fillPersonal,
  fillShipping,
  findBySize,
  mailAbout,
  openFirst,
  orderNumber,
  pressPlaceOrder,
} from './steps.ts'

/** A mailbox of its own: the shop limits the orders of one, and other journeys order as Dana. */
const BUYER = { ...DANA, email: 'purchase@whitfield.example' }
const browser = openBrowser()

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_name, viewport) => {
  test('[E6] [E8] [A5] [B1] [E13] [E15] home, finder, filter, product, cart, checkout, card, order number, mail, look-up, cancellation', async () => {
    const page = await browser.newPage({ viewport })
    const errors = collectErrors(page)
    const checkPage = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await findBySize(page, shopUrl)
    // Opens a filter by its address: every filter is a link that can be shared.
    await page.goto(`${shopUrl}/t/s/225-45r17?condition=new&sort=final_price:asc`)
    expect(await page.locator('main').textContent()).toContain('Remove')
    await openFirst(page)
    await addToCart(page)
    await page.goto(`${shopUrl}/cart/`)
    await checkPage()
    await page
      .getByRole('link', { name: /^Check out/ })
      .first()
      .click()
    await page.waitForURL(`${shopUrl}/checkout/`)
    await checkPage()
    await fillPersonal(page, BUYER)
    await page.getByLabel('Street address').waitFor()
    await checkPage()
    await fillShipping(page, BUYER)
    await choose(page, 'Pay by Card (Stripe)')
    await fillCard(page, '4242424242424242')
    await checkPage()
    await pressPlaceOrder(page)
    const number = await orderNumber(page)
    await checkPage()
    const mail = await mailAbout(sandboxUrl, BUYER.email, number)
    expect(mail.subject).toContain(number)
    await findAndCancel(page, number)
    expect(errors).toEqual([])
  })
})

/** Finds the order as a guest and cancels it before it ships. */
async function findAndCancel(page: Page, number: string): Promise<void> {
  const checkPage = async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.goto(`${shopUrl}/sales/guest/form/`)
  await page.getByLabel('Order number').fill(number.slice(3).toLowerCase())
  await page.getByLabel('Email used for the order').fill(BUYER.email)
  await page.getByRole('button', { name: 'Find my order' }).click()
  await page.waitForURL(/\/order\//)
  await checkPage()
  await page.getByText('Cancel this order', { exact: true }).click()
  await checkPage()
  // Delays the request until the message during it was seen.
  let goOn = () => {}
  const released = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/order\//, async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Please wait...').waitFor()
  goOn()
  await page.getByText('Your order is canceled.').waitFor()
  await page.getByText('Canceled, refunded').waitFor()
  await checkPage()
  const mail = await mailAbout(sandboxUrl, BUYER.email, `Order ${number} is canceled`)
  expect(mail.text).toContain('the way you paid')
  await page.getByRole('link', { name: 'Print the invoice' }).click()
  await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
  await checkPage()
}
