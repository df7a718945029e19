import { expect, test } from 'vitest'
import { collectErrors, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

/** The price increase of one unit, in dollars. */
const RISE = 400

interface Item {
  sku: string
  price_info: { final_price: number }
}

const cents = (text: string | null) =>
  Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replace(',', '')) * 100)

/** Restores a page from the browser's memory, with or without changed prices; reads the prices at `amounts`. */
async function restorePage(path: string, changes: boolean, amounts: string) {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  const requested: string[] = []
  await page.route('**/api/product/render-list?*', async (route) => {
    requested.push(new URL(route.request().url()).searchParams.get('skus') ?? '')
    const response = await route.fetch()
    const reply = (await response.json()) as { result: { items: Item[] } }
    if (changes) for (const { price_info } of reply.result.items) price_info.final_price += RISE
    await route.fulfill({ response, json: reply })
  })
  await page.goto(`${shopUrl}${path}`)
  const read = async () => (await page.locator(amounts).allTextContents()).map(cents)
  const before = await read()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(() => requested.length).toBe(1)
  await expect.poll(() => page.locator('[data-price-is-current]').count()).toBeGreaterThan(0)
  return { page, errors, requested, before, after: await read() }
}

test('[C10] a restored list shows current prices and reports the change once', async () => {
  const { page, errors, requested, before, after } = await restorePage('/t/c/new', true, '.card .price > b')
  expect(requested[0]?.split(',').length).toBeGreaterThan(5)
  const sets = await page.locator('.card').evaluateAll((cards) => cards.map((card) => card.dataset.setqty))
  for (const [index, was] of before.entries()) {
    const setqty = Number(sets[index])
    expect(Math.abs(((after[index] ?? 0) - was) * setqty - RISE * 100)).toBeLessThanOrEqual(setqty)
  }
  await expect
    .poll(() => page.getByRole('status').getByText('Prices on this page have changed.').count())
    .toBe(1)
  expect(errors).toEqual([])
})

test('[C10] without a change a restored list shows no message and moves nothing', async () => {
  const { page, errors, before, after } = await restorePage('/t/c/used', false, '.card .price > b')
  expect(after).toEqual(before)
  expect(await page.getByText('Prices on this page have changed.').count()).toBe(0)
  expect(errors).toEqual([])
})

test('[C10] every price of a restored product page changes: of each set, the button, the bar and other sizes', async () => {
  const list = await browser.newPage()
  await list.goto(`${shopUrl}/t/c/new`)
  const href = (await list.locator('main a[href^="/p/"]').first().getAttribute('href')) ?? ''
  await list.goto(`${shopUrl}${href}`)
  const sizes = (await list.locator('.sizes-price b').allTextContents()).map(cents)
  expect(sizes.length).toBeGreaterThan(0)
  const { page, errors, before, after } = await restorePage(href, true, '#buy .option-row > b')
  const dearer = (await page.locator('.sizes-price b').allTextContents()).map(cents)
  expect(dearer.every((now, row) => now >= (sizes[row] ?? 0) + (RISE * 100) / 4)).toBe(true)
  expect(before.length).toBeGreaterThan(1)
  expect(after).toEqual(before.map((was) => was + RISE * 100))
  const chosen = cents(await page.locator('#buy .option-row:has(:checked) > b').textContent())
  expect(cents(await page.locator('#buy .price').textContent())).toBeGreaterThanOrEqual(chosen / 4)
  expect(cents(await page.locator('#buy button[class*=buy] .if-script').textContent())).toBe(chosen)
  expect(cents(await page.locator('.dock-buy .price b').textContent())).toBe(chosen)
  expect(errors).toEqual([])
})
