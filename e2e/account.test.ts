/** The account: access, changes, repeated orders, data export and deletion. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { findProduct, openPayment, putInCart, sendForm } from './api-client.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()
const PASSWORD = 'rubber-meets-road-26'

/** Creates an account by the form of the page; returns its e-mail address. */
async function register(page: Page, name: string): Promise<string> {
  const email = `${name}@account.example`
  await page.goto(`${shopUrl}/register/?back=/customer/account/`)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Phone').fill('(312) 555-0186')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByLabel(/^I accept/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${shopUrl}/customer/account/`)
  return email
}

/** Checks the page on a phone and on a desktop; `wide` runs axe on the desktop too, for another layout. */
async function expectGood(page: Page, { wide = false } = {}): Promise<void> {
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await expectNoSidewaysScroll(page)
  if (wide) await expectAccessible(page)
}

test('[A10] [E13] [F4] [F5] [F7] an account needs a sign-in, can be changed, shows and cancels orders, accepts documents, and can be deleted', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/customer/account/orders/`)
  await page.getByText('You need to be logged in to see this page').waitFor()
  const email = await register(page, 'ada')
  await expectGood(page, { wide: true })

  // Profile, by keyboard alone.
  await page.getByLabel('First name').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.getByText('Please use valid alphabet characters').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('firstName')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ida')
  await page.keyboard.press('Enter')
  await page.getByText('Account data has successfully been updated').waitFor()
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ida')

  // An address: the ZIP code fills in city and state, and must match the state.
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Address Book' }).click()
  await page.getByRole('link', { name: 'Add an address' }).click()
  await page.getByLabel('Street address').fill('1458 N Wood St')
  await page.getByLabel('ZIP code').fill('60622')
  await page.getByLabel('City').focus()
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('Illinois')
  await page.getByLabel('State').selectOption('Texas')
  await page.getByText('Invalid combination of zip code and state.').waitFor()
  await expectGood(page, { wide: true })
  await page.getByLabel('State').selectOption('Illinois')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Default shipping address').waitFor()
  expect(await page.locator('.account-list').textContent()).toContain('1458 N Wood St')
  await expectGood(page)
  await page.getByRole('link', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Remove address' }).click()
  await page.getByText('No addresses yet').waitFor()

  // An order of this customer is listed and can be ordered again.
  const number = await order(page)
  await page.goto(`${shopUrl}/customer/account/orders/`)
  await expectGood(page)
  await page.getByRole('link', { name: number }).click()
  await page.getByText('Order history').waitFor()
  await expectGood(page, { wide: true })
  await page.getByRole('button', { name: 'Buy again' }).click()
  await page.waitForURL(`${shopUrl}/cart/`)
  await page.locator('.cart-line').first().waitFor()

  // The order has not shipped: it can be canceled, and its invoice shows that nothing is due.
  await page.goBack()
  await page.getByText('Cancel this order', { exact: true }).click()
  await expectGood(page)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Your order is canceled.').waitFor()
  await page.getByRole('link', { name: 'Invoice' }).click()
  await page.getByText('nothing is due').waitFor()

  // A dealer's documents.
  const folder = mkdtempSync(join(tmpdir(), 'treadline-documents-'))
  writeFileSync(join(folder, 'licence.pdf'), '%PDF-1.7 a licence')
  writeFileSync(join(folder, 'licence.exe'), 'MZ')
  await page.goto(`${shopUrl}/customer/account/dealer/`)
  await page.getByLabel('Company name').fill('Berg & Daughters')
  await page.getByLabel('Company email').fill('office@berg.example')
  await page.getByLabel('EIN').fill('12-3456789')
  const send = page.getByRole('button', { name: 'Send application' })
  await send.click()
  await page.getByText('No files were uploaded').waitFor()
  await page.getByLabel('Documents').setInputFiles(join(folder, 'licence.exe'))
  await send.click()
  await page.getByText('Invalid extension').waitFor()
  await page.getByLabel('Documents').setInputFiles(join(folder, 'licence.pdf'))
  await send.click()
  const paper = page.getByRole('link', { name: 'licence.pdf' })
  await paper.waitFor()
  await expectGood(page)
  const fetched = await page.request.get(shopUrl + ((await paper.getAttribute('href')) ?? ''))
  expect(fetched.headers()['content-disposition']).toMatch(/^attachment/)
  rmSync(folder, { recursive: true })

  // The export of all data, then the deletion.
  await page.goto(`${shopUrl}/customer/account/stored-payment-methods/`)
  await page.getByText('No saved cards').waitFor()
  await expectGood(page)
  await page.goto(`${shopUrl}/customer/account/privacy-settings/`)
  await expectGood(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('treadline-my-data.json')
  const data = await (await page.request.get(`${shopUrl}/api/ext/account/my-data`)).json()
  expect([data.customer.email, data.sales_order.length, data.dealer_document.length]).toEqual([email, 1, 1])
  expect(errors).toEqual([])
  await page.getByLabel('Your password').fill('not-my-password')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('That isn’t your password.').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL(`${shopUrl}/login/`)
  await page.getByText('Your account has been deleted.').waitFor()
  await mailAbout(sandboxUrl, email, 'Your account was deleted')
  await page.goto(`${shopUrl}/customer/account/`)
  expect(page.url()).toContain('/login/?back=')
  await page.context().close()
})

test('[F4] a long order list has a second page, a shipped parcel and repeated orders', async () => {
  const [riley] = DEMO_ACCOUNTS
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/login/`)
  const fields = { action: 'sign-in', emailAddress: riley?.email ?? '', password: riley?.password ?? '' }
  await sendForm(page, `${shopUrl}/account/form/`, fields)
  await page.goto(`${shopUrl}/customer/account/orders/`)
  expect(await page.locator('.order-list > li').count()).toBe(20)
  await expectGood(page, { wide: true })
  await page
    .getByRole('link', { name: /^TL-|^Order TL-/ })
    .nth(2)
    .click()
  await page.getByRole('link', { name: /^On its way: UPS 1ZTREAD1\d{10}$/ }).waitFor()
  await expectGood(page)
  await page.goBack()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Page 2', exact: true })
    .click()
  await page.waitForURL(/[?&]page=2$/)
  expect(await page.locator('.order-list > li').count()).toBeGreaterThanOrEqual(6)
  await page.getByText(/^21 to \d+ of \d+$/).waitFor()
  await expectGood(page)
  await page.locator('.order-list a').first().click()
  await page.getByRole('button', { name: 'Buy again' }).click()
  await page.waitForURL(`${shopUrl}/cart/`)
  await page.locator('.cart-line').first().waitFor()
  expect(errors).toEqual([])
})

test('[F4] [F5] without script the forms of an account work by themselves', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: PHONE })
  await register(page, 'plain')
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Field is required').waitFor()
  await page.getByLabel('First name').fill('Edda')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Account data has successfully been updated').waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD}-new`)
  await page.getByLabel('Repeat new password').fill(`${PASSWORD}-new`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password has successfully been changed').waitFor()
  // The wish list button is a form.
  const { href } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await page.goto(shopUrl + href)
  await page.getByRole('button', { name: 'Add to wish list' }).click()
  await page.waitForURL(`${shopUrl}/customer/account/wish-list/`)
  expect(await page.locator('.card').count()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Take off / }).click()
  await page.getByText('Your wish list is empty.').waitFor()
  await page.goto(`${shopUrl}/customer/account/address-book/?edit=new`)
  await page.getByLabel('Street address').fill('1458 N Wood St')
  await page.getByLabel('ZIP code').fill('60622')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('State').selectOption('Texas')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Invalid combination of zip code and state.').waitFor()
  expect(await page.getByLabel('Street address').inputValue()).toBe('1458 N Wood St')
  await page.getByLabel('State').selectOption('Illinois')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('The address has been saved.').waitFor()
  await expectAccessible(page)
  await page.context().close()
})

/** Places an order of the signed-in customer with cash on delivery. */
async function order(page: Page): Promise<string> {
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await openPayment(page, shopUrl, { ...DANA, email: 'own-account@whitfield.example' })
  await choose(page, 'Cash on delivery')
  await pressPlaceOrder(page)
  return orderNumber(page)
}

test('[audit A1] a new e-mail address awaits confirmation, the page shows it, and then it signs in', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const errors = collectErrors(page)
  const email = await register(page, 'mover')
  await page.locator('#emailAddress').fill(`new.${email}`)
  await page.getByLabel('Your password').fill('not-this-one')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText("The password doesn't match this account").waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Open the link we sent to your new email address.').waitFor()
  await page.getByText(`new.${email} is waiting for you to open the link we emailed.`).waitFor()
  await expectGood(page)
  await mailAbout(sandboxUrl, email, 'Someone asked to change your email address')
  const { text = '' } = await mailAbout(sandboxUrl, `new.${email}`, 'Confirm your new email address')
  await page.goto(/https?:\S+confirm-email\S+/.exec(text)?.[0] ?? '')
  await expectGood(page, { wide: true })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(`${shopUrl}/login/`)
  await page.getByText('Your email address has changed. Sign in with the new one.').waitFor()
  await page.getByLabel('Email').first().fill(`new.${email}`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shopUrl}/customer/account/`)
  expect(errors.filter((line) => !line.includes('401'))).toEqual([])
})

test('[audit A1] a linked sign-in is listed; the last way to sign in cannot be removed', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/auth-login/start?provider=google`)
  await page.getByRole('link', { name: 'Jordan Reyes' }).click()
  await page.waitForURL(`${shopUrl}/customer/account/`)
  await page.getByRole('heading', { name: 'Linked sign-ins' }).waitFor()
  await page.getByText('Google, jordan@example.com', { exact: true }).first().waitFor()
  await expectGood(page, { wide: true })
  await page.getByRole('button', { name: 'Remove Google, jordan@example.com' }).click()
  await page.getByText('Choose a password first').waitFor()
})
