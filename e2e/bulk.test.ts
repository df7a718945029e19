/** A manager lowers many prices with a preview and undoes it, and changes a price by a file (H14v, H14w). */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
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
})
afterAll(() => shop.stop())

/** Looks at a page as everybody of the staff sees it. */
async function expectGood(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize()
  await (viewport?.width === PHONE.width ? expectWholeStaffPage : expectNoSidewaysScroll)(page)
  // Both of them end at the width of a phone.
  if (viewport) await page.setViewportSize(viewport)
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}

const figure = (page: Page, label: string) =>
  page.locator('.bulk-figures > div', { has: page.getByText(label, { exact: true }) }).locator('dd')

const [units, changed] = [40, 30]
const priceOf = async (sku: string) =>
  (await shop.query('SELECT price FROM product WHERE sku = ?', sku))[0]?.price

for (const [name, viewport, colorScheme] of [
  ['a phone', PHONE, 'light'],
  ['a desk', DESKTOP, 'dark'],
] as const) {
  const picture = (what: string) => `${viewport.width}-${what}`

  test(`[H14v] at ${name}, all units of a filter get a new price after a preview, and the old one by undo`, async () => {
    const lot = viewport.width
    await shop.query("INSERT INTO lot (id, source, kind, created_at) VALUES (?, 'Pile', 'whole', 0)", lot)
    await shop.query(
      `UPDATE unit SET lot_id = ?, cost = NULL WHERE product_id IN (SELECT p.id FROM product p JOIN unit u ON u.product_id = p.id
        WHERE type_id = 'simple' AND special_price IS NULL AND lot_id IS NULL ORDER BY p.id LIMIT ${units})`,
      lot,
    )
    // Some cost more than they would be sold for.
    await shop.query(
      `UPDATE unit SET cost = 9999900 WHERE product_id IN (SELECT product_id FROM unit WHERE lot_id = ? LIMIT ${units - changed})`,
      lot,
    )
    const [sold] = await shop.query(
      'SELECT sku, price, url_path FROM product p JOIN unit u ON u.product_id = p.id WHERE lot_id = ? AND cost IS NULL LIMIT 1',
      lot,
    )
    const page = await browser.newPage({ viewport, colorScheme })
    const errors = collectErrors(page)
    await shop.signIn(page, 'manager')
    await page.goto(`${shop.url}/staff/units/?lot=${lot}`)
    await expectGood(page, picture('1-units'))
    await page.getByRole('link', { name: 'Change all of them' }).click()
    await page.getByRole('heading', { name: `Change ${units} units` }).waitFor()
    await expectGood(page, picture('2-edit'))
    await page.getByLabel('Amount').fill('20')
    await page.getByLabel('Why').first().fill('Winter sale')
    await page.getByLabel('Round to whole dollars').uncheck()
    await page.getByRole('button', { name: 'Preview prices' }).click()
    await page.waitForURL(/\/staff\/bulk\/\d+$/)
    expect(await figure(page, 'Will change').innerText()).toBe(String(changed))
    expect(await figure(page, 'Refused').innerText()).toBe(String(units - changed))
    await expectGood(page, picture('3-preview'))
    expect(await priceOf(String(sold?.sku))).toBe(sold?.price)

    await page.getByRole('button', { name: `Change ${changed} units` }).click()
    await figure(page, 'Changed').waitFor()
    expect(await figure(page, 'Changed').innerText()).toBe(String(changed))
    const lowered = Math.floor((Number(sold?.price) * 8_000 + 5_000) / 10_000)
    expect(await priceOf(String(sold?.sku))).toBe(lowered)
    await expectGood(page, picture('4-result'))

    await page.getByRole('button', { name: `Undo ${changed} changes` }).click()
    await page.getByRole('heading', { name: 'Undo' }).waitFor()
    expect(await figure(page, 'Undone').innerText()).toBe(String(changed))
    expect(await priceOf(String(sold?.sku))).toBe(sold?.price)
    await page.goto(`${shop.url}/staff/plans/?lot=${lot}`)
    await expectGood(page, picture('5-plans'))
    await page.getByLabel('Name').fill('Old tires')
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.waitForURL(/\/staff\/plans\/\d+$/)
    await page.getByLabel('What it would change on').fill('2030-01-31')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/on=2030-01-31/)
    expect(Number(await figure(page, 'Would change').innerText())).toBeGreaterThan(0)
    await expectGood(page, picture('5-plan'))
    await page.goto(`${shop.url}/staff/bulk/`)
    await expectGood(page, picture('5-list'))
    expect(errors).toEqual([])
    await page.close()
  })

  test(`[H14v] at ${name}, units are edited as a sheet, left, found again, saved, and undone as one`, async () => {
    const lot = viewport.width + 1
    await shop.query("INSERT INTO lot (id, source, kind, created_at) VALUES (?, 'Sheet', 'whole', 0)", lot)
    await shop.query(
      `UPDATE unit SET lot_id = ?, cost = NULL, suggested = NULL, bin = NULL WHERE product_id IN (SELECT p.id FROM product p
        JOIN unit u ON u.product_id = p.id WHERE type_id = 'simple' AND special_price IS NULL AND state = 'live' AND lot_id IS NULL
        ORDER BY p.id LIMIT 12)`,
      lot,
    )
    const isTouch = viewport.width < 600
    const page = await browser.newPage({ viewport, colorScheme, hasTouch: isTouch })
    const errors = collectErrors(page)
    await shop.signIn(page, 'manager')
    await page.goto(`${shop.url}/staff/units/?lot=${lot}`)
    await page.getByRole('link', { name: 'Edit as a sheet' }).click()
    await page.getByRole('heading', { name: 'Edit 12 units' }).waitFor()
    const cell = (row: number, column: number) =>
      page.locator('tbody tr').nth(row).getByRole('gridcell').nth(column)
    await page.getByRole('grid').waitFor()
    const [first = '', second = '', third = ''] = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.sku ?? ''))
    const before = Number(await priceOf(first))
    const higher = (before / 100 + 1).toFixed(2)
    if (isTouch) {
      await cell(0, 0).tap()
      await cell(0, 0).tap()
      await page.keyboard.insertText(higher)
      await page.getByRole('button', { name: 'Fill down' }).tap()
    } else {
      await cell(0, 0).click()
      await page.keyboard.type(higher)
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Control+d')
    }
    expect(await cell(11, 0).innerText()).toBe(higher)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await cell(0, 0).innerText()).toBe(higher)
    await page.getByText('1 cell not saved yet.').waitFor()

    // A block of a sheet: prices and special prices of the second and third unit, and a text that is no price.
    await cell(1, 0).click()
    await page.getByRole('button', { name: 'Paste', exact: true }).click()
    await expectAccessible(page)
    await page.getByLabel('Cells copied from a sheet').fill('cheap\t\n20\t\n')
    await page.getByRole('button', { name: 'Paste into the sheet' }).click()
    expect(await cell(1, 0).getAttribute('aria-invalid')).toBe('true')
    await cell(0, 2).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel(`Bin, ${first}`).fill('nowhere')
    await page.keyboard.press('Enter')
    await expectGood(page, picture('9-grid'))

    // Leaving loses nothing; what somebody else changed meanwhile is shown with both values.
    await page.goto(`${shop.url}/staff/units/`)
    await shop.query('UPDATE product SET price = price + 500 WHERE sku = ?', third)
    await page.goto(`${shop.url}/staff/units/grid/?lot=${lot}`)
    await page.getByText('someone set it to', { exact: false }).waitFor()
    expect(await cell(0, 0).innerText()).toBe(higher)
    await page.getByRole('button', { name: 'Use my 20.00' }).click()
    await page.getByLabel('Why').fill('Sheet of prices')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('heading', { name: '1 unit changed' }).waitFor()
    await page.getByText('No bin has this code.').waitFor()
    expect(await priceOf(third)).toBe(2_000)
    expect(await priceOf(first)).toBe(before)
    await expectGood(page, picture('9-saved'))

    await cell(0, 2).click()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: second }).click()
    await page.keyboard.press('Delete')
    await page.keyboard.type(higher)
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('heading', { name: '2 units changed' }).waitFor()
    expect(await priceOf(second)).toBe(Math.round(Number(higher) * 100))
    await page.getByRole('link', { name: 'See the change or undo it' }).click()
    await page.getByRole('button', { name: 'Undo 2 changes' }).click()
    await figure(page, 'Undone').waitFor()
    expect(await priceOf(first)).toBe(before)
    expect(errors).toEqual([])
    await page.close()
  })

  test(`[H14w] at ${name}, units are exported, a price is changed in the file, and imported`, async () => {
    const page = await browser.newPage({ viewport, colorScheme })
    const errors = collectErrors(page)
    await shop.signIn(page, 'owner')
    await page.goto(`${shop.url}/staff/units/?sort=sku`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export', exact: true }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    const [, sku = '', version = '', state = '', price = ''] =
      /\r\n(TL-\d+),(\d+),(live),([\d.]+),,/.exec(csv) ?? []
    const row = [sku, version, state, price].join()
    await page.goto(`${shop.url}/staff/import/`)
    await expectGood(page, picture('6-import'))
    const choose = async (content: string) => {
      await page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
      await page.getByLabel('Why').fill('New price list')
      await page.getByRole('button', { name: 'Check file' }).click()
    }
    await choose(csv.replaceAll(',', ';'))
    await page.getByText('separated by semicolons').waitFor()
    await expectGood(page, picture('7-refused'))
    await choose(csv)
    await page.getByText('This file changes nothing').waitFor()
    await choose(`${csv.replace(row, [sku, version, state, '123.45'].join())}TL-NONE,1,live,10\r\n`)
    await page.waitForURL(/\/staff\/bulk\/\d+$/)
    await page.getByText('No unit has this SKU').waitFor()
    await expectGood(page, picture('8-checked'))
    await page.getByRole('button', { name: 'Change 1 unit' }).click()
    await figure(page, 'Changed').waitFor()
    expect(await priceOf(sku)).toBe(12_345)
    await page.getByRole('button', { name: 'Undo 1 change' }).click()
    await figure(page, 'Undone').waitFor()
    expect(await priceOf(sku)).toBe(Math.round(Number(price) * 100))
    // Browsers log the answers to the refused files.
    expect(errors.filter((error) => !error.includes('status of 422'))).toEqual([])
    await page.close()
  })
}
