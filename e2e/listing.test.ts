import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  collectErrors,
  expectAccessible,
  expectNoSidewaysScroll,
  expectWholePage,
  openBrowser,
  PHONE,
} from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

const search = (page: Page) => new URL(page.url()).search
const cards = (page: Page) => page.locator('.card').count()
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

/** Returns the number at the head of the list, such as `771 tires.` */
async function total(page: Page): Promise<number> {
  const head = await page.locator('[data-swap=head] p').first().textContent()
  return Number(/^([\d,]+) tires?/.exec(head ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

/** Marks the window; returns whether the mark is still there, which a page load would remove. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    ;(window as { stayed?: boolean }).stayed = true
  })
  return () => page.evaluate(() => (window as { stayed?: boolean }).stayed === true)
}

async function expectAddress(page: Page, expected: string): Promise<void> {
  await expect.poll(() => search(page), { timeout: 8_000 }).toBe(expected)
}

test('[C3] [A5] [A7] a filter applies in place: list, count, address, focus and status follow, also for Back and Forward', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/t`)
  const stayed = await mark(page)
  const all = await total(page)
  const count = Number(
    (await page.locator('label:has(#f-condition-new) .check-count').textContent())?.replaceAll(',', ''),
  )
  await page.locator('#f-condition-new').check()
  await expectAddress(page, '?condition=new')
  await expect.poll(() => total(page)).toBe(count)
  expect(await focusedId(page)).toBe('f-condition-new')
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContainEqual(expect.stringMatching(new RegExp(`^${count.toLocaleString('en-US')} tires, page 1 of `)))

  await page.getByRole('link', { name: 'Next page' }).click()
  await expectAddress(page, '?condition=new&page=2')
  await page.goBack()
  await expectAddress(page, '?condition=new')
  await page.goBack()
  await expectAddress(page, '')
  await expect.poll(() => total(page)).toBe(all)
  expect(await page.locator('#f-condition-new').isChecked()).toBe(false)
  await page.goForward()
  await expectAddress(page, '?condition=new')
  await expect.poll(() => page.locator('#f-condition-new').isChecked()).toBe(true)

  await page.getByRole('link', { name: 'New Remove' }).click()
  await expectAddress(page, '')
  expect(await focusedId(page)).toBe('results')
  expect(await stayed()).toBe(true)
  expect(errors).toEqual([])
})

test('[A7] Back restores a list: address, scroll position and page size', async () => {
  const page = await browser.newPage()
  await page.goto(`${shopUrl}/t`)
  await page.locator('#f-condition-used').check()
  await expectAddress(page, '?condition=used')
  await page.locator('.card').nth(20).scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => Math.round(scrollY))
  await page.locator('.card-title a').nth(20).click()
  await page.waitForURL(/\/p\//)
  const route = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('route') ?? 'null'))
  expect(await route()).toMatchObject({ previous: { path: '/t?condition=used', pageSize: 50 }, back: false })
  await page.goBack()
  await expectAddress(page, '?condition=used')
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top)
  await expect.poll(route).toMatchObject({ current: { path: '/t?condition=used' }, back: true })
})

test('[C3] [C5] a slider moves by arrow keys, a field by typing, and an invalid number is reported', async () => {
  const page = await browser.newPage()
  await page.goto(`${shopUrl}/t`)
  const top = page.getByRole('slider', { name: 'Price per tire, at most, dollars' })
  await top.focus()
  await page.keyboard.press('PageDown')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  const value = await top.inputValue()
  expect(Number(value)).toBeLessThan(351)
  await expectAddress(page, `?price_to=${value}`)
  await expect.poll(() => focusedId(page)).toBe('r-price-to')
  expect(await page.locator('#f-price-to').inputValue()).toBe(value)

  const min = page.getByRole('spinbutton', { name: 'Tread left, at least' })
  await min.fill('2.7')
  await min.press('Tab')
  const message = page.locator('#e-tread')
  await expect.poll(() => message.textContent()).toContain('a number from 3 to 25 in steps of 0.5')
  expect(await min.getAttribute('aria-invalid')).toBe('true')
  expect(await min.getAttribute('aria-describedby')).toBe('e-tread')
  expect(search(page)).toBe(`?price_to=${value}`)
  await min.fill('6.5')
  await min.press('Enter')
  await expectAddress(page, `?price_to=${value}&tread_from=6.5`)
  expect(await page.locator('#r-tread-from').inputValue()).toBe('6.5')
  expect(await page.locator('.chip').allTextContents()).toEqual([
    `up to $${value} Remove`,
    '6.5/32 in or more Remove',
  ])
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expectAddress(page, '')
})

test('[C3] [C5] a long list of values expands beyond eleven, can be searched, and stays open after a choice', async () => {
  const page = await browser.newPage()
  await page.goto(`${shopUrl}/t/b/halden`)
  const group = page.locator('fieldset:has(#all-size)')
  expect(await group.locator('.check:visible').count()).toBe(11)
  await group.locator('summary').click()
  const field = group.getByRole('searchbox')
  const row = group.locator('#all-size .check').last()
  const label = (await row.locator('span').first().textContent()) ?? ''
  await field.fill(label.replace(/\D/g, ''))
  await expect.poll(() => group.locator('#all-size .check:visible').count()).toBe(1)
  await row.locator('input').check()
  await expect.poll(() => search(page), { timeout: 8_000 }).toMatch(/^\?size=/)
  await expect.poll(() => page.locator('#all-size').getAttribute('open')).not.toBeNull()
  await expect.poll(() => page.locator('.chip').first().textContent()).toContain(label)
})

test('[A5] [C3] without JavaScript filters are links and ranges are fields of a form', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${shopUrl}/t`)
  await page.getByRole('link', { name: /^8\/32 in or more/ }).click()
  expect(search(page)).toBe('?tread_from=8')
  await page.getByRole('spinbutton', { name: 'Price per tire, at most, dollars' }).fill('90')
  await page.getByRole('button', { name: 'Show results' }).click()
  await page.waitForURL(`${shopUrl}/t?price_to=90&tread_from=8`)
  expect(await cards(page)).toBeGreaterThan(0)
  expect(await page.locator('.range-slider:visible').count()).toBe(0)
  await page.getByRole('link', { name: 'up to $90 Remove' }).click()
  expect(search(page)).toBe('?tread_from=8')
})

test('[B4] [B9] on a phone both panels are dialogs: the focus stays inside, the button shows the count, the choice is preserved', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/t`)
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await panel.locator('#f-condition-used').check()
  await expectAddress(page, '?condition=used')
  const count = await total(page)
  await panel.getByRole('button', { name: `Show ${count.toLocaleString('en-US')} tires` }).focus()
  await page.keyboard.press('Tab')
  const isInside = () => panel.evaluate((element) => element.contains(document.activeElement))
  const onPage = () => page.evaluate(() => document.hasFocus() && document.activeElement !== document.body)
  // After the last tab stop the focus may leave the page, but must not reach elements behind the panel.
  expect((await isInside()) || !(await onPage())).toBe(true)
  await panel.getByRole('button', { name: /^Show / }).click()
  await panel.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('popovertarget')))
    .toBe('filters')
  expect(await page.getByRole('button', { name: /^Filters/ }).textContent()).toBe('Filters 1 active')

  await page.getByRole('button', { name: /^Sort by/ }).click()
  const sorts = page.getByRole('dialog', { name: 'Sort by' })
  await sorts.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await sorts.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await sorts.getByRole('link', { name: 'Price low to high' }).click()
  await expectAddress(page, '?condition=used&sort=final_price:asc')
  await sorts.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: /^Sort by/ }).textContent()).toBe(
    'Sort by: Price low to high',
  )
})

test('[C3] [B9] without matches, each removable filter shows how many tires it would bring, and one link clears all', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/t?condition=retread&price_to=1`)
  const best = page.locator('.empty .button')
  const label = (await best.textContent()) ?? ''
  const promised = Number(/Clear filters: ([\d,]+) tires?/.exec(label)?.[1]?.replaceAll(',', ''))
  expect(promised).toBeGreaterThan(0)
  expect(await page.getByRole('link', { name: /without “/ }).count()).toBeGreaterThan(0)
  expect(await page.getByRole('link', { name: 'Clear all' }).count()).toBe(1)
  await best.click()
  await expect.poll(() => total(page)).toBe(promised)
})

test('[B9] [C14] a list that fails to load leaves the old one, shows an error, and can be retried', async () => {
  const page = await browser.newPage()
  await page.goto(`${shopUrl}/t`)
  await page.locator('#f-condition-used').hover()
  const all = await total(page)
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/t?*', async (route) => {
    await released
    await route.fulfill({ status: 500, body: 'no' })
  })
  await page.locator('#f-condition-used').check()
  await page.locator('html[data-loading] [aria-busy=true]').waitFor({ state: 'attached' })
  answer()
  const note = page.getByRole('alert').filter({ hasText: 'We couldn’t update the list.' })
  await note.waitFor()
  expect(await page.locator('html[data-loading], [aria-busy=true]').count()).toBe(0)
  expect(await total(page)).toBe(all)
  expect(search(page)).toBe('')
  await expectAccessible(page)
  await page.unroute('**/t?*')
  await note.getByRole('button', { name: 'Try again' }).click()
  await expectAddress(page, '?condition=used')
  expect(await note.count()).toBe(0)
})

/** Waits until the browser has stored the list at that address. */
async function expectCached(page: Page, pathAndQuery: string): Promise<void> {
  const isCached = (href: string) =>
    page.evaluate(async (href) => (await caches.match(href)) !== undefined, href)
  await expect.poll(() => isCached(pathAndQuery), { timeout: 8_000 }).toBe(true)
}

test('[C13] [C14] without a connection visited and prefetched lists open; others report it', async () => {
  const page = await browser.newPage()
  await page.goto(`${shopUrl}/t`)
  await page.locator('#f-condition-used').hover()
  await expectCached(page, '/t')
  // The next page, which was not opened.
  await expectCached(page, '/t?page=2')
  await page.context().setOffline(true)
  await page.locator('.paging a.button[rel=next]').click()
  await page.getByRole('status').filter({ hasText: 'This list is from' }).waitFor()
  await expectAddress(page, '?page=2')
  await expectAccessible(page)
  await page.goBack()
  await expectAddress(page, '')

  await page.locator('#f-condition-new').check()
  const note = page.getByRole('alert').filter({ hasText: 'There is no Internet connection' })
  await note
    .getByText('No products synchronized for this category. Please come back while online!', { exact: false })
    .waitFor()
  expect(await page.locator('.card').first().isVisible()).toBe(false)
  await expectAccessible(page)
  await note.getByRole('button', { name: 'OK' }).click()
  expect(await page.locator('.card').first().isVisible()).toBe(true)
  await page.locator('#f-condition-driven-once').check()
  await note.waitFor()
  // When the connection is back, the page loads the list by itself.
  await page.context().setOffline(false)
  await expectAddress(page, '?condition=driven-once&condition=new')
  expect(await note.count()).toBe(0)
})

test('[F6] tires are chosen on cards, stored, compared side by side; a fifth is refused, and all can be cleared', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/t/c/used`)
  const boxes = page.locator('[data-compare]')
  for (const at of [0, 1, 2]) await boxes.nth(at).check()
  const bar = page.getByRole('form', { name: 'Compare tires' })
  await bar.getByRole('button', { name: 'Compare 3' }).waitFor()
  await expectAccessible(page)
  // Other pages show the choice too.
  await page.goto(`${shopUrl}/t/c/new`)
  await bar.getByRole('button', { name: 'Compare 3' }).waitFor()
  await boxes.nth(0).check()
  await bar.getByRole('button', { name: 'Compare 4' }).waitFor()
  await boxes.nth(1).click()
  await page.getByRole('alert').filter({ hasText: 'Four tires can be compared at once.' }).waitFor()
  expect(await boxes.nth(1).isChecked()).toBe(false)

  await bar.getByRole('button', { name: 'Compare 4' }).click()
  await page.waitForURL(/\/compare\/\?sku=/)
  expect(await page.getByRole('columnheader').count()).toBe(4)
  await expectAccessible(page)
  const rows = () => page.locator('.compare tbody tr:visible').count()
  const whole = await rows()
  await page.getByLabel('Differences only').check()
  expect(await rows()).toBeLessThan(whole)
  expect(await page.locator('.compare .tag', { hasText: 'Best value' }).count()).toBeGreaterThan(0)
  await page
    .getByRole('link', { name: /^Remove .* from the comparison/ })
    .first()
    .click()
  await expect.poll(() => page.getByRole('columnheader').count()).toBe(3)
  // The page of the comparison needs no bar.
  expect(await bar.isVisible()).toBe(false)
  // The address without skus shows the stored choice.
  await page.goto(`${shopUrl}/compare/`)
  await page.waitForURL(/\/compare\/\?sku=/)
  await page.getByRole('button', { name: 'Clear the comparison' }).click()
  await page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('compare'))).toBeNull()
  expect(errors).toEqual([])
})

test('[B9] [C3] [F6] listing and comparison without JavaScript are accessible on a phone and on a desktop', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${shopUrl}/t/c/used?tread_from=6`)
  await expectWholePage(page)
  for (const at of [0, 1]) await page.locator('[data-compare]').nth(at).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL(/\/compare\/\?sku=.*&sku=/)
  expect(await page.getByRole('columnheader').count()).toBe(2)
  await expectWholePage(page)
})
