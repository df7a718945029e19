/** Opens a real browser for the journeys and checks what every page must meet. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'

interface Journeys {
  newPage(options?: BrowserContextOptions): Promise<Page>
  /** Violations of Content-Security-Policy in this test so far; the test fails unless it empties the list. */
  refused: string[]
}

/** Starts a browser before the tests of a file and closes it after them, with further flags. */
export function openBrowser(flags: readonly string[] = []): Journeys {
  let browser: Browser | undefined
  const refused: string[] = []
  beforeAll(async () => {
    const found = findBrowser({ install: false })
    if (!found.ok) throw new Error(found.problem)
    browser = await chromium.launch({ executablePath: found.path, args: [...BROWSER_FLAGS, ...flags] })
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const pages = browser?.contexts().flatMap((context) => context.pages()) ?? []
    for (const [nth, page] of pages.entries()) {
      const path = join(PICTURES, `${task.id}-${nth}.png`)
      await saveScreenshot(page, path).catch((error) => process.stderr.write(`no picture: ${error}\n`))
    }
  })
  afterEach(() => {
    expect(refused.splice(0), 'refused by the Content-Security-Policy').toEqual([])
  })
  return {
    refused,
    async newPage(options = {}) {
      if (!browser) throw new Error('the browser has not started')
      // A service worker would bypass the routes that a journey puts between page and shop.
      const context = await browser.newContext({
        viewport: DESKTOP,
        serviceWorkers: 'block',
        extraHTTPHeaders: { 'CF-Connecting-IP': anotherNetwork() },
        ...options,
      })
      // The event is the same in every browser, unlike console messages. Frames of providers have their own
      // policies.
      await context.exposeFunction(REFUSED, (what: string) => refused.push(what))
      await context.addInitScript(reportRefusals, REFUSED)
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      return page
    },
  }
}

const PICTURES = 'node_modules/.cache/treadline/failed'

/** Saves a screenshot of a failed journey and prints the address and the text of the page. */
async function saveScreenshot(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, timeout: 5_000 })
  const text = await page
    .locator('main')
    .innerText({ timeout: 1_000 })
    .catch(() => '')
  process.stderr.write(`${page.url()} (${path})\n${text.replace(/\s*\n\s*/g, ' | ').slice(0, 1_500)}\n`)
}

/** Returns a network for a shopper: all journeys together would exceed the limits of one (docs/limits.md). */
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

/** From desktop to the smallest phone: both sides of each breakpoint. The last one is the width of PHONE. */
const WIDTHS = [DESKTOP.width, 1200, 1199, 992, 991, 768, 767, 600, 599, 320, PHONE.width]

/** The minified build, because every page loads it again; frames of other origins may report to the page. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`

/** Rules whose result may depend on the width; all others have the same result on phone and desktop. */
const LAYOUT_RULES = [
  'target-size',
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'heading-order',
  'region',
  'landmark-unique',
]

/** Expects no violation of WCAG 2.2 AA and axe's best practices, or only of `rules`, on the current page. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Without script, the style sheet may still be missing before `load`, and links without styles are small.
  await page.waitForLoadState('load')
  const scriptless = await page.evaluate(() => matchMedia('(scripting: none)').matches)
  await page.evaluate(renderAll)
  await expect.poll(() => page.evaluate(countTransitions)).toBe(0)
  if (scriptless) await page.evaluate(replaceTimers)
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  }
  const runOnly = rules
    ? { type: 'rule' as const, values: [...rules] }
    : { type: 'tag' as const, values: TAGS }
  const found = await page.evaluate(findViolations, { runOnly, exclude: REPEATED })
  expect(found, `axe on ${page.url()}`).toEqual([])
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fifty cards, choices or rows of one kind need not all be checked, which saves half of the time on a list. */
const REPEATED = ['.card', '.check', 'tbody > tr', '.staff-rows > li', '.audit-line'].map(
  (row) => `${row}:nth-child(n + 13)`,
)

/**
 * Runs in the page: renders what the browser leaves out below the window, because sizes are guesses there and transitions wait
 * until axe looks at them.
 */
export function renderAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Runs in the page: a color in the middle of a transition has not the contrast that a reader sees. Without script, the style
 * sheet may arrive late and start some.
 */
function countTransitions(): number {
  return document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length
}

/** Runs in the page: returns each violated rule with its elements. */
async function findViolations(what: { runOnly: axe.RunOnly; exclude: string[] }): Promise<string[]> {
  const { axe: runner } = window as unknown as { axe: typeof axe }
  // A list of passed rules would take a third of the time.
  const options: axe.RunOptions = { runOnly: what.runOnly, resultTypes: ['violations'] }
  const { violations } = await runner.run({ exclude: what.exclude }, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Expects a page with title, one h1 and one main, accessible and without sideways scroll at every width. */
export function expectWholePage(page: Page): Promise<void> {
  return expectWhole(page, () => Promise.resolve())
}

/** As `expectWholePage`, for a page of the back office: in dark colors as well as in light ones. */
export function expectWholeStaffPage(page: Page): Promise<void> {
  return expectWhole(page, () => expectDarkContrast(page))
}

/** Expects enough contrast in dark colors; all else is the same in light ones, to which the page returns. */
export async function expectDarkContrast(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectWhole(page: Page, alsoExpect: () => Promise<void>): Promise<void> {
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
    if (width === DESKTOP.width) {
      await expectAccessible(page, LAYOUT_RULES)
      await alsoExpect()
    }
  }
  await expectAccessible(page)
  await alsoExpect()
}

/** Replaces timers: a page without script runs the code of a test but no timers, and axe waits for some. */
function replaceTimers(): void {
  window.setTimeout = ((act: () => void) => {
    void Promise.resolve().then(act)
    return 0
  }) as typeof window.setTimeout
}

/** Expects no sideways scroll. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, `sideways scroll on ${page.url()} at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/** Collects errors of the page and the console: exceptions, refused resources, hydration mismatches. */
export function collectErrors(page: Page): string[] {
  const list: string[] = []
  page.on('pageerror', (error) => list.push(`${page.url()} ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error')
      list.push(`${page.url()} ${message.text()} ${message.location().url}`.trimEnd())
  })
  return list
}
