/** Staff sell at the counter: scan, cash, receipt, and a web buyer who wants the same tire at the same moment (H14p). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectNoSidewaysScroll,
  expectWholePage,
  expectWholeStaffPage,
  openBrowser,
  PHONE,
} from './browser.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'
import { bringIntoView, fillCard } from './steps.ts'

const browser = openBrowser()
let shop: StaffShop

beforeAll(async () => {
  shop = await startStaffShop()
})
afterAll(() => shop.stop())

/** Tires of which the shop has one, the newest first. */
async function singleTires(): Promise<{ sku: string; href: string }[]> {
  const rows = await shop.query(
    `SELECT p.sku, p.url_key FROM product p JOIN unit u ON u.product_id = p.id JOIN stock s ON s.stock_sku = p.stock_sku
      WHERE u.state = 'live' AND s.qty = 1 AND p.type_id = 'simple' AND p.visibility > 1 ORDER BY p.id DESC LIMIT 8`,
  )
  return rows.map(({ sku, url_key: slug }) => ({
    sku: String(sku),
    href: `/p/${String(sku)}/${String(slug)}`,
  }))
}

async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel('Scan or type a tire').fill(code)
  await page.keyboard.press('Enter')
}

for (const [name, viewport, colorScheme] of [
  ['a phone', PHONE, 'light'],
  ['a desk', DESKTOP, 'dark'],
] as const)
  test(`[H14p] at ${name}, a walk-in sale is paid in cash in four taps, and its receipt is printed`, async () => {
    const [tire, second, third] = await singleTires()
    if (!tire || !second || !third) throw new Error('no tires')
    const page = await browser.newPage({ viewport, colorScheme })
    const expectPage = viewport === PHONE ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'counter')
    await page.goto(`${shop.url}/staff/sell/`)
    await expectPage(page)
    let taps = 0
    await scan(page, `${shop.url}/U/${tire.sku.replace('-', '')}`.toUpperCase())
    taps += 1
    await page.getByText(`${tire.sku} is held.`).waitFor()
    await page.getByText(/\d+:\d\d left/).waitFor()
    await expectPage(page)
    await page.getByLabel('Cash given').fill('1')
    await page.keyboard.press('Enter')
    await page.getByText(/That’s \$[\d.]+ less than/).waitFor()
    await expectPage(page)
    await page.getByLabel('Cash given').fill('900')
    taps += 1
    await page.getByRole('button', { name: /Take \$[\d.]+ in cash/ }).click()
    taps += 1
    await page.getByText('handed over').waitFor()
    expect(await page.locator('.counter-change').innerText()).toMatch(/Change\s\$\d+\.\d\d/)
    await expectPage(page)
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Print receipt' }).click()
    taps += 1
    const receipt = await opened
    await receipt.getByText('Cash', { exact: true }).waitFor()
    expect(await receipt.locator('.receipt').innerText()).toContain(tire.sku)
    expect(taps).toBeLessThanOrEqual(8)
    await receipt.close()

    await page.getByRole('link', { name: 'Next sale' }).click()
    await scan(page, tire.sku)
    await page.getByText(`${tire.sku} was sold in order`).waitFor()
    await scan(page, second.sku)
    await page.getByText('Give a discount').click()
    await page.getByLabel('Discount in percent').fill('80')
    await page.getByLabel('Why').fill('Regular')
    // What was typed stays while another tire is scanned.
    await scan(page, third.sku)
    await page.getByText(`${third.sku} is held.`).waitFor()
    expect(await page.getByLabel('Discount in percent').inputValue()).toBe('80')
    await page.getByLabel('Why').press('Enter')
    await page.getByText('You can give up to 10%').waitFor()
    await expectPage(page)
    await page.getByText('Hold longer, or end the sale').click()
    await page.getByRole('button', { name: 'End without a sale' }).click()
    await page.getByText('The sale is ended.').waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

test('[H14p] a scan takes the tire off the shop: its product page no longer sells it', async () => {
  const [tire] = await singleTires()
  if (!tire) throw new Error('no tire')
  const page = await browser.newPage({ viewport: DESKTOP })
  const shopper = await browser.newPage({ viewport: DESKTOP })
  await shop.signIn(page, 'counter')
  await page.goto(`${shop.url}/staff/sell/`)
  await shopper.goto(`${shop.url}${tire.href}`)
  await shopper.getByRole('button', { name: /^Add/ }).first().waitFor()
  await scan(page, tire.sku)
  await page.getByText(`${tire.sku} is held.`).waitFor()
  const product = async () => (await fetch(`${shop.url}${tire.href}`)).text()
  await expect.poll(product).not.toContain('schema.org/InStock')
  await shopper.getByRole('button', { name: /^Add/ }).first().click()
  await shopper
    .getByText(/sold|out of stock|available/i)
    .first()
    .waitFor()
  await page.close()
  await shopper.close()
})

/** Opens the link on a phone without an account, and fills in who pays. */
async function openPayLink(link: string, email: string, javaScriptEnabled = true): Promise<Page> {
  const phone = await browser.newPage({ viewport: PHONE, javaScriptEnabled })
  await phone.goto(link)
  for (const [label, text] of [
    ['Email', email],
    ['First name', 'Ada'],
    ['Last name', 'Miller'],
    ['Street address', '100 Main St'],
    ['City', 'Dallas'],
    ['State', 'TX'],
    ['ZIP code', '75201'],
    ['Phone', '3125550142'],
  ] as const)
    await phone.getByLabel(label, { exact: true }).fill(text)
  return phone
}

/** Begins a sale and makes its pay link. */
async function makePayLink(page: Page): Promise<{ sku: string; link: string }> {
  const [tire] = await singleTires()
  if (!tire) throw new Error('no tire')
  await page.goto(`${shop.url}/staff/sell/`)
  await scan(page, tire.sku)
  await page.getByText(`${tire.sku} is held.`).waitFor()
  await page.getByRole('button', { name: 'Send a pay link' }).click()
  await page.getByRole('img', { name: 'QR code of the pay link' }).waitFor()
  return { sku: tire.sku, link: (await page.locator('#pay-link').innerText()).trim() }
}

/** Records the notices of the browser, which a headless one doesn't show, for a person who asked for them. */
const recordNotices = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem('staff-notices', 'on')
    class Recorder {
      static permission = 'granted'
      constructor(_title: string, { body }: { body: string }) {
        document.documentElement.dataset.notice = body
      }
    }
    Object.assign(window, { Notification: Recorder })
  })

/** Puts a note on the list of the person who signed in last. */
async function mention(): Promise<void> {
  await shop.query(
    "INSERT INTO order_note (order_id, text, created_at) SELECT max(id), 'Wrap it', ? FROM sales_order",
    Date.now(),
  )
  await shop.query(
    `INSERT INTO order_mention (note_id, staff_id) SELECT (SELECT max(id) FROM order_note), staff_id
      FROM staff_session ORDER BY created_at DESC LIMIT 1`,
  )
}

test('[H14p] a pay link is paid on a phone without an account, once', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  const errors = collectErrors(page)
  await recordNotices(page)
  await shop.signIn(page, 'counter')
  const { sku, link } = await makePayLink(page)
  await mention()
  await expectWholeStaffPage(page)
  const phone = await openPayLink(link, 'ada@example.com')
  await fillCard(phone, '4242424242424242')
  await expectWholePage(phone)
  await expectNoSidewaysScroll(phone)
  const pay = phone.getByRole('button', { name: /^Pay \$/ })
  await bringIntoView(pay)
  await pay.click()
  await phone.waitForURL(/\/order\/TL-/)
  // The open screen shows it.
  await page.getByText('1 new order.').waitFor({ timeout: 2_000 })
  expect(await page.title()).toMatch(/^\(2\) /)
  await page.locator('html[data-notice="1 new note for you."]').waitFor({ state: 'attached' })
  const orders = await shop.query(
    "SELECT o.status FROM sales_order o JOIN sales_order_line l ON l.order_id = o.id WHERE l.sku = ? AND o.status <> 'canceled'",
    sku,
  )
  expect(orders).toEqual([{ status: 'paid' }])
  await phone.goto(link)
  await phone.getByText('Paid, thank you').waitFor()
  await page.getByRole('link', { name: 'Back to the sale' }).click()
  await page.getByText('to be sent or picked up').waitFor()
  expect(errors).toEqual([])
  await Promise.all([page, phone].map((one) => one.context().close()))
})

test('[H14p] a pay link is begun at PayPal, left, and paid at Afterpay without script', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  await shop.signIn(page, 'counter')
  const { sku, link } = await makePayLink(page)
  const phone = await openPayLink(link, 'ada@example.com')
  const paypal = phone.getByRole('button', { name: 'PayPal' })
  await bringIntoView(paypal)
  await paypal.click()
  await phone.getByRole('heading', { name: /^Pay with / }).waitFor()
  await phone.goto(link)
  await phone.getByRole('link', { name: 'Continue to PayPal' }).waitFor()
  await expectWholePage(phone)
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Pay another way' }).click()
  await phone.getByText('You came back without paying.').waitFor()
  const other = await openPayLink(link, 'ben@example.com', false)
  await other.getByRole('button', { name: 'Afterpay' }).click()
  await other.getByRole('link', { name: 'Continue to Afterpay' }).click()
  await other.getByRole('link', { name: 'Pay', exact: true }).click()
  await other.waitForURL(/\/order\/TL-/)
  const orders = await shop.query(
    "SELECT o.payment_method AS method FROM sales_order o JOIN sales_order_line l ON l.order_id = o.id WHERE l.sku = ? AND o.status = 'paid'",
    sku,
  )
  expect(orders).toEqual([{ method: 'afterpay' }])
  await phone.goto(link)
  await phone.getByText('Paid, thank you').waitFor()
  await Promise.all([page, phone, other].map((one) => one.context().close()))
})
