import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { sendForm } from './api-client.ts'
import { collectErrors, expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { untilSynced } from './steps.ts'

const browser = openBrowser()

const hearts = (page: Page) => page.locator('.card [data-wish]')
const count = (page: Page) => page.locator('.acts > [data-wish-link] [data-wish-count]')

test('[F6] [F4] [B4] a guest’s wish list is merged into the customer’s, opens as a drawer on any page, and ends at sign-out', async () => {
  const [account] = DEMO_ACCOUNTS
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/t/c/used`)
  await hearts(page).nth(0).click()
  await hearts(page).nth(2).click()
  await expect.poll(() => count(page).textContent()).toBe('2')
  expect(await hearts(page).nth(2).getAttribute('aria-pressed')).toBe('true')
  const skus = await Promise.all([2, 0].map((index) => hearts(page).nth(index).getAttribute('data-wish')))

  await page.locator('.acts > [data-wish-link]').click()
  const drawer = page.getByRole('dialog', { name: 'Wish list' })
  await drawer.locator('.card').first().waitFor()
  expect(
    await drawer.locator('[data-wish]').evaluateAll((all) => all.map((one) => one.getAttribute('data-wish'))),
  ).toEqual(skus)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The sign-in merges the guest's list.
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
  // The script that renders hearts also stores the viewed product.
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
  expect(errors).toEqual([])
})

test('[audit D12] [F6] a heart pressed in an ended session is stored, and saved after signing in again', async () => {
  const page = await signedIn(2)
  await openAsCustomer(page, '/t/c/used')
  const sku = await hearts(page).nth(1).getAttribute('data-wish')
  // The session ends elsewhere: pages still show the name, but the session cookie is gone.
  await page.context().clearCookies({ name: '__Host-session' })
  await hearts(page).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog
    .getByLabel('Email')
    .first()
    .fill(DEMO_ACCOUNTS[2]?.email ?? '')
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNTS[2]?.password ?? '')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => savedOf(page)).toContain(sku)
  await expect.poll(() => hearts(page).nth(1).getAttribute('aria-pressed')).toBe('true')
})

test('[audit D12] [F6] several hearts pressed in an ended session prompt once, and belong to the guest after a refusal', async () => {
  const page = await signedIn(2)
  await openAsCustomer(page, '/t/c/new')
  await page.context().clearCookies({ name: '__Host-session' })
  const pressed = await pressHearts(page, [1, 2])
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  const list = () => page.evaluate(() => JSON.parse(localStorage.getItem('wish-list') ?? 'null'))
  await expect.poll(async () => (await list())?.skus.toSorted()).toEqual(pressed.toSorted())
  expect((await list()).of).toBe('guest')
  expect(await dialog.count()).toBe(0)
})

test('[audit D12] [F6] hearts pressed shortly before the page is left are saved', async () => {
  const page = await signedIn(0)
  await page.goto(`${shopUrl}/t/c/driven-once`)
  await hearts(page).nth(2).waitFor()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const conditions = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 }
  await devTools.send('Network.emulateNetworkConditions', conditions)
  const pressed = await pressHearts(page, [0, 1, 2])
  await page.goto(`${shopUrl}/faq/`, { waitUntil: 'commit' })
  await expect
    .poll(async () => (await savedOf(page))?.toSorted())
    .toEqual(expect.arrayContaining(pressed.toSorted()))
})

test('[audit D12] [F1] a reply about the list that arrives after the sign-out shows no hearts', async () => {
  const page = await signedIn(0)
  let release = () => {}
  const signedOut = new Promise<void>((resolve) => {
    release = resolve
  })
  let items = 0
  await page.route('**/api/ext/wish-list', async (route) => {
    const response = await route.fetch()
    items = ((await response.json()) as { result: { items: unknown[] } }).result.items.length
    await signedOut
    await route.fulfill({ response })
  })
  const reply = page.waitForResponse('**/api/ext/wish-list')
  await page.goto(`${shopUrl}/t/c/used`)
  await expect.poll(() => items).toBeGreaterThan(0)
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-out' })
  release()
  await (await reply).finished()
  // A later request is answered later, so the reply was processed.
  await page.evaluate(async () => (await fetch('/api/ext/session')).text())
  expect(await page.evaluate(() => localStorage.getItem('wish-list'))).toBeNull()
})

test.each([429, 500])(
  '[audit D12] [F6] hearts that the server refuses are cleared again (%i)',
  async (status) => {
    const page = await signedIn(2)
    await page.goto(`${shopUrl}/t/c/retread`)
    await hearts(page).nth(2).waitFor()
    await page.route('**/api/ext/wish-list', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status, json: { code: status, result: 'Not now.' } }),
    )
    await pressHearts(page, [0, 1, 2])
    await page.locator('.notice', { hasText: 'Not now.' }).first().waitFor()
    const shown = () =>
      hearts(page).evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('aria-pressed')))
    await expect.poll(shown).toEqual(['false', 'false', 'false'])
  },
)

/** Opens a list as a customer whose session can end now. */
async function openAsCustomer(page: Page, path: string): Promise<void> {
  await page.goto(`${shopUrl}${path}`)
  await untilSynced(page)
  await hearts(page).nth(1).waitFor()
}

/** Opens a page with a signed-in demo account. */
async function signedIn(nth: number): Promise<Page> {
  const { email = '', password = '' } = DEMO_ACCOUNTS[nth] ?? {}
  const page = await browser.newPage()
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-in', emailAddress: email, password })
  return page
}

/** Presses these hearts at once and returns their skus. */
function pressHearts(page: Page, numbers: number[]): Promise<string[]> {
  return hearts(page).evaluateAll(
    (all, chosen) =>
      chosen.map((nth) => {
        const heart = all[nth] as HTMLElement
        heart.click()
        return heart.dataset.wish ?? ''
      }),
    numbers,
  )
}

/** Returns the skus of the server's list. */
async function savedOf(page: Page): Promise<string[] | undefined> {
  const answer = await page.request.get(`${shopUrl}/api/ext/wish-list`)
  const { result } = (await answer.json()) as { result: { items?: { sku: string }[] } }
  return result.items?.map((item) => item.sku)
}

test('[audit D12] [F6] a heart that is pressed while the list loads stays pressed', async () => {
  const page = await signedIn(2)
  let release = () => {}
  const pressed = new Promise<void>((resolve) => {
    release = resolve
  })
  // The list from before the press arrives after it.
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
    new MutationObserver(() => {
      const now = button.getAttribute('aria-pressed')
      // A repaint before the press changes nothing.
      if (now === 'true' || seen.length > 0) seen.push(now)
    }).observe(button, { attributes: true })
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
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen).toContain('true')
  expect(seen).not.toContain('false')
})
