/** A tire that came back is measured beside the report of its sale and put on sale again (H14r). */
import { afterAll, beforeAll, expect, test } from 'vitest'
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
let shop: StaffShop
/** Received returns, each of one used tire. */
let returns: { orderNumber: string; sku: string; depths: number[] }[] = []

beforeAll(async () => {
  shop = await startStaffShop()
  const lines = await shop.query(
    `SELECT o.id, o.order_number, l.item_id, p.sku, p.passport FROM sales_order_line l
      JOIN sales_order o ON o.id = l.order_id JOIN product p ON p.stock_sku = l.stock_sku AND p.parent_id IS NULL
      WHERE p.setqty = 1 AND p.type_id = 'simple' AND p.passport IS NOT NULL AND l.qty = 1 AND l.restocked_at IS NULL
      GROUP BY p.id ORDER BY p.id LIMIT 3`,
  )
  returns = []
  for (const { id, order_number, item_id, sku, passport } of lines) {
    await shop.query(
      `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
        VALUES (?, 1, ?, 'received', 'mind', ?, 0, 'refund', 'label', '', 1000, 0, 0)`,
      ...[Number(id), `journey-${id}`, JSON.stringify([{ itemId: item_id, pieces: 1 }])],
    )
    await shop.query('UPDATE stock SET qty = 0 WHERE stock_sku = ?', String(sku))
    const { grooves } = JSON.parse(String(passport)) as { grooves: number[][] }
    returns.push({ orderNumber: String(order_number), sku: String(sku), depths: grooves[0] ?? [] })
  }
})
afterAll(() => shop.stop())

for (const [index, name, viewport, colorScheme, javaScriptEnabled] of [
  [0, 'a phone', PHONE, 'light', true],
  [1, 'a desk', DESKTOP, 'dark', true],
  [2, 'a phone without script', PHONE, 'light', false],
] as const)
  test(`[H14r] at ${name}, a returned tire is measured, compared with its sale and put on sale again`, async () => {
    const { orderNumber, sku, depths } = returns[index] ?? { orderNumber: '', sku: '', depths: [] }
    const page = await browser.newPage({ viewport, colorScheme, javaScriptEnabled })
    const expectPage = viewport === PHONE && javaScriptEnabled ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'counter')
    await page.goto(`${shop.url}/staff/orders/${orderNumber}`)
    await page.getByRole('link', { name: 'Look at the tires' }).click()
    await page.getByRole('heading', { name: 'At the sale' }).waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    const [first = 0] = depths
    for (const [at, depth] of depths.entries())
      await page.getByLabel(`Groove ${at + 1}`, { exact: true }).fill(String(at === 0 ? first - 0.5 : depth))
    await page.getByText('Findings', { exact: true }).first().click()
    await page.getByLabel('Scuff').check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('Tread lost: 0.5/32 in.').waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    const stock = await shop.query('SELECT qty FROM stock WHERE stock_sku = ?', sku)
    expect(stock).toEqual([{ qty: 0 }])
    await page.getByRole('button', { name: 'Put on sale' }).click()
    await page.getByText(`${sku}: on sale.`).waitFor()
    await page.getByRole('heading', { name: 'When it came back' }).waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    await expectNoSidewaysScroll(page)
    expect(await shop.query('SELECT qty FROM stock WHERE stock_sku = ?', sku)).toEqual([{ qty: 1 }])
    expect(errors).toEqual([])
  })
