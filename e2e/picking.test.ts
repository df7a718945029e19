/** A person of the yard begins the day, picks two orders with a scanner and prints their slips (H14i, H14j). */
import type { Page } from 'playwright-core'
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

beforeAll(async () => {
  shop = await startStaffShop()
  await shop.query("INSERT INTO bin (code, walk) VALUES ('A-12-3', 1), ('B-14', 2)")
  await shop.query("UPDATE unit SET bin = iif(product_id % 2, 'A-12-3', 'B-14')")
})
afterAll(() => shop.stop())

async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel('Scan the tire’s label').fill(code)
  await page.keyboard.press('Enter')
}

for (const [name, viewport, colorScheme] of [
  ['a phone', PHONE, 'light'],
  ['a desk', DESKTOP, 'dark'],
] as const)
  test(`[H14i] [H14j] at ${name}, orders wait on the start page, are picked by scans and get their slips`, async () => {
    await shop.query('DELETE FROM pick_item')
    await shop.query(
      "UPDATE sales_order SET status = 'paid' WHERE id IN (SELECT id FROM sales_order WHERE shipping_method IS NOT NULL ORDER BY id LIMIT 2)",
    )
    const page = await browser.newPage({ viewport, colorScheme })
    const expectPage = viewport === PHONE ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'yard')
    await page.goto(`${shop.url}/staff/`)
    await expectPage(page)
    await page.getByRole('link', { name: /Orders to pick/ }).click()
    await expectPage(page)
    await page.getByRole('button', { name: 'Start a run' }).click()
    await page.waitForURL(/\/staff\/pick\/\d+$/)
    await expectPage(page)
    await scan(page, 'TL-99999999')
    await page.getByText('Wrong tire: TL-99999999 isn’t in this run.').waitFor()
    while ((await page.getByText('All done').count()) === 0) {
      const sku = (await page.locator('.pick-next .pick-sku b').innerText()).trim()
      await scan(page, `${shop.url}/U/${sku.replace('-', '')}`.toUpperCase())
      await page.getByText(`${sku} picked.`).waitFor()
    }
    await expectPage(page)
    await page.getByRole('link', { name: 'Print packing slips' }).click()
    await page.getByText('Packing slip', { exact: false }).first().waitFor()
    expect(await page.locator('.sheet').count()).toBeGreaterThan(1)
    expect(errors).toEqual([])
    await page.close()
  })
