/** A real browser for the journeys, and what every journey asks of a page. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'

/** The browser of this file, started before its tests and closed after them. */
export function openBrowser(): { newPage(options?: BrowserContextOptions): Promise<Page> } {
  let browser: Browser | undefined
  beforeAll(async () => {
    const found = findBrowser({ install: false })
    if (!found.ok) throw new Error(found.problem)
    browser = await chromium.launch({ executablePath: found.path, args: BROWSER_FLAGS })
  })
  afterAll(() => browser?.close())
  return {
    async newPage(options = {}) {
      if (!browser) throw new Error('the browser has not started')
      // A service worker would answer in place of what a journey puts between the page and the shop.
      const context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      return page
    },
  }
}

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 740 }

/** WCAG 2.2 AA and axe's best practices: no violation on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const scriptless = await page.evaluate(() => matchMedia('(scripting: none)').matches)
  if (scriptless) await page.evaluate(timersOfTheTest)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Frames are judged from a page of their own, which would be without script too.
    .setLegacyMode(scriptless)
    .analyze()
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** A page without script runs what a test asks of it, but never a timer, and axe waits for some. */
function timersOfTheTest(): void {
  window.setTimeout = ((act: () => void) => {
    void Promise.resolve().then(act)
    return 0
  }) as typeof window.setTimeout
}

/** Nothing sticks out sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, `sideways scroll on ${page.url()}`).toBeLessThanOrEqual(0)
}

/** Collects what the console and the page complain about: errors, refused resources, hydration mismatches. */
export function complaints(page: Page): string[] {
  const list: string[] = []
  page.on('pageerror', (error) => list.push(`${page.url()} ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(`${page.url()} ${message.text()}`)
  })
  return list
}
