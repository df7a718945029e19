import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { complaints, expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { sendForm } from './wire.ts'

const browser = openBrowser()

const hearts = (page: Page) => page.locator('.card [data-wish]')
const count = (page: Page) => page.locator('.acts > [data-wish-link] [data-wish-count]')

test('[F6] [F4] [B4] a guest’s wish list joins the customer’s, is a drawer over any page, and ends at the sign-out', async () => {
  const [account] = DEMO_ACCOUNTS
  const page = await browser.newPage()
  const wrong = complaints(page)
  await page.goto(`${shopUrl}/t/c/used`)
  await hearts(page).nth(0).click()
  await hearts(page).nth(2).click()
  await expect.poll(() => count(page).textContent()).toBe('2')
  expect(await hearts(page).nth(2).getAttribute('aria-pressed')).toBe('true')
  const skus = await Promise.all([2, 0].map((at) => hearts(page).nth(at).getAttribute('data-wish')))

  await page.locator('.acts > [data-wish-link]').click()
  const drawer = page.getByRole('dialog', { name: 'Wish list' })
  await drawer.locator('.card').first().waitFor()
  expect(
    await drawer.locator('[data-wish]').evaluateAll((all) => all.map((one) => one.getAttribute('data-wish'))),
  ).toEqual(skus)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The list itself comes along at the sign-in.
  const fields = { action: 'sign-in', emailAddress: account?.email ?? '', password: account?.password ?? '' }
  await sendForm(page, `${shopUrl}/account/form/`, fields)
  await page.reload()
  await expect
    .poll(
      async () => (await (await page.request.get(`${shopUrl}/api/ext/wish-list`)).json()).result.items.length,
    )
    .toBe(2)
  await page.goto(`${shopUrl}/customer/account/wish-list/`)
  expect(await page.locator('.card').count()).toBe(2)
  await hearts(page).first().click()
  await expect.poll(() => count(page).textContent()).toBe('1')

  await page.goto(`${shopUrl}${await page.locator('.card a').first().getAttribute('href')}`)
  // Hearts come with the script that notes what is looked at.
  await page.locator('.product-links [data-wish]').waitFor()
  await page.goto(`${shopUrl}/customer/account/recently-viewed/`)
  await page.locator('[data-viewed] .card').waitFor()

  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-out' })
  await page.setViewportSize(PHONE)
  await page.goto(`${shopUrl}/t/c/used`)
  const left = () => page.evaluate(() => [localStorage.getItem('wish-list'), localStorage.getItem('viewed')])
  await expect.poll(left).toEqual([null, null])
  expect(await count(page).isVisible()).toBe(false)
  await expectAccessible(page)
  expect(wrong).toEqual([])
})

test('[audit D12] [F6] a heart pressed in a session that is over is kept, and saved for who signs in again', async () => {
  const account = DEMO_ACCOUNTS[2]
  const fields = { action: 'sign-in', emailAddress: account?.email ?? '', password: account?.password ?? '' }
  const page = await browser.newPage()
  await page.goto(shopUrl)
  await sendForm(page, `${shopUrl}/account/form/`, fields)
  await page.goto(`${shopUrl}/t/c/used`)
  await hearts(page).nth(1).waitFor()
  const sku = await hearts(page).nth(1).getAttribute('data-wish')
  // The session ends elsewhere: the name that pages show stays, the cookie that counts is gone.
  await page.context().clearCookies({ name: '__Host-session' })
  await hearts(page).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('E-mail').first().fill(fields.emailAddress)
  await dialog.getByLabel('Password', { exact: true }).fill(fields.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  const kept = async () => {
    const answer = await page.request.get(`${shopUrl}/api/ext/wish-list`)
    const { result } = (await answer.json()) as { result: { items?: { sku: string }[] } }
    return result.items?.map((item) => item.sku)
  }
  await expect.poll(kept).toContain(sku)
  await expect.poll(() => hearts(page).nth(1).getAttribute('aria-pressed')).toBe('true')
})

test('[audit D12] [F6] a heart that is pressed while the list is asked for stays pressed', async () => {
  const account = DEMO_ACCOUNTS[2]
  const fields = { action: 'sign-in', emailAddress: account?.email ?? '', password: account?.password ?? '' }
  const page = await browser.newPage()
  await sendForm(page, `${shopUrl}/account/form/`, fields)
  let release = () => {}
  const pressed = new Promise<void>((resolve) => {
    release = resolve
  })
  // The list as it was before the press comes after it.
  await page.route('**/api/ext/wish-list', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await pressed
    await route.fulfill({ response })
  })
  await page.goto(`${shopUrl}/t/c/used`)
  const heart = hearts(page).nth(3)
  await heart.waitFor()
  expect(await heart.getAttribute('aria-pressed')).toBe('false')
  await heart.evaluate((button) => {
    const seen: (string | null)[] = []
    new MutationObserver(() => seen.push(button.getAttribute('aria-pressed'))).observe(button, {
      attributes: true,
    })
    Object.assign(window, { seen })
  })
  const answered = (method: string) =>
    page.waitForResponse((response) => {
      return response.url().endsWith('/api/ext/wish-list') && response.request().method() === method
    })
  const both = Promise.all([answered('GET'), answered('POST')])
  await heart.click()
  release()
  for (const response of await both) await response.text()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).not.toContain('false')
})
