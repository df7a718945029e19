/** A new tire is sold and registered, and a recall takes tires off sale, at a phone and at a desk (H14t). */
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
})
afterAll(() => shop.stop())

/** Returns tires on sale of a condition. */
async function tiresOf(condition: string): Promise<{ sku: string; brand: string; model: string }[]> {
  const rows = await shop.query(
    `SELECT p.sku, p.brand, p.model FROM product p JOIN stock s ON s.stock_sku = p.stock_sku
      WHERE s.qty > 0 AND p.type_id = 'simple' AND p.setqty = 1 AND p.condition = ? AND (p.parent_id IS NOT NULL) = (p.condition = 'New') LIMIT 2`,
    condition,
  )
  return rows.map(({ sku, brand, model }) => ({
    sku: String(sku),
    brand: String(brand),
    model: String(model),
  }))
}

async function open(path: string, viewport: typeof PHONE, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme })
  await shop.signIn(page, 'manager')
  await page.goto(`${shop.url}${path}`)
  return page
}

test.each([
  ['a phone', PHONE, 'light', 0],
  ['a desk', DESKTOP, 'dark', 1],
] as const)(
  '[H14t] at %s, a new tire is sold, its TIN is typed and found, and a recall is decided',
  async (_, viewport, scheme, index) => {
    const tire = (await tiresOf('New'))[index]
    const used = (await tiresOf('Used'))[index]
    if (!tire || !used) throw new Error('no tires')
    const page = await open('/staff/sell/', viewport, scheme)
    const expectPage = viewport === PHONE ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await page.getByLabel('Scan or type a tire').fill(tire.sku)
    await page.keyboard.press('Enter')
    const take = page.getByRole('button', { name: /Take \$[\d.,]+ in cash/ })
    await page.getByLabel('Cash given').fill((await take.innerText()).replace(/[^\d.]/g, ''))
    await take.click()
    await page.getByLabel(/^TIN of/).fill(`1A2UVWXYA${index}125`)
    await page.getByRole('button', { name: 'Save TIN' }).click()
    await page.getByText('Each tire has its TIN').waitFor()
    await expectPage(page)
    await page.goto(`${shop.url}/staff/registrations/`)
    await page
      .getByText(/Due in (29|30) days/)
      .first()
      .waitFor()
    await expectPage(page)
    await page.getByLabel('TIN, buyer or order').fill(`1A2U VWXY A${index}125`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sold tires' }).waitFor()
    await expectPage(page)

    await page.goto(`${shop.url}/staff/recalls/`)
    await page.getByLabel('Number').fill(`24T01${index}`)
    await page.getByLabel('Brand').fill(used.brand)
    await page.getByLabel('Model (optional)').fill(used.model)
    await expectPage(page)
    await page.getByRole('button', { name: 'See which units it names' }).click()
    await page.getByRole('heading', { name: /It names \d+ units?/ }).waitFor()
    await expectPage(page)
    await page.getByRole('button', { name: /Take \d+ units? off sale/ }).click()
    await page.getByText(/units? taken off sale/).waitFor()
    await expectPage(page)
    expect(
      await shop.query(
        'SELECT u.state FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = ?',
        used.sku,
      ),
    ).toEqual([{ state: 'recalled' }])
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: used.sku, exact: true }) })
    await row.getByText('Decide').click()
    await row.getByLabel('Why isn’t it recalled?').fill('Made in another plant')
    await row.getByRole('button', { name: /Not recalled/ }).click()
    await page.getByText('1 unit freed.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('2 changes undone.').waitFor()
    await page.goto(`${shop.url}/staff/`)
    await page.getByRole('link', { name: /Recalled tires to look at/ }).waitFor()
    expect(errors).toEqual([])
  },
)
