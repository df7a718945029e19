/** Customers, dealers, coupons and settings in the back office, at a desk and on a phone (H14k, H14l). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProduct, putInCart } from './api-client.ts'
import { collectErrors, DESKTOP, expectWholeStaffPage, openBrowser, PHONE } from './browser.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'

const browser = openBrowser()
let shop: StaffShop

beforeAll(async () => {
  shop = await startStaffShop()
})
afterAll(() => shop.stop())

async function addDealer(id: number, company: string): Promise<void> {
  await shop.query(
    `INSERT INTO customer (id, email, firstname, lastname, telephone, group_id, company_name, company_email, ein, is_first_login,
      created_at, updated_at) VALUES (?1, 'shop' || ?1 || '@rims.example', 'Robin', 'Vale', '3125550199', 1, ?2,
      'office@rims.example', '12-3456789', 0, 0, 0)`,
    ...[id, company],
  )
  await shop.query(
    "INSERT INTO dealer_application (customer_id, state, applied_at) VALUES (?, 'waiting', ?)",
    ...[id, Date.now()],
  )
  await shop.query(
    "INSERT INTO dealer_document (customer_id, file_key, name, content_type, size, created_at) VALUES (?, 'x', 'Resale certificate 2026.pdf', 'application/pdf', 182004, 0)",
    id,
  )
}

async function open(
  path: string,
  viewport: typeof PHONE,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme })
  await shop.signIn(page, 'owner')
  await page.goto(`${shop.url}${path}`)
  return page
}

test('[H14k] a dealer is approved with two presses from Today, on a phone', async () => {
  await addDealer(9001, 'Rims & Co')
  const page = await open('/staff/', PHONE)
  const errors = collectErrors(page)
  await page.getByRole('link', { name: 'Dealers to answer' }).click()
  await page.getByRole('button', { name: 'Approve Rims & Co' }).click()
  await page.getByText('Approved. The dealer gets an email.').waitFor()
  await page.getByText('No dealer waits for an answer.').waitFor()
  expect(await shop.query('SELECT group_id FROM customer WHERE id = 9001')).toEqual([{ group_id: 2 }])
  expect(errors).toEqual([])
})

test('[H14k] a customer is found and opened by the keyboard alone', async () => {
  await addDealer(9002, 'Fleet Tires of Joliet')
  const page = await open('/staff/customers/', DESKTOP)
  await page.getByLabel('Name, email, phone, company or order').focus()
  await page.keyboard.type('tires of jol')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Customers for tires of jol' }).waitFor()
  const link = page.getByRole('link', { name: 'Robin Vale' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Robin Vale' }).waitFor()
  await page.getByRole('link', { name: 'Waits for us' }).click()
  await page.getByRole('heading', { name: 'Fleet Tires of Joliet' }).waitFor()
})

test('[H14l] a coupon is added on a phone and gives its discount in a cart, then it is stopped', async () => {
  const page = await open('/staff/coupons/', PHONE)
  await page.getByLabel('Code').fill('radio 5')
  await page.getByLabel('Advantage').selectOption('Dollars off')
  await page.getByLabel('Dollars', { exact: true }).waitFor()
  await page.getByLabel('Percent', { exact: true }).waitFor({ state: 'hidden' })
  await page.getByLabel('Advantage').selectOption('Percent off')
  await page.getByLabel('Dollars', { exact: true }).waitFor({ state: 'hidden' })
  await page.getByLabel('Percent', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Add coupon' }).click()
  await page.getByText('Use up to 40 letters, digits and hyphens.').waitFor()
  expect(await page.getByLabel('Percent', { exact: true }).inputValue()).toBe('5')
  await page.getByLabel('Code').fill('radio-5')
  await page.getByRole('button', { name: 'Add coupon' }).click()
  await page.getByRole('link', { name: 'RADIO-5' }).waitFor()
  const shopper = await browser.newPage({ viewport: PHONE })
  await putInCart(shopper, shop.url, (await findProduct(shop.url, { path: '/t/c/new' })).sku)
  await shopper.goto(`${shop.url}/cart/`)
  await shopper.getByLabel('Coupon').fill('radio-5')
  await shopper.getByLabel('Coupon').press('Enter')
  await shopper.getByText('RADIO-5').first().waitFor()
  await page.getByRole('button', { name: 'Stop RADIO-5' }).click()
  await page.getByText('Stopped. Carts that have it lose it at checkout.').waitFor()
  await page.getByRole('button', { name: 'Start RADIO-5' }).waitFor()
})

test('[H14l] hours of a store that were changed are on its page', async () => {
  const page = await open('/staff/settings/', DESKTOP)
  const store = page.locator('#store-1')
  await store.getByLabel('Hours').fill('Mon to Sat 7 a.m. to 7 p.m., Sun closed')
  await store.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved. The shop uses it from now on.').waitFor()
  const [row] = await shop.query("SELECT value FROM config WHERE path = 'stores/1/path'")
  await expect
    .poll(async () => (await page.request.get(`${shop.url}${row?.value}`)).text())
    .toContain('Mon to Sat 7 a.m. to 7 p.m.')
})

test('[H14k] customers, dealers, the view of an account and moved orders are whole and accessible, light and dark', async () => {
  await shop.query('DELETE FROM dealer_document')
  await shop.query('DELETE FROM customer WHERE id > 9000')
  await addDealer(9003, 'A company with a long name that has to wrap on a phone, LLC')
  const page = await open('/staff/dealers/', PHONE)
  await page.getByText('Ask or refuse').click()
  await expectWholeStaffPage(page)
  await page.goto(`${shop.url}/staff/customers/9003`)
  await page.getByText('Erase this account').click()
  await expectWholeStaffPage(page)
  await page.getByText('See the account as they see it').click()
  await page.getByLabel('Why you look').fill('Asks where the certificate is')
  await page.getByRole('button', { name: 'Look at the account' }).click()
  await page.getByText('This is the account of Robin Vale, as they see it.').waitFor()
  expect(await page.getByRole('button', { name: 'Save profile' }).isDisabled()).toBe(true)
  await expectWholeStaffPage(page)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('No orders yet').waitFor()
  await page.getByRole('link', { name: 'Back to the customer' }).click()
  await page.getByRole('heading', { name: 'Robin Vale' }).waitFor()
  await page.goto(`${shop.url}/staff/customers/`)
  await expectWholeStaffPage(page)
  await page.getByRole('link', { name: 'Move guests’ orders' }).click()
  await shop.query(
    "UPDATE sales_order SET customer_id = NULL, email = 'guest@rims.example' WHERE id = (SELECT min(id) FROM sales_order)",
  )
  await page.getByLabel('Orders of').fill('guest@rims.example')
  await page.getByLabel('Go to').fill('shop9003@rims.example')
  await page.getByRole('button', { name: 'Ask both addresses' }).click()
  await page.getByText('Both addresses get an email with a link.').waitFor()
  await expectWholeStaffPage(page)
})
