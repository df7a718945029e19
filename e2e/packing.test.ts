/** Orders are edited, tagged, and packed with a scanner that types, at 360 and at 1440 px (H14o). */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BEFORE_SENT } from '../schema/catalog/product/product.ts'
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

beforeAll(async () => {
  shop = await startStaffShop()
  await shop.query("INSERT INTO bin (code, walk) VALUES ('A-12', 1)")
  await shop.query("UPDATE unit SET bin = 'A-12'")
})
afterAll(() => shop.stop())

/** Makes two orders of the demo shop paid ones, and picks their tires. */
async function pickOrders(): Promise<string[]> {
  for (const table of ['order_parcel_item', 'order_parcel', 'order_shipment', 'pick_item'])
    await shop.query(`DELETE FROM ${table}`)
  await shop.query("UPDATE sales_order SET status = 'delivered'")
  const rows = await shop.query(
    "SELECT id, order_number FROM sales_order WHERE shipping_method IS NOT NULL AND email <> '' ORDER BY id DESC LIMIT 2",
  )
  await shop.query('INSERT OR IGNORE INTO pick_run (id, created_at) VALUES (7, 0)')
  for (const { id } of rows) {
    await shop.query("UPDATE sales_order SET status = 'paid' WHERE id = ?", Number(id))
    await shop.query('DELETE FROM order_refund WHERE order_id = ?', Number(id))
    await shop.query(
      `INSERT INTO pick_item (run_id, order_id, sku, tires, state) SELECT 7, order_id, stock_sku, sum(qty * setqty), 'picked'
        FROM sales_order_line WHERE order_id = ? AND service IS NULL GROUP BY stock_sku`,
      Number(id),
    )
  }
  return rows.map((row) => String(row.order_number))
}

/** Types as a scanner does: a code, then Enter. The field has the focus, so no hand leaves the tire. */
async function scan(page: Page, code: string): Promise<void> {
  // A page that was just opened gives its field the focus a little later.
  await page.locator('input:focus').waitFor()
  await page.keyboard.insertText(code)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

/** Gives the parcel of an order to a carrier's program and its tracking number back, then takes the number away again. */
async function sendFileThere(
  page: Page,
  order: string,
  expectPage: (page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(`${shop.url}/staff/carriers`)
  await expectPage(page)
  await page.getByLabel(order).setChecked(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(`${order}.1,${order},1,1,`)
  await page.getByLabel('CSV file').setInputFiles({
    ...{ name: 'labels.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`Reference,Tracking number\n${order}.1,1Z999AA10123456799\nTL-00000000.1,1Z1\n`),
  })
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await page.getByRole('button', { name: 'Send 1 parcel' }).waitFor()
  await expectPage(page)
  await page.getByRole('button', { name: 'Only save the numbers' }).click()
  await page.getByText('1 parcel now with a number.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('undone', { exact: false }).waitFor()
  await page.goto(`${shop.url}/staff/pack/${order}`)
}

for (const [name, viewport, colorScheme] of [
  ['a phone', PHONE, 'light'],
  ['a desk', DESKTOP, 'dark'],
] as const)
  test(`[H14o] at ${name}, an order is packed and sent with a scanner, its number corrected, and a canceled one goes back`, async () => {
    const [order = '', canceled = ''] = await pickOrders()
    const [item] = await shop.query(
      'SELECT i.sku, i.tires FROM pick_item i JOIN sales_order o ON o.id = i.order_id WHERE o.order_number = ?',
      order,
    )
    const sku = String(item?.sku)
    const page = await browser.newPage({ viewport, colorScheme })
    const expectPage = viewport === PHONE ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'yard')
    await page.goto(`${shop.url}/staff/pack/`)
    await expectPage(page)

    // From the order to its sent parcel: one press, two scans, one press.
    await page.goto(`${shop.url}/staff/orders/${order}`)
    await page.getByRole('link', { name: 'Pack by scan' }).click()
    await page.waitForURL(`**/staff/pack/${order}`)
    await expectPage(page)
    await scan(page, 'TL-9999999')
    await page.getByText('Wrong tire: TL-9999999 isn’t in this order.').waitFor()
    // Its report still promises a second inspection, which differs at first.
    await shop.query(
      `UPDATE product SET passport = json_set(passport, '$.grooves', json('[[7,7.5,7]]'),
        '$.secondInspection', json(?)) WHERE sku = ?`,
      JSON.stringify({ by: BEFORE_SENT, on: '' }),
      sku,
    )
    await scan(page, sku)
    for (const second of ['5', '7']) {
      await expectPage(page)
      await page.setViewportSize(viewport)
      for (const [at, depth] of ['7', second, '7'].entries())
        await page.getByLabel(`Groove ${at + 1}`, { exact: false }).fill(depth)
      await page.getByRole('button', { name: 'Everything’s right' }).click()
      await page
        .getByText(second === '5' ? 'Measure these grooves again.' : 'Inspected, and in the parcel.')
        .waitFor()
    }
    // Browsers report the form that was refused.
    expect(errors.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByRole('button', { name: 'Take out' }).click()
    await page.getByText('taken out.').waitFor()
    await page.getByLabel('Scan a tire').focus()
    await scan(page, `${shop.url}/U/${sku.replace('-', '')}`.toUpperCase())
    await page.getByText(`${sku} is in parcel 1.`).waitFor()
    await page.goto(`${shop.url}/staff/address-labels/?orders=${order}`)
    await page.getByText('Parcel 1 of 1').waitFor()
    await expectPage(page)
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/MediaBox \[[^\]]+\]/g)).toEqual(['/MediaBox [0 0 288 432]'])
    await page.goto(`${shop.url}/staff/pack/${order}`)
    await sendFileThere(page, order, expectPage)
    await scan(page, viewport === PHONE ? '1Z999AA10123456784' : '1Z999AA10123456785')
    await expectPage(page)
    await page.getByText('0 of', { exact: false }).waitFor({ state: 'detached' })
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Send parcel 1' }).press('Enter'),
    ])
    await page.getByText('Parcel sent.', { exact: false }).waitFor()
    await expectPage(page)

    await page.goto(`${shop.url}/staff/orders/${order}`)
    await page.getByLabel('New note').fill('The buyer calls before noon.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Note saved.').waitFor()
    await page.getByText('Correct the tracking number').click()
    await page
      .getByLabel('Tracking number', { exact: true })
      .last()
      .fill(viewport === PHONE ? '123456789012' : '123456789013')
    await expectPage(page)
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    await page.getByText('Tracking number corrected.', { exact: false }).waitFor()

    await page.goto(`${shop.url}/staff/pack/`)
    await shop.query("UPDATE sales_order SET status = 'canceled' WHERE order_number = ?", canceled)
    await page.getByLabel('Scan a picked tire').focus()
    await scan(page, canceled)
    await page.getByRole('heading', { name: 'Stop. Canceled.' }).waitFor()
    await page.getByText('Put back to A-12').first().waitFor()
    await expectPage(page)
    await page.getByRole('button', { name: 'Everything is back' }).click()
    await page.getByText('Everything is back.').waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

/** Makes the newest delivered order with two lines one that nobody has picked. */
async function unpickedOrder(): Promise<string> {
  const [row] = await shop.query(
    `SELECT id, order_number FROM sales_order o WHERE status = 'delivered' AND payment_method = 'stripe' AND NOT EXISTS
      (SELECT 1 FROM order_edit e WHERE e.order_id = o.id) AND
      (SELECT count(*) FROM sales_order_line l WHERE l.order_id = o.id AND l.service IS NULL) > 1 ORDER BY id DESC`,
  )
  const id = Number(row?.id)
  for (const table of [
    'order_parcel_item',
    'order_parcel',
    'order_shipment',
    'sales_order_event',
    'order_refund',
  ])
    await shop.query(`DELETE FROM ${table} WHERE order_id = ?`, id)
  await shop.query("UPDATE sales_order SET status = 'paid' WHERE id = ?", id)
  return String(row?.order_number)
}

for (const [name, viewport, colorScheme] of [
  ['a phone', PHONE, 'dark'],
  ['a desk', DESKTOP, 'light'],
] as const)
  test(`[H14o] at ${name}, an owner removes a line of an order and sees its refund first, then tags and assigns the order`, async () => {
    const order = await unpickedOrder()
    const page = await browser.newPage({ viewport, colorScheme })
    const expectPage = viewport === PHONE ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'owner')
    await page.goto(`${shop.url}/staff/orders/${order}`)
    await page.getByRole('link', { name: 'Remove or swap items' }).click()
    await page.waitForURL(`**/staff/orders/${order}/items`)
    await expectPage(page)
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Remove' }).first().click()
    await page.getByText(/^\$[\d,.]+ goes back to the customer\.$/).waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Remove the line' }).click()
    await page.waitForURL(`**/staff/orders/${order}`)
    await page.getByRole('heading', { name: 'Changes of the items' }).waitFor()

    await page.getByLabel('New tag').fill(`Rush ${viewport.width}`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByText('Tag added.').waitFor()
    await page.getByLabel('Looked after by').selectOption({ label: 'The owner' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Looked after by: The owner', { exact: false }).waitFor()
    await expectPage(page)
    await page.goto(`${shop.url}/staff/orders/?tab=all`)
    await page.getByLabel('Tag').selectOption(`rush ${viewport.width}`)
    await page.getByLabel('Looked after by').selectOption({ label: 'The owner' })
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL('**/staff/orders/?*assignee=*')
    expect(await page.getByRole('main').getByRole('link', { name: /^TL-/ }).allTextContents()).toEqual([
      order,
    ])
    await expectPage(page)
    expect(errors).toEqual([])
    await page.close()
  })
