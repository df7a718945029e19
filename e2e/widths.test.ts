import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findProduct, openPayment, putInCart } from './api-client.ts'
import { expectNoSidewaysScroll, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

/** Opens listing, product, cart and checkout of one shopper and calls `check` on each. */
async function onEachScreen(page: Page, check: (screen: string) => Promise<void>): Promise<void> {
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 4 })
  await putInCart(page, shopUrl, product.sku, 2)
  for (const path of ['/', '/t/s/225-45r17', '/t/c/used', product.href, '/cart/', '/checkout/', '/nope']) {
    await page.goto(`${shopUrl}${path}`)
    await check(path)
  }
  await openPayment(page, shopUrl)
  await page.frameLocator('iframe[title="Secure card payment"]').getByLabel('Card number').waitFor()
  await check('/checkout/ at payment')
}

test('[A11] [B9] nothing overflows at any width, and at twice the font size no text is cut off or covered', async () => {
  const page = await browser.newPage()
  const cut: Record<string, string[]> = {}
  await onEachScreen(page, async (screen) => {
    for (const width of [1440, 1200, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const found = [...(await page.evaluate(cutOff)), ...(await page.evaluate(overlaps))]
      if (found.length > 0) cut[`${screen} at ${width} px`] = found
    }
  })
  expect(cut).toEqual({})
})

/** Returns texts that are partly hidden by their own box, except scrolling or deliberately hidden ones. */
function cutOff(): string[] {
  const cut: string[] = []
  const over = document.documentElement.scrollWidth - window.innerWidth
  if (over > 0) cut.push(`the page itself, by ${over} px`)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element)
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest('.visually-hidden, select, [popover]:not(:popover-open)')) continue
    let box = element.parentElement
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement
    if (box) continue
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    const high = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1
    const { left, right } = element.getBoundingClientRect()
    const outside = right > window.innerWidth + 1 || (left < -1 && right > 0)
    if (wide || high || outside)
      cut.push(`${element.tagName}.${element.className}: ${element.textContent?.trim().slice(0, 40)}`)
  }
  return cut
}

/** Returns the pairs of header items that cover each other. */
function overlaps(): string[] {
  const items = [...document.querySelectorAll<HTMLElement>('.utility li, .nav li, .acts > *, .brand, .seek')]
    .filter((element) => element.checkVisibility())
    .map((element) => ({
      text: element.textContent?.trim().slice(0, 20),
      box: element.getBoundingClientRect(),
    }))
  return items.flatMap((one, index) =>
    items.slice(index + 1).flatMap((other) => {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      return wide > 1 && high > 1 ? [`${one.text} and ${other.text}`] : []
    }),
  )
}
