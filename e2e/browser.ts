/** A real browser for the journeys, and what every journey asks of a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'

interface Journeys {
  newPage(options?: BrowserContextOptions): Promise<Page>
  /** What the policies of pages refused in this test so far. What a journey leaves in it fails the journey. */
  refused: string[]
}

/** The browser of this file, started before its tests and closed after them. */
export function openBrowser(): Journeys {
  let browser: Browser | undefined
  const refused: string[] = []
  beforeAll(async () => {
    const found = findBrowser({ install: false })
    if (!found.ok) throw new Error(found.problem)
    browser = await chromium.launch({ executablePath: found.path, args: BROWSER_FLAGS })
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const pages = browser?.contexts().flatMap((context) => context.pages()) ?? []
    for (const [nth, page] of pages.entries()) {
      const path = join(PICTURES, `${task.id}-${nth}.png`)
      await keepPicture(page, path).catch((error) => process.stderr.write(`no picture: ${error}\n`))
    }
  })
  afterEach(() => {
    expect(refused.splice(0), 'refused by the Content-Security-Policy').toEqual([])
  })
  return {
    refused,
    async newPage(options = {}) {
      if (!browser) throw new Error('the browser has not started')
      // A service worker would answer in place of what a journey puts between the page and the shop.
      const context = await browser.newContext({
        viewport: DESKTOP,
        serviceWorkers: 'block',
        extraHTTPHeaders: { 'CF-Connecting-IP': anotherNetwork() },
        ...options,
      })
      // The browser's own words for a refusal differ; the event does not. Frames of providers have policies of their own.
      await context.exposeFunction(REFUSED, (what: string) => refused.push(what))
      await context.addInitScript(reportRefusals, REFUSED)
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      return page
    },
  }
}

const PICTURES = 'node_modules/.cache/treadline/failed'

/** What somebody sees who was there when a journey failed: the address and the text in the output, the rest as a picture. */
async function keepPicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, timeout: 5_000 })
  const text = await page
    .locator('main')
    .innerText({ timeout: 1_000 })
    .catch(() => '')
  process.stderr.write(`${page.url()} (${path})\n${text.replace(/\s*\n\s*/g, ' | ').slice(0, 1_500)}\n`)
}

/** The network of the next shopper: what journeys order and send together would be too much from one (docs/limits.md). */
function anotherNetwork(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}

const REFUSED = '__refused'

function reportRefusals(name: string): void {
  if (window !== window.top) return
  document.addEventListener('securitypolicyviolation', (event) => {
    const report = (window as unknown as Record<string, (what: string) => void>)[name]
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
    report?.(
      `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`,
    )
  })
}

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 740 }

/** From a desk to the smallest phone: both sides of each width at which the layout changes. The last one is PHONE's. */
const WIDTHS = [DESKTOP.width, 1200, 1199, 992, 991, 768, 767, 600, 599, 320, PHONE.width]

/** The small build: every page reads it anew, and the whole one has twice the letters. */
const AXE = readFileSync(
  // The one that the builder brings.
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)

/** Rules whose answer may differ with the width of the screen; all others say the same of a phone and of a desk. */
const LAYOUT_RULES = [
  'target-size',
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'heading-order',
  'region',
  'landmark-unique',
]

/** WCAG 2.2 AA and axe's best practices, or only `rules`: no violation on the page as it stands. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // A page that has been read need not wear its style sheet yet: without script nothing before `load` waits for it,
  // and links without styles are small.
  await page.waitForLoadState('load')
  const scriptless = await page.evaluate(() => matchMedia('(scripting: none)').matches)
  if (scriptless) await page.evaluate(timersOfTheTest)
  const axe = new AxeBuilder({ page, axeSource: AXE })
    // Frames are checked from a page of their own, which is slow and would be without script too.
    .setLegacyMode(scriptless || page.frames().length === 1)
    // What passes is not described one by one: a third of the time.
    .options({ resultTypes: ['violations'] })
    // The first cards and choices say what fifty of one making say: half of the time on a list.
    .exclude('.card:nth-child(n + 13)')
    .exclude('.check:nth-child(n + 13)')
  if (rules) axe.withRules([...rules])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await axe.analyze()
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** What every page is, on a phone and on a desk: named, with one heading and one main part, whole and accessible. */
export async function expectWholePage(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const parts = await page.evaluate(() => ({
    titled: document.title.trim() !== '',
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
  }))
  expect(parts, page.url()).toEqual({ titled: true, headings: 1, mains: 1 })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    if (width === DESKTOP.width) await expectAccessible(page, LAYOUT_RULES)
  }
  await expectAccessible(page)
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
  expect(over, `sideways scroll on ${page.url()} at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/** Collects what the console and the page complain about: errors, refused resources, hydration mismatches. */
export function complaints(page: Page): string[] {
  const list: string[] = []
  page.on('pageerror', (error) => list.push(`${page.url()} ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error')
      list.push(`${page.url()} ${message.text()} ${message.location().url}`.trimEnd())
  })
  return list
}
