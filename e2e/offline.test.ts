import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findProduct, putInCart } from './api-client.ts'
import { expectAccessible, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

/** Waits until the service worker controls the page and has cached the files of its islands. */
async function untilInstalled(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(async () => {
      const { controller } = navigator.serviceWorker
      const manifest: Record<string, { file: string }> = await (await fetch('/manifest.json')).json()
      const missing = await Promise.all(
        Object.values(manifest).map(async ({ file }) => (await caches.match(`/${file}`)) === undefined),
      )
      return controller === null ? -1 : missing.filter(Boolean).length
    })
  await expect.poll(state, { timeout: 30_000 }).toBe(0)
}

test('[A9] [C14] [G9] [G8] without a connection visited pages open, others lead home or report it, and the cart is stored', async () => {
  const page = await browser.newPage({ serviceWorkers: 'allow' })
  const [visited, unvisited] = [
    await findProduct(shopUrl, { path: '/t/c/new' }),
    await findProduct(shopUrl, { path: '/t/c/used' }),
  ]
  await page.goto(shopUrl)
  await untilInstalled(page)
  await putInCart(page, shopUrl, visited.sku)
  // The browser stores the cart that was shown.
  await page.goto(`${shopUrl}/cart/`)
  await page.waitForFunction(() => localStorage.getItem('cart') !== null)
  await page.goto(`${shopUrl}${visited.href}`)
  const title = await page.locator('h1').textContent()
  await page.goto(`${shopUrl}/t/c/used`)
  /** Searches ZIP codes like the location dialog, with the query in the body. */
  const searchZip = (zip: string) =>
    page.evaluate(async (like) => {
      const searchQuery = { _appliedFilters: [{ attribute: 'zip_code', value: { like }, scope: 'default' }] }
      const body = JSON.stringify({ type: 'zipcode', searchQuery, size: 6 })
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/api/catalog', { method: 'POST', headers, body })).json()
    }, zip)
  const locations = await searchZip('606')
  expect(locations.items).toHaveLength(6)

  await page.context().setOffline(true)
  await page.goto(`${shopUrl}${visited.href}`)
  expect(await page.locator('h1').textContent()).toBe(title)
  await page.goto(`${shopUrl}/t/c/used`)
  expect(await page.locator('.card').count()).toBeGreaterThan(0)

  await page.goto(`${shopUrl}${unvisited.href}`)
  await page.getByRole('status').getByText('There is no Internet connection').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(new URL(page.url()).hash).toBe('')

  await page.goto(`${shopUrl}/cart/`)
  expect(await page.locator('h1').textContent()).toBe('There is no Internet connection')
  const drawer = page.getByRole('dialog', { name: /^Cart/ })
  await drawer.getByText('There is no Internet connection. Your cart is just as you left it.').waitFor()
  expect(await drawer.locator('.mini-line').count()).toBe(1)
  expect(await page.locator('.lost a', { hasText: 'Try again' }).getAttribute('href')).toBe('')
  await expectAccessible(page)
  // A search returns its earlier results, otherwise none with a reason.
  expect((await searchZip('606')).items).toEqual(locations.items)
  expect(await searchZip('607')).toMatchObject({ items: [], offline: true })
  const found = await page.evaluate(async () => (await fetch('/api/catalog?type=product&size=3')).json())
  expect(found).toMatchObject({ items: [], total: 0, offline: true, noresults: true })

  // A connection is often reported before it works: the message stays, and the page retries.
  const retried = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true })
    dispatchEvent(new Event('online'))
  })
  await retried
  expect(await page.locator('h1').textContent()).toBe('There is no Internet connection')
  await page.context().setOffline(false)
  // The page loads again by itself; without scripts the shopper has the link.
  await page.locator('.cart-lines li').waitFor()
  expect(await page.locator('.cart-lines li').count()).toBe(1)
  expect(await page.evaluate(async () => (await caches.match('/cart/')) === undefined)).toBe(true)
})
