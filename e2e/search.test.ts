import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { collectErrors, DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()
const PHONE = { width: 390, height: 780 }

/** Focuses the search field of the header without a mouse and waits for its hydration. */
async function openSearch(page: Page, path = '/'): Promise<void> {
  await page.goto(`${shopUrl}${path}`)
  await page.locator('#search').focus()
  await page.getByRole('combobox', { name: 'Search tires' }).waitFor()
}
const options = (page: Page) => page.locator('[role=option]')
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]').textContent()
const status = (page: Page) => page.locator('search [role=status]').first().textContent()

describe('at 1440 pixels', () => {
  test('[C9] [B4] a size is found by keyboard alone: typed, chosen with the arrows, opened with Enter', async () => {
    const page = await browser.newPage()
    const errors = collectErrors(page)
    await openSearch(page)
    await page.keyboard.type('225 45')
    await expect.poll(() => options(page).first().textContent()).toMatch(/^225\/45R17\d+ tires$/)
    expect(await status(page)).toMatch(/^\d suggestions\.$/)
    expect(await options(page).count()).toBeLessThanOrEqual(8)
    await expectAccessible(page)

    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toContain('225/45R17')
    const field = page.locator('#search')
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await options(page).first().getAttribute('id'),
    )
    await page.keyboard.press('End')
    expect(await options(page).last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true')
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    expect(await options(page).count()).toBe(0)
    expect(await field.inputValue()).toBe('225 45')
    await page.keyboard.press('Escape')
    expect(await field.inputValue()).toBe('')

    await page.keyboard.type('225/45r17')
    await expect.poll(() => options(page).count()).toBeGreaterThan(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${shopUrl}/t/s/225-45r17`)
    expect(errors).toEqual([])
  })

  test.each(['2254517', '225 45 17', 'used 225/45r17 halden'])(
    '[C9] "%s" leads to its size',
    async (term) => {
      const page = await browser.newPage()
      await openSearch(page)
      await page.keyboard.type(term)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/t\/s\/225-45r17/)
      expect(await page.locator('h1').textContent()).toContain('225/45R17')
    },
  )

  test('[C9] a misspelled brand shows the suggested one, can be filtered in place, and can be searched exactly', async () => {
    const page = await browser.newPage()
    await openSearch(page)
    await page.keyboard.type('haldne')
    await expect.poll(() => status(page)).toMatch(/^No matches for "haldne"\. \d suggestions for "Halden"\.$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=haldne/)
    const main = page.locator('main')
    expect(await main.getByText('These are for').textContent()).toContain('No matches for "haldne".')
    expect(await page.getByLabel('Sort by').inputValue()).toBe('relevance')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.locator('#f-condition-new').check()
    await page.waitForURL(/\/search\?q=haldne&condition=new$/)
    await expect.poll(() => page.getByRole('link', { name: /^New/ }).count()).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'exactly "haldne"' }).click()
    await page.waitForURL(/q=%22haldne%22/)
    expect(await main.textContent()).toContain('No tires match "haldne"')
    await expectAccessible(page)
  })

  test('[B4] a new key cancels the request of the earlier one; a failure is reported and can be retried', async () => {
    const page = await browser.newPage()
    await openSearch(page)
    let fail = true
    await page.route('**/api/ext/suggest?q=*', async (route) => {
      const term = new URL(route.request().url()).searchParams.get('q')
      // The first request is never answered.
      if (term === 'halden') return
      if (term === 'norwind' && fail) await route.abort()
      else await route.continue()
    })
    const canceled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=halden'))
    const firstRequest = page.waitForRequest(/q=halden$/)
    await page.keyboard.type('halden')
    await firstRequest
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('tessaro')
    await canceled
    await expect.poll(() => options(page).first().textContent()).toMatch(/^Tessaro/)

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('norwind')
    await expect.poll(() => status(page)).toBe('There is no Internet connection')
    await expectAccessible(page)
    fail = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => options(page).first().textContent()).toMatch(/^Norwind/)
  })

  test('[C9] a request that takes longer than five seconds is canceled, with a message', async () => {
    const page = await browser.newPage()
    await openSearch(page)
    await page.route('**/api/ext/suggest?q=*', () => {})
    await page.clock.install()
    await page.keyboard.type('halden')
    await page.clock.runFor(1000)
    await expect.poll(() => status(page)).toBe('Searching')
    await page.clock.runFor(5000)
    await expect.poll(() => status(page)).toBe('The search took too long.')
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1)
  })

  test('[B4] recent searches are offered and can be cleared', async () => {
    const page = await browser.newPage()
    await openSearch(page)
    await page.keyboard.type('halden velo')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search/)
    await openSearch(page, '/t/b')
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toBe('halden velo')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    expect(await options(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  })
})

describe('at 390 pixels', () => {
  test('[C9] [B4] the search is a panel over the page, and closing it returns there', async () => {
    const page = await browser.newPage({ viewport: PHONE, hasTouch: true })
    const errors = collectErrors(page)
    await page.goto(shopUrl)
    await page.locator('#search-small').tap()
    const panel = page.getByRole('dialog', { name: 'Search' })
    await panel.waitFor()
    await page.keyboard.type('halden 225/4')
    await expect.poll(() => options(page).first().textContent()).toMatch(/^225\/4\dR\d\d, Halden/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await page.locator('#search-small').inputValue()).toBe('halden 225/4')

    await page.locator('#search-small').tap()
    await panel.waitFor()
    await options(page).first().tap()
    await page.waitForURL(/\/t\/s\/225-4\dr\d\d\?brand=halden/)
    expect(errors).toEqual([])
  })

  test('[B4] text typed before the panel is hydrated is not lost', async () => {
    const page = await browser.newPage({ viewport: PHONE })
    let release = () => {}
    const typed = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/{hydrate,search}*.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.goto(shopUrl)
    await page.locator('#search-small').focus()
    await page.keyboard.type('norw')
    release()
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.type('ind')
    await expect.poll(() => options(page).first().textContent()).toMatch(/^Norwind/)
  })

  test('[C9] too few characters, and words without a match, show a message', async () => {
    const page = await browser.newPage({ viewport: PHONE })
    await page.goto(`${shopUrl}/search?q=ve`)
    expect(await page.locator('main').textContent()).toContain('Search term needs at least 3 characters.')
    await page.goto(`${shopUrl}/search?q=halden+zzzz`)
    await page.getByRole('link', { name: /^Show [\d,]+ tires with "Halden"$/ }).click()
    await page.waitForURL(`${shopUrl}/t/b/halden`)
  })
})

describe('without script', () => {
  test('[C9] [B4] the search is a plain form', async () => {
    const page = await browser.newPage({ viewport: DESKTOP, javaScriptEnabled: false })
    await page.goto(shopUrl)
    const field = page.getByRole('textbox', { name: 'Search tires' })
    await field.fill('halden vel')
    await field.press('Enter')
    await page.waitForURL(/\/search\?q=halden\+vel$/)
    expect(await page.locator('.card').count()).toBeGreaterThan(10)
    await expectAccessible(page)
    await page.locator('#f-condition-new').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    expect(new URL(page.url()).searchParams.get('q')).toBe('halden vel')
    expect(new URL(page.url()).searchParams.get('condition')).toBe('new')
    expect(await page.locator('.card').count()).toBeGreaterThan(0)
  })
})
