/** Reports of the back office: from what shoppers ask for to the rows behind a number (H14s). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { REPORTS, reportHref } from '../schema/staff/reports/report-paths.ts'
import {
  collectErrors,
  DESKTOP,
  expectNoSidewaysScroll,
  expectWholeStaffPage,
  openBrowser,
  PHONE,
} from './browser.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'

const browser = openBrowser()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let shop: StaffShop

beforeAll(async () => {
  shop = await startStaffShop()
  await sell(300)
  await askFor('/search?q=nokian+hakka+195/65R15')
  // The first hourly run of the day after: today is rolled up then.
  await shop.cron(new Date(Math.ceil((Date.now() + DAY_MS) / HOUR_MS) * HOUR_MS))
})
afterAll(() => shop.stop())

/** Sells tires on the days of the last year, with a cost and a lot for each. */
async function sell(orders: number): Promise<void> {
  await shop.query(
    "INSERT INTO lot (id, source, kind, created_at) VALUES (900, 'Miller Auto Recycling', 'whole', 0)",
  )
  await shop.query(
    `UPDATE unit SET lot_id = 900, cost = 1800 + product_id % 9 * 200, suggested = 5000 + product_id % 11 * 400
      WHERE product_id % 3 < 2`,
  )
  await shop.query(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${orders - 1})
      INSERT INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
        currency, payment_method, addresses, totals, payload_hash, placed_at, updated_at)
      SELECT printf('TL-J%07d', i), 'journey-' || i, 'delivered', 'a@example.com', 0, 0, 0, 0, 0, 0, 'USD', 'stripe', '{}', '{}',
        '', ? - i * i % 120 * ${DAY_MS}, 0 FROM n`,
    Date.now() - HOUR_MS,
  )
  await shop.query(
    `INSERT INTO sales_order_line (order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku, unit_price,
        row_total, discount, tax, tax_percent, parts)
      SELECT o.id, 1, p.id, p.sku, 'simple', p.name, '', 1 + o.id % 2, 1, p.stock_sku, p.price, p.price * (1 + o.id % 2), 0, 0, 0, '[]'
      FROM sales_order o JOIN product p ON p.id = (SELECT id FROM product WHERE brand IS NOT NULL AND parent_id IS NULL
        AND id >= o.id * 37 % 1500 ORDER BY id LIMIT 1) WHERE o.order_number LIKE 'TL-J%'`,
  )
}

/** Opens a list as a shopper, and waits until it is counted. */
async function askFor(path: string): Promise<void> {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shop.url}${path}`)
  await page.waitForFunction(() => 'treadline' in window)
  await page.goto('about:blank')
  await vi.waitFor(
    async () => expect(await shop.query('SELECT sum(count) AS n FROM search_miss')).toEqual([{ n: 1 }]),
    { timeout: 20_000, interval: 200 },
  )
  await page.close()
}

test('[H14s] each report is whole and accessible, light and dark', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await shop.signIn(page, 'owner')
  const errors = collectErrors(page)
  for (const report of REPORTS) {
    await page.goto(`${shop.url}${reportHref(report, { days: 365 })}`)
    await expectWholeStaffPage(page)
  }
  expect(errors).toEqual([])
})

test('[H14s] on a phone, a shadow shows that a table goes on at its edge', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await shop.signIn(page, 'owner')
  await page.goto(`${shop.url}${reportHref('sales', { by: 'brand', days: 365 })}`)
  const table = page.getByRole('region', { name: 'Sales' })
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  expect(await table.evaluate((box) => getComputedStyle(box).backgroundImage)).toContain('gradient')
})

test('[H14s] a number of sold tires leads to its sales', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  await shop.signIn(page, 'books')
  await page.goto(`${shop.url}${reportHref('sales', { by: 'brand', days: 365 })}`)
  const sold = page.getByRole('row').nth(1).getByRole('link').first()
  const tires = Number((await sold.innerText()).replace(',', ''))
  await sold.click()
  await page.getByRole('heading', { name: 'Sold' }).waitFor()
  const counted = await page.locator('tbody tr td:nth-child(4)').allInnerTexts()
  expect(counted.reduce((sum, text) => sum + Number(text), 0)).toBe(tires)
})

test('[H14s] the buyer’s list is one sheet of paper, and its file opens without a connection', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await shop.signIn(page, 'owner')
  await page.goto(`${shop.url}${reportHref('demand')}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save for offline' }).click(),
  ])
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await page.getByText(/^And [\d,]+ more sizes?\.$/).waitFor()
  const size = await page.getByRole('row').nth(1).getByRole('rowheader').innerText()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  const offline = await browser.newPage({ viewport: PHONE })
  await offline.context().setOffline(true)
  const path = `${await file.path()}.html`
  await file.saveAs(path)
  await offline.goto(`file://${path}`)
  await offline.getByRole('rowheader', { name: size }).waitFor()
  await expectNoSidewaysScroll(offline)
})
