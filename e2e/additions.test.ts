/** An addition that its page can hardly send reaches the cart once, and the cart drawer confirms an addition. */
import { expect, test } from 'vitest'
import { chunkName } from '../scripts/chunk-name.ts'
import { findProduct } from './api-client.ts'
import { DESKTOP, expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { qtyInCart, untilIdle } from './steps.ts'

const browser = openBrowser()

test.each([DESKTOP, PHONE])(
  '[audit D7] [D2] an addition whose page is left before its scripts are loaded reaches the cart, at %j',
  async (viewport) => {
    const page = await browser.newPage({ viewport })
    const { href } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
    // The requests stay open until the page is left.
    for (const module of ['hydrate-island', 'add-to-cart', 'browser-cart', 'idle-listeners'])
      await page.route(`**/assets/${chunkName(module)}-*.js`, () => {})
    await page.goto(`${shopUrl}${href}`)
    const button = page.locator('form#buy button.buy, .dock-buy button').filter({ visible: true }).first()
    await button.click()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await page.unrouteAll()
    await page.goto(`${shopUrl}/faq/`)
    await page
      .locator('[data-cart-count]')
      .filter({ hasText: /^[1-9]/, visible: true })
      .first()
      .waitFor()
    await expect.poll(() => qtyInCart(page, shopUrl)).toBe(1)
    await page.reload()
    await untilIdle(page)
    expect(await qtyInCart(page, shopUrl)).toBe(1)
  },
)

test('[audit D7] [D2] an addition without a connection and a later one of the same page are both in the cart', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/t/c/new`)
  await untilIdle(page)
  const add = page.locator('form[data-add] button[type=submit], form[data-add] button:not([type])')
  await page.context().setOffline(true)
  await add.nth(0).click()
  await page.getByText('There is no Internet connection').first().waitFor()
  await page.context().setOffline(false)
  await add.nth(1).click()
  // Browsers differ: one loads the failed module again, another sends the plain form, whose response is the cart page.
  const storedAdditions = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cart-wish:')).length)
  await expect.poll(storedAdditions).toBe(0)
  await page.goto(`${shopUrl}/cart/`)
  await expect.poll(() => page.locator('.cart-lines input[name="qty"]').count()).toBe(2)
})

test('[audit D8] the cart drawer confirms the added product and offers both ways on', async () => {
  const page = await browser.newPage()
  let reads = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/ext/cart') reads += 1
  })
  await page.goto(`${shopUrl}/t/c/new`)
  await page.locator('form[data-add] button').first().click()
  const drawer = page.getByRole('dialog', { name: /^Cart/ })
  const said = drawer.getByRole('status').filter({ hasText: 'Product has been added to the cart!' })
  await said.waitFor()
  expect(await said.getByRole('link', { name: 'Proceed to checkout' }).getAttribute('href')).toBe(
    '/checkout/',
  )
  await expectAccessible(page)
  await drawer.getByText(/^\d tires?, \$/).waitFor()
  expect(reads, 'the response to the addition has the whole cart').toBe(0)
  await said.getByRole('button', { name: 'OK' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await page.locator('[data-cart-link]').first().click()
  await drawer.waitFor()
  expect(await said.count()).toBe(0)
})
