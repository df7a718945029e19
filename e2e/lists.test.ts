import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openBrowser } from './browser.ts'
import { firstOf } from './page-kinds.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 780 }
const LISTS = ['/t', '/t/s/225-45r17', '/t/c/used', '/t/z/winter']

/** Returns top and bottom of the first element in the window; pixels. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })

test('[H13i] the first view of a list has a price on a wide screen and a whole card on a phone', async () => {
  const wide = await browser.newPage({ viewport: WIDE })
  const narrow = await browser.newPage({ viewport: NARROW })
  for (const path of [...LISTS, '/t/car/bmw/3-series/2018/335i-m-sport']) {
    await wide.goto(shopUrl + path)
    expect((await edges(wide, '.card .price b')).bottom, `${path}, price`).toBeLessThanOrEqual(WIDE.height)
  }
  for (const path of LISTS) {
    await narrow.goto(shopUrl + path)
    const dock = await edges(narrow, '.dock')
    expect((await edges(narrow, '.card')).bottom, `${path}, card`).toBeLessThanOrEqual(dock.top)
  }
})

/** Returns the number of cards in the first row. */
const columns = (page: Page) =>
  page
    .locator('.cards')
    .first()
    .evaluate((list) => {
      const tops = [...list.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().top)
      return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 1).length
    })

/** Returns the texts that a heart covers. */
const coveredByHearts = (page: Page) =>
  page.evaluate(() => {
    const covered: string[] = []
    for (const card of [...document.querySelectorAll('.card')].slice(0, 8)) {
      const heart = card.querySelector('.card-wish')
      const mark = heart && getComputedStyle(heart).display !== 'none' ? heart.getBoundingClientRect() : null
      if (!mark) continue
      // The drawn heart has 22 px in the middle of its button.
      const [x, y] = [mark.left + mark.width / 2, mark.top + mark.height / 2]
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { currentNode: node } = walker
        if (
          heart?.contains(node) ||
          node.parentElement?.closest('.visually-hidden') ||
          !node.nodeValue?.trim()
        )
          continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects())
          if (box.left < x + 11 && box.right > x - 11 && box.top < y + 11 && box.bottom > y - 11)
            covered.push(node.nodeValue)
      }
    }
    return covered
  })

for (const javaScriptEnabled of [true, false])
  test(`[H13i] a phone shows rows or two columns, as the shopper chooses, also later, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
    const page = await browser.newPage({ viewport: NARROW, javaScriptEnabled })
    await page.goto(`${shopUrl}/t?condition=used`)
    expect(await columns(page)).toBe(1)
    if (javaScriptEnabled) expect(await coveredByHearts(page)).toEqual([])
    await page.getByRole('button', { name: 'Show tires as Two columns' }).click()
    await page.getByRole('button', { name: 'Show tires as Rows' }).waitFor()
    expect(new URL(page.url()).search).toBe('?condition=used')
    expect(await columns(page)).toBe(2)
    await page.goto(`${shopUrl}/t/s/225-45r17`)
    expect(await columns(page)).toBe(2)
    await expectNoSidewaysScroll(page)
    if (javaScriptEnabled) {
      expect(await coveredByHearts(page)).toEqual([])
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'Show tires as Rows' }).click()
    await page.getByRole('button', { name: 'Show tires as Two columns' }).waitFor()
    expect(await columns(page)).toBe(1)
  })

test('[H13i] chips keep one line, and the row of a phone scrolls', async () => {
  const page = await browser.newPage({ viewport: NARROW })
  await page.goto(`${shopUrl}/t?condition=retread&made_year=min-2020&price_to=1`)
  const heights = await page
    .locator('.chip')
    .evaluateAll((chips) =>
      chips.map((chip) => [...chip.querySelectorAll('*'), chip].map((part) => part.getClientRects().length)),
    )
  expect(heights.length).toBe(3)
  expect(heights.flat().every((lines) => lines === 1)).toBe(true)
  expect(
    new Set(await page.locator('.chip').evaluateAll((chips) => chips.map((chip) => chip.clientHeight))).size,
  ).toBe(1)
  await expectNoSidewaysScroll(page)
})

test('[H13i] two tires are compared in two halves of a phone, with labels above and without the bar', async () => {
  const page = await browser.newPage({ viewport: NARROW })
  const skus = await Promise.all(
    ['/t/c/used', '/t/c/new'].map(async (list) => /\/p\/(TL-\d+)/.exec(await firstOf(shopUrl, list))?.[1]),
  )
  await page.goto(`${shopUrl}/compare/?${skus.map((sku) => `sku=${sku}`).join('&')}`)
  const cells = await page
    .locator('.compare tbody tr')
    .first()
    .locator('td')
    .evaluateAll((all) =>
      all.map((cell) => {
        const { left, width } = cell.getBoundingClientRect()
        return { left: Math.round(left), width: Math.round(width) }
      }),
    )
  expect(cells).toEqual([
    { left: 16, width: 164 },
    { left: 180, width: 164 },
  ])
  const label = await edges(page, '.compare tbody th')
  expect(label.bottom).toBeLessThanOrEqual((await edges(page, '.compare tbody td')).top)
  expect(await page.locator('.compare-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // A chosen tire shows the bar on pages with tires, but not here.
  await page.goto(`${shopUrl}/t`)
  await page.locator('.compare-tick').first().click()
  await page.locator('.compare-bar').waitFor({ state: 'visible' })
  for (const path of [`/compare/?sku=${skus[0]}`, '/contacts/']) {
    await page.goto(shopUrl + path)
    await page.locator('html[data-comparing]').waitFor()
    expect(await page.locator('.compare-bar').isVisible(), path).toBe(false)
  }
})

test('[H13i] the space above the heading is the same on every page', async () => {
  for (const [viewport, space] of [
    [WIDE, 20],
    [NARROW, 12],
  ] as const) {
    const page = await browser.newPage({ viewport })
    for (const path of [
      '/t',
      '/t/s/225-45r17',
      '/contacts/',
      '/sizes/',
      '/reviews/',
      '/compare/',
      '/about-us/',
      '/search?q=halden+zzzz',
    ]) {
      await page.goto(shopUrl + path)
      const above = await page.evaluate(() => {
        const before = document.querySelector('.crumbs') ?? document.querySelector('.nav, .masthead')
        const bars = [...document.querySelectorAll('.crumbs, .nav, .masthead')]
          .map((bar) => bar.getBoundingClientRect().bottom)
          .filter((bottom) => bottom > 0)
        const heading = document.querySelector('main h1')
        const padding = heading ? Number.parseFloat(getComputedStyle(heading).paddingTop) : 0
        return before && heading ? heading.getBoundingClientRect().top + padding - Math.max(...bars) : null
      })
      expect(above, `${path} at ${viewport.width}`).toBeCloseTo(space, 0)
    }
  }
})

test('[H13e] a list of newer tires, and the age of a tire with its advice on its page', async () => {
  const page = await browser.newPage({ viewport: WIDE })
  await page.goto(`${shopUrl}/t`)
  await page.locator('#f-made_year-min-2022').check()
  await expect.poll(() => new URL(page.url()).search).toBe('?made_year=min-2022')
  await page.getByRole('link', { name: 'Made 2022 or later Remove' }).waitFor()
  const old = await firstOf(shopUrl, '/t?made_year=2019')
  await page.goto(shopUrl + old)
  await expect
    .poll(() => page.locator('.tire-age-text').textContent())
    .toMatch(/made week \d+ of 2019, \d+ years old/)
  expect(await page.locator('.tire-age-advice').textContent()).toContain('have it inspected yearly')
  await expectAccessible(page)
})
