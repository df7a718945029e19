import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CartFormResult } from '../schema/cart/cart-form.api.ts'
import { collectErrors, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { firstOf, groupPage } from './page-kinds.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

/** Addresses of one product of each kind in the demo shop. */
const at = {
  bundle: '/p/B4-225-45R17/four-new-tires-with-mounting-kit-225-45r17',
  bags: '/p/SB-1/storage-bags-set-of-four',
  plan: '/p/RH-1/road-hazard-plan-one-tire',
  guide: '/p/CG-1/tire-care-guide',
  group: '',
  fresh: '',
  used: '',
}

beforeAll(async () => {
  at.fresh = await firstOf(shopUrl, '/t/c/new')
  at.used = await firstOf(shopUrl, '/t/c/used')
  at.group = await groupPage(shopUrl)
})

/** Presses the "Add" button and returns the new cart. */
async function add(page: Page): Promise<CartFormResult> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/cart/form/'))
  await page.locator('#buy button[type="submit"]').click()
  const { code, result } = await (await answered).json()
  expect(code, JSON.stringify(result)).toBe(200)
  return result
}
const price = (page: Page) => page.locator('#buy .price b').textContent()
const dollars = (text: string | null) => Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100)

test('[C7] [A8] another variant changes price and address without a history entry', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl)
  await page.goto(shopUrl + at.fresh)
  const sets = page.locator('#buy input[name="sku"]')
  for (const index of [0, 1]) {
    const sku = await sets.nth(index).inputValue()
    await sets.nth(index).check()
    await page.waitForURL(`${shopUrl}${at.fresh}/${sku}`)
  }
  await page.reload()
  expect(await sets.nth(1).isChecked()).toBe(true)
  // The variant's own sku redirects to the page of its parent.
  const sku = await sets.nth(1).inputValue()
  await page.goto(`${shopUrl}/p/${sku}/anything`)
  expect(page.url()).toBe(`${shopUrl}${at.fresh}/${sku}`)
  await page.goBack()
  await page.goBack()
  expect(page.url()).toBe(`${shopUrl}/`)
  expect(errors).toEqual([])
})

test('[C7] a variant that was sold meanwhile is replaced by the nearest one, with a message', async () => {
  const page = await browser.newPage()
  await page.route('**/api/stock/list*', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    body.result.at(-1).qty = 0
    body.result.at(-1).is_in_stock = false
    await route.fulfill({ response: reply, json: body })
  })
  await page.goto(shopUrl + at.fresh)
  const sets = page.locator('#buy input[name="sku"]')
  const count = await sets.count()
  expect(await sets.nth(count - 1).isChecked()).toBe(true)
  await page.locator('#buy').hover()
  await page
    .getByText('No such configuration for the product. Please do choose another combination of attributes.')
    .waitFor()
  expect(await sets.count()).toBe(count - 1)
  expect((await add(page)).view.lines).toHaveLength(1)
})

test('[B7] the gallery works by keyboard: open, next, zoom, close, and the focus returns', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl + at.used)
  const opener = page.locator('.gallery-open')
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.locator('dialog.zoom')
  await dialog.getByText(/^Whole tire, 1 of \d$/).waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText(/^Sidewall, 2 of \d$/).waitFor()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByText(/^Whole tire, 1 of \d$/).waitFor()
  await expectAccessible(page)
  const picture = dialog.locator('.zoom-picture')
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const whole = await width()
  await picture.focus()
  await page.keyboard.press('Enter')
  await expect.poll(width).toBeGreaterThan(whole * 1.5)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(false)
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Next picture' }).click()
  expect(await page.locator('.gallery-main img').getAttribute('src')).toContain('-sidewall-1000')
  expect(errors).toEqual([])
})

test('[G7] [E4] a ZIP code shows the delivery day and the total price, an invalid one a message', async () => {
  const page = await browser.newPage()
  await page.goto(shopUrl + at.fresh)
  const zip = page.locator('#delivery-zip')
  const show = page.locator('.delivery').getByRole('button', { name: 'Show' })
  const enter = async (typed: string) => {
    await zip.fill(typed)
    await show.click()
  }
  await enter('6061')
  await page.getByText('Please provide valid zip code.').waitFor()
  expect(await zip.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => zip.evaluate((field) => field === document.activeElement)).toBe(true)
  await enter('96815')
  await page.getByText('We can not deliver to Hawaii, Alaska, Puerto Rico or Canada').waitFor()
  await expectAccessible(page)
  await enter('60612')
  const total = page.locator('.delivery-total dd')
  await total.waitFor()
  expect(await page.locator('.delivery').textContent()).toMatch(/to Chicago, IL 60612\. (Order within|Ships)/)
  const ofSet = dollars(await total.textContent())
  // The total follows the chosen variant.
  await page.locator('#buy input[name="sku"]').first().check()
  await expect.poll(async () => dollars(await total.textContent())).toBeLessThan(ofSet)
  const one = dollars(await price(page))
  expect(dollars(await total.textContent())).toBe(one + 250 + Math.round(one * 0.0625))
  // The next page remembers the ZIP code. The text of the last hours before the cut-off is the longest.
  const longest = 'Order within 23 hours 59 minutes and it ships on Wednesday'
  await page.route('**/api/ext/delivery?*', async (route) => {
    const body = await (await route.fetch()).json()
    await route.fulfill({ json: { ...body, result: { ...body.result, leaves: longest } } })
  })
  await page.setViewportSize(PHONE)
  await page.goto(shopUrl + at.used)
  await total.waitFor()
  expect(await zip.inputValue()).toBe('60612')
  await page.getByText(longest).waitFor()
  await expectNoSidewaysScroll(page)
  await add(page)
  await page.goto(`${shopUrl}/cart/`)
  const inCart = page.getByLabel('ZIP code for tax and delivery')
  await expect.poll(() => inCart.inputValue()).toBe('60612')
  await inCart.press('Enter')
  const totals = page.getByRole('complementary', { name: 'Total' })
  await totals.getByText('Shipping to 60612').waitFor()
  await totals.getByText('Estimated tax').waitFor()
})

describe('[C8] each type of product can be added from its page', () => {
  test('a bundle with its choices, at the price that was shown', async () => {
    const page = await browser.newPage()
    await page.goto(shopUrl + at.bundle)
    const before = dollars(await price(page))
    await page.getByLabel(/^Mounting kit with pressure sensors/).check()
    await expect.poll(async () => dollars(await price(page))).toBe(before + 7200)
    const { view } = await add(page)
    expect(view.lines.map(({ type, rowTotal }) => [type, rowTotal])).toEqual([['bundle', before + 7200]])
  })

  test('a group with a line for each member, which can be left out', async () => {
    const page = await browser.newPage()
    await page.goto(shopUrl + at.group)
    const before = dollars(await price(page))
    const { view } = await add(page)
    expect(view.lines).toHaveLength(2)
    expect(view.lines.reduce((sum, { rowTotal }) => sum + rowTotal, 0)).toBe(before)
    await page.reload()
    const first = page.locator('.buy-member').first()
    const stepper = first.getByRole('button', { name: /^One less/ })
    if ((await stepper.count()) > 0) await stepper.click()
    else await first.getByRole('checkbox').uncheck()
    await expect.poll(async () => dollars(await price(page))).toBeLessThan(before)
  })

  test('an option with a surcharge, a plan, a file', async () => {
    const page = await browser.newPage()
    await page.goto(shopUrl + at.bags)
    const plain = dollars(await price(page))
    // Text typed before hydration is preserved.
    await page.getByLabel(/^Name on the tags/).fill('Dana, winter')
    await page.getByLabel(/^White/).check()
    await expect.poll(async () => dollars(await price(page))).toBe(plain + 200)
    const bags = (await add(page)).view.lines.at(-1)
    expect(bags?.rowTotal).toBe(plain + 200)
    expect(JSON.stringify(bags)).toContain('Dana, winter')
    // The plan covers tires of the same order.
    await page.goto(shopUrl + at.used)
    await add(page)
    for (const [path, type] of [
      [at.plan, 'virtual'],
      [at.guide, 'downloadable'],
    ] as const) {
      await page.goto(shopUrl + path)
      expect((await add(page)).view.lines.map((line) => line.type)).toContain(type)
    }
  })

  test('offline nothing is added, and the button explains why', async () => {
    const page = await browser.newPage()
    await page.goto(shopUrl + at.used)
    await page.locator('#buy').hover()
    await page.locator('[data-island="buy-box"][data-awake]').waitFor({ state: 'attached' })
    await page.context().setOffline(true)
    await page.locator('#buy').getByText('There is no Internet connection').waitFor()
    expect(await page.locator('#buy button[type="submit"]').getAttribute('aria-disabled')).toBe('true')
    await page.context().setOffline(false)
    await expect.poll(() => page.locator('#buy .buy-why').textContent()).toBe('')
  })
})

test('[C8] without JavaScript bundle choices and the ZIP code are plain forms', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: PHONE })
  const press = async (name: string) => {
    const answered = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name }).first().click()
    await answered
  }
  await page.goto(shopUrl + at.bundle)
  await page.getByLabel(/^Mounting kit with pressure sensors/).check()
  await press('Add to cart')
  expect(await page.locator('main').textContent()).toContain('Product has been added to the cart!')
  await page.goto(shopUrl + at.used)
  await page.locator('#delivery-zip').fill('60612')
  await press('Show')
  expect(await page.locator('.delivery').textContent()).toContain('Out the door')
  await expectAccessible(page)
  await page.locator('#delivery-zip').fill('96815')
  await press('Show')
  expect(await page.locator('#delivery-zip-error').textContent()).toBe(
    'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
  )
})
