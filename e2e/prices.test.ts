import { expect, inject, test } from 'vitest'
import { complaints, openBrowser } from './browser.ts'

const shopUrl = inject('shopUrl')
const browser = openBrowser()

interface Item {
  sku: string
  price_info: { final_price: number }
}

/** A page as the browser's memory gives it back, while one price on it has changed. */
async function comesBack(path: string, changes: boolean) {
  const page = await browser.newPage()
  const wrong = complaints(page)
  const asked: string[] = []
  await page.route('**/api/product/render-list?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('skus') ?? '')
    const response = await route.fetch()
    const reply = (await response.json()) as { result: { items: Item[] } }
    if (changes) for (const { price_info } of reply.result.items) price_info.final_price += 400
    await route.fulfill({ response, json: reply })
  })
  await page.goto(`${shopUrl}${path}`)
  const first = page.locator('[data-price-sku]').first()
  const amount = page.locator('.price[data-price-sku] b, [data-price-sku] .price b').first()
  const before = await amount.textContent()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(() => asked.length).toBe(1)
  await expect.poll(() => first.getAttribute('data-price-is-current')).toBe('true')
  const after = await amount.textContent()
  const setqty = Number(await first.getAttribute('data-setqty'))
  const cents = (text: string | null) => Math.round(Number((text ?? '').replace(/[$,]/g, '')) * 100)
  return { page, wrong, asked, rise: (cents(after) - cents(before)) * setqty }
}

test('[C10] a list that comes back shows what tires cost now, and says so once', async () => {
  const { page, wrong, asked, rise } = await comesBack('/t/c/new', true)
  expect(asked[0]?.split(',').length).toBeGreaterThan(5)
  expect(Math.abs(rise - 40_000)).toBeLessThanOrEqual(4)
  await expect
    .poll(() => page.getByRole('status').getByText('Prices on this page have changed.').count())
    .toBe(1)
  expect(wrong).toEqual([])
})

test('[C10] without a change nothing is said and nothing moves', async () => {
  const { page, wrong, rise } = await comesBack('/t/c/used', false)
  expect(rise).toBe(0)
  expect(await page.getByText('Prices on this page have changed.').count()).toBe(0)
  expect(wrong).toEqual([])
})

test('[C10] the price of a product page changes in its island', async () => {
  const list = await browser.newPage()
  await list.goto(`${shopUrl}/t/c/new`)
  const href = (await list.locator('main a[href^="/p/"]').first().getAttribute('href')) ?? ''
  const { wrong, rise } = await comesBack(href, true)
  expect(Math.abs(rise - 40_000)).toBeLessThanOrEqual(4)
  expect(wrong).toEqual([])
})
