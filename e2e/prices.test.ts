import { expect, test } from 'vitest'
import { complaints, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

/** What one unit costs more, in dollars. */
const RISE = 400

interface Item {
  sku: string
  price_info: { final_price: number }
}

const cents = (text: string | null) =>
  Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replace(',', '')) * 100)

/** A page as the browser's memory gives it back, while prices on it have changed or not. `amounts` are what it says. */
async function comesBack(path: string, changes: boolean, amounts: string) {
  const page = await browser.newPage()
  const wrong = complaints(page)
  const asked: string[] = []
  await page.route('**/api/product/render-list?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('skus') ?? '')
    const response = await route.fetch()
    const reply = (await response.json()) as { result: { items: Item[] } }
    if (changes) for (const { price_info } of reply.result.items) price_info.final_price += RISE
    await route.fulfill({ response, json: reply })
  })
  await page.goto(`${shopUrl}${path}`)
  const read = async () => (await page.locator(amounts).allTextContents()).map(cents)
  const before = await read()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(() => asked.length).toBe(1)
  await expect.poll(() => page.locator('[data-price-is-current]').count()).toBeGreaterThan(0)
  return { page, wrong, asked, before, after: await read() }
}

test('[C10] a list that comes back shows what tires cost now, and says so once', async () => {
  const { page, wrong, asked, before, after } = await comesBack('/t/c/new', true, '.card .price > b')
  expect(asked[0]?.split(',').length).toBeGreaterThan(5)
  const sets = await page.locator('.card').evaluateAll((cards) => cards.map((card) => card.dataset.setqty))
  for (const [place, was] of before.entries()) {
    const setqty = Number(sets[place])
    expect(Math.abs(((after[place] ?? 0) - was) * setqty - RISE * 100)).toBeLessThanOrEqual(setqty)
  }
  await expect
    .poll(() => page.getByRole('status').getByText('Prices on this page have changed.').count())
    .toBe(1)
  expect(wrong).toEqual([])
})

test('[C10] without a change nothing is said and nothing moves', async () => {
  const { page, wrong, before, after } = await comesBack('/t/c/used', false, '.card .price > b')
  expect(after).toEqual(before)
  expect(await page.getByText('Prices on this page have changed.').count()).toBe(0)
  expect(wrong).toEqual([])
})

test('[C10] every price of a product page changes: of each set, of the button, of the bar, of other sizes', async () => {
  const list = await browser.newPage()
  await list.goto(`${shopUrl}/t/c/new`)
  const href = (await list.locator('main a[href^="/p/"]').first().getAttribute('href')) ?? ''
  await list.goto(`${shopUrl}${href}`)
  const sizes = (await list.locator('.sizes-price b').allTextContents()).map(cents)
  expect(sizes.length).toBeGreaterThan(0)
  const { page, wrong, before, after } = await comesBack(href, true, '#buy .option-row > b')
  const dearer = (await page.locator('.sizes-price b').allTextContents()).map(cents)
  expect(dearer.every((now, row) => now >= (sizes[row] ?? 0) + (RISE * 100) / 4)).toBe(true)
  expect(before.length).toBeGreaterThan(1)
  expect(after).toEqual(before.map((was) => was + RISE * 100))
  const chosen = cents(await page.locator('#buy .option-row:has(:checked) > b').textContent())
  expect(cents(await page.locator('#buy .price').textContent())).toBeGreaterThanOrEqual(chosen / 4)
  expect(cents(await page.locator('#buy button[class*=buy] .if-script').textContent())).toBe(chosen)
  expect(cents(await page.locator('.dock-buy .price b').textContent())).toBe(chosen)
  expect(wrong).toEqual([])
})
