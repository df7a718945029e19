/** Store credit at the counter (H14u): given, found with its customer, spent, and an exchange of the tires that it paid (H14r). */
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
/** Single tires of the shop, the dearest first. */
let tires: string[] = []

beforeAll(async () => {
  shop = await startStaffShop()
  const rows = await shop.query(
    `SELECT p.sku FROM product p JOIN unit u ON u.product_id = p.id JOIN stock s ON s.stock_sku = p.stock_sku
      WHERE u.state = 'live' AND s.qty = 1 AND p.type_id = 'simple' AND p.visibility > 1 ORDER BY p.final_price DESC LIMIT 4`,
  )
  tires = rows.map(({ sku }) => String(sku))
})
afterAll(() => shop.stop())

for (const [index, name, viewport, colorScheme] of [
  [0, 'a phone', PHONE, 'light'],
  [1, 'a desk', DESKTOP, 'dark'],
] as const)
  test(`[H14u] at ${name}, credit is given, found by phone number and spent, and its tire is exchanged for a cheaper one`, async () => {
    const [tire = '', cheaper = ''] = [tires[index], tires[index + 2]]
    const [email, phone] = [`grace-${index}@example.com`, `31255501${index}7`]
    await shop.query(
      `INSERT INTO customer (email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at, email_confirmed_at)
        VALUES (?, 'Grace', 'Hopper', ?, 1, 0, 0, 0, 1)`,
      ...[email, phone],
    )
    const page = await browser.newPage({ viewport, colorScheme })
    const expectPage = viewport === PHONE ? expectWholeStaffPage : expectNoSidewaysScroll
    const errors = collectErrors(page)
    await shop.signIn(page, 'counter')
    const whole = async () => {
      await expectPage(page)
      await page.setViewportSize(viewport)
    }
    await page.goto(`${shop.url}/staff/credit`)
    await page.getByLabel('For the email address or order').fill(email)
    await page.getByLabel('Amount in dollars').fill('120')
    await page.getByLabel('Why').fill('Late delivery')
    await page.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByText('That’s more store credit than you may give.').waitFor()
    await whole()
    await page.getByLabel('Amount in dollars').fill('25')
    await page.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByRole('heading', { name: `${email}: $25.00` }).waitFor()
    await whole()

    await page.goto(`${shop.url}/staff/sell/`)
    await page.getByLabel('Scan or type a tire').fill(tire)
    await page.keyboard.press('Enter')
    await page.getByText(`${tire} is held.`).waitFor()
    await page.getByLabel('Find by phone').fill(phone.slice(-7))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Choose Grace Hopper' }).waitFor()
    await whole()
    await page.getByRole('button', { name: 'Choose Grace Hopper' }).click()
    await page.getByRole('button', { name: 'Use store credit, $25.00' }).click()
    await page.getByText('To pay').waitFor()
    await whole()
    await page.getByLabel('Cash given').fill('900')
    await page.getByRole('button', { name: /Take \$[\d.]+ in cash/ }).click()
    await page.getByText('handed over').waitFor()
    await whole()

    const [order] = await shop.query('SELECT id, order_number FROM sales_order WHERE email = ?', email)
    await shop.query(
      `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
        SELECT id, 1, 'journey', 'received', 'mind', '[{"itemId":1,"pieces":1}]', 0, 'refund', 'store', '', grand_total, 0, 0
        FROM sales_order WHERE id = ?`,
      Number(order?.id),
    )
    await page.goto(`${shop.url}/staff/returns/${String(order?.order_number)}/1`)
    await page.getByLabel('Photos of the tires that came back').setInputFiles({
      ...{ name: 'tire.jpg', mimeType: 'image/jpeg' },
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3, 4, 5, 6, 7]),
    })
    await page.getByRole('button', { name: 'Add photos' }).click()
    await page.getByRole('heading', { name: 'Our photos' }).waitFor()
    await page.getByText('Exchange for other tires').click()
    await whole()
    await page.getByLabel('Scan or type the first of the other tires').fill(cheaper)
    await page.getByRole('button', { name: 'Hold it and go to the sale' }).click()
    await page.getByText('The return is worth').waitFor()
    await whole()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Keep it as store credit' }).click()
    await page.getByText('handed over').waitFor()
    await page.goto(`${shop.url}/staff/credit?of=${encodeURIComponent(email)}`)
    const [left] = await shop.query(
      'SELECT sum(amount) AS left FROM credit_entry WHERE account_id = (SELECT id FROM credit_account WHERE holder = ?)',
      email,
    )
    expect(Number(left?.left)).toBeGreaterThan(0)
    await page.getByRole('heading', { name: `${email}: $${(Number(left?.left) / 100).toFixed(2)}` }).waitFor()
    await whole()
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
    await page.close()
  })
