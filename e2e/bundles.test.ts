import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { groupPage } from './page-kinds.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import {
  choose,
  DANA,
  fillCard,
  fillPersonal,
  fillShipping,
  mailAbout,
  orderNumber,
  pressPlaceOrder,
} from './steps.ts'

const browser = openBrowser()
const BUYER = { ...DANA, email: 'bundles@whitfield.example' }

const BUNDLE = '/p/B4-225-45R17/four-new-tires-with-mounting-kit-225-45r17'
const BAGS = '/p/SB-1/storage-bags-set-of-four'
const GUIDE = '/p/CG-1/tire-care-guide'

async function addFrom(page: Page, path: string): Promise<void> {
  if (path !== '') await page.goto(shopUrl + path)
  const answered = page.waitForResponse((response) => response.url().endsWith('/cart/form/'))
  await page.locator('#buy button[type="submit"]').click()
  expect((await answered).status()).toBe(200)
}

async function pay(page: Page): Promise<string> {
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  return order(page)
}

async function order(page: Page): Promise<string> {
  await pressPlaceOrder(page)
  return orderNumber(page)
}

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('[C8] [D8] on %s a bundle, a group and bags with a name are one paid order', async (_, viewport) => {
  const page = await browser.newPage({ viewport })
  const errors = collectErrors(page)
  await addFrom(page, BUNDLE)
  await page.goto(shopUrl + BAGS)
  await page.getByLabel(/^White/).check()
  await page.getByLabel(/^Name on the tags/).fill('Dana W.')
  await addFrom(page, '')
  await addFrom(page, await groupPage(shopUrl))
  await page.goto(`${shopUrl}/cart/`)
  expect(await page.locator('h1').textContent()).toBe('Cart, 8 tires')
  const [bundle, bags] = [page.locator('.cart-line').nth(0), page.locator('.cart-line').nth(1)]
  expect(await bundle.locator('dt').allTextContents()).toEqual(['Tires, set of four', 'Mounting kit'])
  expect(await bags.locator('dd').allTextContents()).toEqual(['White', 'Dana W.'])
  expect(await page.locator('.cart-line').count()).toBe(4)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`${shopUrl}/checkout/`)
  await fillPersonal(page, BUYER)
  await fillShipping(page)
  await page
    .getByText(/^Illinois tire fee, 8 at \$2\.50$/)
    .first()
    .waitFor({ state: 'attached' })
  const number = await pay(page)
  const thanks = await page.locator('main').textContent()
  for (const text of ['Mounting kit with rubber stems', 'Dana W.', 'Illinois tire fee, 8 at $2.50']) {
    expect(thanks).toContain(text)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const mail = await mailAbout(sandboxUrl, BUYER.email, number)
  expect(mail.text).toContain('Name on the tags: Dana W.')
  expect(errors).toEqual([])
})

test('[C8] the guide needs no address, and the page and the mail link to its file', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await addFrom(page, GUIDE)
  await page.goto(`${shopUrl}/checkout/`)
  await page.getByLabel('Email').fill(BUYER.email)
  await page.getByLabel('First name').first().fill(DANA.first)
  await page.getByLabel('Last name').first().fill(DANA.last)
  // Nothing is shipped, so there is no shipping step.
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByLabel('Pay by Card (Stripe)').waitFor()
  expect(await page.getByText('Cash on delivery').count()).toBe(0)
  const fields = { Street: DANA.street, ZIP: DANA.zip, City: DANA.city, Phone: DANA.phone }
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(new RegExp(`^${label}`)).fill(value)
  await page.getByLabel('State').selectOption({ label: DANA.state })
  // The billing address decides the tax, which is shown before any press.
  await page
    .getByText('Enter your billing ZIP to see sales tax and tire fees.')
    .waitFor({ state: 'detached' })
  // The order costs nothing, so it needs no card.
  await page.getByText('You won’t be charged now.').waitFor()
  const number = await order(page)
  const link = page.getByRole('link', { name: 'Tire care guide (PDF)' })
  const saving = page.waitForEvent('download')
  await link.click()
  expect((await saving).suggestedFilename()).toBe('tire-care.pdf')
  await expectAccessible(page)
  const mail = await mailAbout(sandboxUrl, BUYER.email, number)
  const href = /http\S+\/download\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
  const file = await fetch(href)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await file.text()).slice(0, 8)).toBe('%PDF-1.7')
  expect((await fetch(href.replace('proof=', 'proof=x'))).status).toBe(403)
  expect(errors).toEqual([])
})

test('[C8] without JavaScript a bundle and a group are plain forms, and the cart reports a missing product', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(shopUrl + BUNDLE)
  await page.locator('#buy button[type="submit"]').click()
  await page.waitForURL(`${shopUrl}/cart/?notice=added`)
  await page.goto(shopUrl + (await groupPage(shopUrl)))
  await page.locator('#buy button[type="submit"]').click()
  await page.waitForURL(`${shopUrl}/cart/?notice=added`)
  expect(await page.locator('.cart-line').count()).toBe(3)
  await expectAccessible(page)
  await page.goto(`${shopUrl}/cart/?notice=group-short`)
  await page
    .getByText('A product of the group isn’t available in this quantity. Nothing was added.')
    .waitFor()
})
