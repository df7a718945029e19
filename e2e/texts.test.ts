/** Texts of the shop in the back office, at a desk and on a phone (H14l). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, expectWholePage, openBrowser, PHONE } from './browser.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'

const browser = openBrowser()
let shop: StaffShop

beforeAll(async () => {
  shop = await startStaffShop()
})
afterAll(() => shop.stop())

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

test('[H14l] a text is previewed, saved, seen on the shop within two seconds, then as before', async () => {
  const page = await open('/staff/texts/', PHONE)
  const onShop = async () => (await page.request.get(`${shop.url}/return-policy/`)).text()
  const before = await onShop()
  await page.getByRole('link', { name: 'Returns', exact: true }).first().click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const words = await text.inputValue()
  await text.fill(`${words}\n\nBring the **receipt**.`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  await page.locator('#preview strong', { hasText: 'receipt' }).waitFor()
  expect(await onShop()).toBe(before)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. The shop shows it now.').waitFor()
  await expect.poll(onShop, { timeout: 2_000 }).toContain('<strong>receipt</strong>')
  await page.getByRole('button', { name: /^Go back to this.*version 1$/ }).click()
  await page.getByText('The former version is back.').waitFor()
  await expect.poll(onShop, { timeout: 2_000 }).not.toContain('receipt')
  expect(await text.inputValue()).toBe(words)
})

test.each([
  ['a phone', PHONE, 'light'],
  ['a phone', PHONE, 'dark'],
  ['a desk', DESKTOP, 'light'],
  ['a desk', DESKTOP, 'dark'],
] as const)('[H14l] texts on %s are whole and accessible (%o, %s)', async (_, viewport, scheme) => {
  const page = await open('/staff/texts/', viewport, scheme)
  for (const path of ['/staff/texts/', '/staff/texts/page/return-policy', '/staff/texts/block/ask']) {
    await page.goto(`${shop.url}${path}`)
    await expectWholePage(page)
  }
})
