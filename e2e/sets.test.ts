/** Four alike tires in the yard are sold as a set, broken up and put together again, on a phone and at a desk (H14n). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
/** Alike single tires, the newest last. */
let skus: string[] = []
let rounds = 0

beforeAll(async () => {
  shop = await startStaffShop()
  await shop.query("INSERT INTO bin (code, walk) VALUES ('B-14', 1), ('C-2', 2)")
})
afterAll(() => shop.stop())

beforeEach(async () => {
  rounds += 1
  const [one] = await shop.query(
    `SELECT p.sku FROM product p JOIN stock s ON s.stock_sku = p.stock_sku WHERE p.condition = 'Used' AND p.type_id = 'simple'
      AND p.setqty = 1 AND s.qty = 1 AND p.passport IS NOT NULL AND p.dot IS NOT NULL ORDER BY p.id LIMIT 1 OFFSET ?`,
    rounds * 10,
  )
  skus = []
  for (const number of [1, 2, 3, 4]) skus.push(await copyTire(String(one?.sku), `TL-88${rounds}0${number}`))
})

/** Adds a tire like another one. */
async function copyTire(of: string, sku: string): Promise<string> {
  const columns = (await shop.query("SELECT name FROM pragma_table_info('product')")).map(({ name }) =>
    String(name),
  )
  const own: Record<string, string> = {
    ...{
      id: 'NULL',
      sku: `'${sku}'`,
      stock_sku: `'${sku}'`,
      model: `'Alike ${rounds}'`,
      model_slug: `'alike-${rounds}'`,
    },
    ...{ url_key: `'${sku.toLowerCase()}'`, url_path: `'${sku.toLowerCase()}'` },
  }
  const values = columns.map((column) => own[column] ?? column).join()
  await shop.query(`INSERT INTO product (${columns.join()}) SELECT ${values} FROM product WHERE sku = ?`, of)
  await shop.query(
    'INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) VALUES (?, 1, 1, 0, 0)',
    sku,
  )
  await shop.query(
    "UPDATE unit SET bin = 'B-14' WHERE product_id = (SELECT id FROM product WHERE sku = ?)",
    sku,
  )
  return sku
}

const statusOf = async (page: Page, sku: string) =>
  (await page.request.get(`${shop.url}/api/stock/check?sku=${sku}`)).text()

for (const [name, viewport, colorScheme, javaScriptEnabled] of [
  ['a phone', PHONE, 'light', true],
  ['a desk', DESKTOP, 'dark', true],
  ['a phone without script', PHONE, 'light', false],
] as const)
  test(`[H14n] at ${name}, four alike tires become a set on sale, are broken up and put together again`, async () => {
    const page = await browser.newPage({ viewport, colorScheme, javaScriptEnabled })
    const expectPage = viewport === PHONE && javaScriptEnabled ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'yard')
    const [first = ''] = skus
    await page.goto(`${shop.url}/staff/units/${first}`)
    await page.getByRole('heading', { name: 'Alike in the yard' }).waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    await page.getByRole('link', { name: 'Make a set of four' }).click()
    await page.getByRole('heading', { name: 'Make a set of four' }).waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    await page.getByLabel('Price of all, $').fill('1')
    await page.getByRole('button', { name: 'Put the set of four on sale' }).click()
    await page.getByText(/The price must be \$[\d.]+ or more/).waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    await page.goto(`${shop.url}/staff/sets/new?skus=${first}`)
    await page.getByRole('button', { name: 'Put the set of four on sale' }).click()
    await page.getByText(/Set TL-\d+ is on sale/).waitFor()
    const set = page.url().split('/').at(-1) ?? ''
    await expectPage(page)
    await page.setViewportSize(viewport)
    const shown = await browser.newPage({ viewport })
    await shown.goto(`${shop.url}/p/${set}/x`)
    await shown.getByText('Sold as a set of 4').waitFor()
    expect(await statusOf(page, first)).toContain('"is_in_stock":false')
    await page.goto(`${shop.url}/staff/units/?q=${skus[2]}`)
    await page.getByRole('link', { name: set }).first().waitFor()
    await page.goto(`${shop.url}/staff/units/${set}`)
    await page.locator('summary', { hasText: 'Break up this set' }).click()
    await page.locator('#break-why').fill('One was cut')
    await page.getByRole('button', { name: 'Break up', exact: true }).click()
    await page.getByText('Broken up. Its tires are single again.').waitFor()
    await expectPage(page)
    await page.setViewportSize(viewport)
    expect(await statusOf(page, first)).toContain('"is_in_stock":true')
    await page.getByRole('button', { name: 'Put it together again' }).click()
    await page.getByText('Together again.').waitFor()
    await expectNoSidewaysScroll(page)
    // A refused form is answered with 422, which the browser reports.
    expect(errors.filter((line) => !line.includes('status of 422'))).toEqual([])
  })

test('[H14n] three alike tires ask for two or four', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await shop.signIn(page, 'yard')
  await page.goto(`${shop.url}/staff/sets/new?skus=${skus.slice(0, 3).join('+')}`)
  await page.getByText('Choose two or four tires.').waitFor()
  await expectWholeStaffPage(page)
  await page.setViewportSize(PHONE)
  await page.getByRole('checkbox', { name: skus[2] ?? '' }).uncheck()
  await page.getByRole('button', { name: 'Use these tires' }).click()
  await page.getByRole('button', { name: 'Put the pair on sale' }).click()
  await page.getByText(/Pair TL-\d+ is on sale/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Broken up. Its tires are single again.').waitFor()
})
