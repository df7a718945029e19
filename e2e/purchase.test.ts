import { describe, expect, inject, test } from 'vitest'
import {
  complaints,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import {
  addToCart,
  DANA,
  fillCard,
  fillPersonal,
  fillShipping,
  findBySize,
  mailAbout,
  openFirst,
  orderNumber,
} from './steps.ts'

const shopUrl = inject('shopUrl')
const sandboxUrl = inject('sandboxUrl')
const browser = openBrowser()

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_name, viewport) => {
  test('[E6] [E8] [A5] [B1] home, finder, filter, product, cart, checkout, card, order number, mail', async () => {
    const page = await browser.newPage({ viewport })
    const wrong = complaints(page)
    const look = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await findBySize(page, shopUrl)
    // A filter by its own address: every filter is a link that can be shared.
    await page.goto(`${shopUrl}/t/s/225-45r17?condition=new&sort=final_price:asc`)
    expect(await page.locator('main').textContent()).toContain('Remove')
    await openFirst(page)
    await addToCart(page)
    await page.goto(`${shopUrl}/cart/`)
    await look()
    await page
      .getByRole('link', { name: /^Check out/ })
      .first()
      .click()
    await page.waitForURL(`${shopUrl}/checkout/`)
    await look()
    await fillPersonal(page)
    await page.getByLabel('Street address').waitFor()
    await look()
    await fillShipping(page)
    await page.getByLabel('Pay by Card (Stripe)').check()
    await fillCard(page, '4242424242424242')
    await look()
    await page.getByRole('button', { name: /^Place order|^Pay/ }).click()
    const number = await orderNumber(page)
    await look()
    const mail = await mailAbout(sandboxUrl, DANA.email, number)
    expect(mail.subject).toContain(number)
    expect(wrong).toEqual([])
  })
})
