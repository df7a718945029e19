/** Texts, redirects and taxes in the back office, at a desk and on a phone (H14l). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, expectWholeStaffPage, openBrowser, PHONE } from './browser.ts'
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

/** Asks about a size as a shopper; returns the address of the conversation for staff. */
async function startChat(): Promise<string> {
  const shopper = await browser.newPage({ viewport: PHONE })
  await shopper.goto(`${shop.url}/chat/`)
  await shopper.getByLabel('Your message').fill('Is there a 225/45R17?')
  await shopper.getByRole('button', { name: 'Send', exact: true }).click()
  await shopper.locator('.chat-own:not(.chat-waiting)').waitFor()
  const newest = () => shop.query('SELECT max(id) AS id FROM chat_conversation')
  await expect.poll(async () => (await newest())[0]?.id).toBeTruthy()
  return `/staff/chats/${(await newest())[0]?.id}`
}

test('[H14m] a ready answer is sent with two presses, on a phone', async () => {
  await shop.query(
    "INSERT INTO cms_block (identifier, title, content, is_active) VALUES ('chat-hours', 'Our hours', 'We’re open until 6 p.m.', 1)",
  )
  const page = await open(await startChat(), PHONE)
  await page.getByRole('button', { name: 'Our hours' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.chat-own', { hasText: 'We’re open until 6 p.m.' }).waitFor()
})

test('[H14l] a text is previewed, saved, seen on the shop, then as before', async () => {
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
  await expect.poll(onShop).toContain('<strong>receipt</strong>')
  await page.getByRole('button', { name: /^Go back to this.*version 1$/ }).click()
  await page.getByText('The former version is back.').waitFor()
  await expect.poll(onShop).not.toContain('receipt')
  expect(await text.inputValue()).toBe(words)
})

test('[H14l] a redirect works, by the keyboard alone', async () => {
  const page = await open('/staff/redirects/', DESKTOP)
  await page.getByLabel('Old path', { exact: true }).focus()
  await page.keyboard.type('/winter-sale')
  await page.keyboard.press('Tab')
  await page.keyboard.type('/t/z/winter')
  await page.keyboard.press('Enter')
  await page.getByText('Saved. The shop uses it now.').waitFor()
  const shopper = await browser.newPage({ viewport: PHONE })
  const leadsTo = async () => {
    await shopper.goto(`${shop.url}/winter-sale`)
    return new URL(shopper.url()).pathname
  }
  await expect.poll(leadsTo).toBe('/t/z/winter')
})

test('[H14l] a tax is confirmed on a phone, and the warning of Today counts one fewer', async () => {
  const page = await open('/staff/', PHONE)
  const warning = page.getByText('of the delivery area')
  const count = async () => Number(/\d+/.exec((await warning.textContent()) ?? '')?.[0])
  const before = await count()
  await page.getByRole('link', { name: 'Confirm them' }).click()
  await page.getByRole('link', { name: 'Illinois: Sales tax' }).click()
  await page.getByLabel('Source').fill('35 ILCS 105/3-10')
  await page.getByLabel('First day').fill('2026-01-01')
  await page.getByLabel('I checked it').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Carts and orders use it from its first day.').waitFor()
  await page.goto(`${shop.url}/staff/`)
  expect(await count()).toBe(before - 1)
})

test('[H14l] texts, redirects and taxes are whole and accessible, light and dark', async () => {
  const page = await open('/staff/texts/', PHONE)
  const chat = await startChat()
  for (const path of [
    '/staff/texts/',
    '/staff/texts/page/return-policy',
    '/staff/redirects/?path=shipping',
    '/staff/taxes/',
    '/staff/taxes/fee/1',
    chat,
  ]) {
    await page.goto(`${shop.url}${path}`)
    await expectWholeStaffPage(page)
  }
})
