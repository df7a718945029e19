/** The note on top of a cached page while the database is unavailable, in a browser. */
import { expect, test } from 'vitest'
import { STALE_PAGE } from '../schema/platform/outbound/outage.ts'
import { withStaleNote } from '../worker/platform/cache/stale-note.ts'
import { findProduct } from './api-client.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

test.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
])('[audit C1] on %s the note is visible at once, covers nothing, and moves nothing', async (_, viewport) => {
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 1 })
  const page = await browser.newPage({ viewport })
  await page.route(`${shopUrl}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const answer = await route.fetch()
    const body = withStaleNote(new Uint8Array(await answer.body()))
    await route.fulfill({ response: answer, body: Buffer.from(body) })
  })
  // Without Arial there is no fallback of the same size, and loading fonts would move the page too.
  await page.route('**/*.woff2', (route) => route.abort())
  for (const path of ['/', '/t/c/used', product.href]) {
    await page.goto(`${shopUrl}${path}`, { waitUntil: 'load' })
    const note = page.getByRole('status').filter({ hasText: STALE_PAGE })
    const box = await note.boundingBox()
    expect(box && box.y > 0 && box.y + box.height < viewport.height, path).toBe(true)
    await expectNoSidewaysScroll(page)
    const found = await page.evaluate(layoutOf, STALE_PAGE)
    expect(found, path).toEqual({ isOnTop: true, follows: true, moved: [] })
    await expectAccessible(page, ['color-contrast', 'region', 'landmark-unique'])
  }
})

/** Returns whether the note is on top, whether the next element is below it, and what moved while loading. */
async function layoutOf(text: string) {
  const note = [...document.querySelectorAll('.note')].find((one) => one.textContent === text)
  const box = note?.getBoundingClientRect()
  if (!note || !box) return null
  const next = note.parentElement?.nextElementSibling?.getBoundingClientRect()
  await document.fonts.ready
  const moved = await new Promise<string[]>((resolve) => {
    const shifts: string[] = []
    const observer = new PerformanceObserver((list) => {
      for (const one of list.getEntriesByType('layout-shift')) {
        const { value, sources } = one as PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        if (value < 0.0005) continue
        for (const { node, previousRect, currentRect } of sources) {
          const what = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent
          shifts.push(`${value} ${JSON.stringify([previousRect, currentRect])} ${what}`)
        }
      }
      if (list.getEntriesByName('settled').length === 0) return
      observer.disconnect()
      resolve(shifts)
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    observer.observe({ type: 'mark' })
    // After two frames, all shifts of the load are painted and reported.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('settled')))
  })
  return {
    isOnTop: document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === note,
    follows: next !== undefined && next.top >= box.bottom,
    moved,
  }
}
