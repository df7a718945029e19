/** Another program gets a key and a webhook: made and ended in the browser, used by the program (H14y). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectErrors, expectWholeStaffPage, openBrowser, PHONE } from './browser.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'

const browser = openBrowser()
let shop: StaffShop

beforeAll(async () => {
  shop = await startStaffShop()
})
afterAll(() => shop.stop())

const PAGE = '/staff/settings/api/'

async function open(viewport: typeof PHONE, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme })
  await shop.signIn(page, 'owner')
  await page.goto(`${shop.url}${PAGE}`)
  return page
}

test('[H14y] a program with a key changes a price, its webhook is tried within 5 seconds, and the key ends', async () => {
  const page = await open(PHONE)
  const errors = collectErrors(page)
  await page.getByLabel('Address').fill('https://10.0.0.1/hook')
  await page.getByLabel('Units: added, changed, sold, back').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText('Enter a public address that begins with https').waitFor()
  await page.getByLabel('Address').fill('https://hooks.partner.com/tires')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Cross-listing')
  await page.getByLabel('See units').check()
  await page.getByLabel('Change prices').check()
  await page.getByLabel('Set prices freely').check()
  await page.getByRole('button', { name: 'Make a key' }).click()
  const key = (await page.getByText(/^tlk_/).textContent()) ?? ''
  await expectWholeStaffPage(page)
  const headers = { Authorization: `Bearer ${key}` }
  const list = await fetch(`${shop.url}/api/ext/staff/units?state=live&sort=oldest`, { headers })
  const [unit] = (await list.json()).result.units
  const address = `${shop.url}/api/ext/staff/units/${unit.sku}`
  const version = (await fetch(address, { headers })).headers.get('ETag') ?? ''
  const change = (idempotencyKey: string) =>
    fetch(address, {
      method: 'PATCH',
      headers: { ...headers, 'If-Match': version, 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ price: unit.price + 100, why: 'Journey' }),
    })
  expect((await change('journey-price')).status).toBe(200)
  // Nothing answers at this address here, so the first try fails; it is made all the same.
  const tries = 'SELECT m.subject FROM webhook_try t JOIN webhook_message m ON m.id = t.message_id'
  await expect.poll(() => shop.query(tries), { timeout: 5_000 }).toEqual([{ subject: unit.sku }])
  await page.goto(`${shop.url}/staff/audit/`)
  await page.getByText('with the key “Cross-listing”').first().waitFor()
  await page.goto(`${shop.url}${PAGE}`)
  await page.getByRole('button', { name: 'End the key Cross-listing' }).click()
  await page.getByText('The key has ended. Its next call is refused.').waitFor()
  expect((await change('journey-later')).status).toBe(401)
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
})

test('[H14y] keys and webhooks are whole and accessible, light and dark', async () => {
  const page = await open(PHONE)
  await expectWholeStaffPage(page)
  await page.getByRole('link', { name: 'https://hooks.partner.com/tires' }).click()
  await page.getByRole('heading', { name: 'Last 30 days' }).waitFor()
  await expectWholeStaffPage(page)
})
