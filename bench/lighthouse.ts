/** Runs Lighthouse on five pages, as a phone and as a desktop, with the machine's own Chromium. */
import { cpus, loadavg } from 'node:os'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'
import { freePort } from '../scripts/ports.ts'
import type { BenchReport, Goal } from './goal.ts'
import { readMainThread, type TraceEvent } from './main-thread.ts'
import { rating } from './measure.ts'
import { reserveCore } from './own-core.ts'
import { inServedShop } from './served-shop.ts'

const GOAL = 100
const GOAL_LCP_MS = 1200
const CATEGORIES = [
  ['accessibility', 'accessibility'],
  ['best-practices', 'best practices'],
  ['seo', 'SEO'],
] as const
const METRICS = [
  ['LCP', 'largest-contentful-paint'],
  ['CLS', 'cumulative-layout-shift'],
  ['TBT', 'total-blocking-time'],
  // No shopper touches the page here, so the longest possible wait of a first touch stands for INP.
  ['longest wait of a touch', 'max-potential-fid'],
] as const
/** Phone is the tool's default: a simulated slow phone on slow 4G. The goals are for the phone. */
const SCREENS: readonly Screen[] = [
  // The phone's performance differs from run to run; the median run is printed.
  { name: 'phone', config: undefined, runs: 3 },
  { name: 'desktop', config: desktopConfig, runs: 1 },
]

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'] & { trace: readonly TraceEvent[] }

interface Screen {
  name: string
  config: typeof desktopConfig | undefined
  /** Visits of each page. */
  runs: number
}

/** The browser's path, and flags besides `BROWSER_FLAGS`. */
interface Program {
  path: string
  flags: readonly string[]
}

/** The values of `--page`. */
const PAGE_KEYS = ['home', 'list', 'product', 'cart', 'sign-in'] as const

interface AuditedPage {
  key: (typeof PAGE_KEYS)[number]
  name: string
  url: string
  cookie?: string
}

const score = (report: Report, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100)

/** Returns the audits that lower the score of a category. */
function faults(report: Report, category: string): string[] {
  const counted = report.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return counted.map(({ id }) => id).filter((id) => (report.audits[id]?.score ?? 1) < 1)
}

/** Returns the pages, with the first product of the list and a cart that contains it. */
async function auditedPages(url: string): Promise<AuditedPage[]> {
  const listing = await (await fetch(`${url}/t`)).text()
  const path = /<h3[^>]*><a href="(\/p\/[^"]+)"/.exec(listing)?.[1]
  if (!path) throw new Error('/t shows no product')
  const product = await (await fetch(`${url}${path}`)).text()
  const sku = /name="sku" value="([^"]+)"/.exec(product)?.[1] ?? ''
  const added = await fetch(`${url}/cart/form/`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ action: 'add', sku }),
    redirect: 'manual',
  })
  const cookie = added.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const cart = await (await fetch(`${url}/cart/`, { headers: { Cookie: cookie } })).text()
  if (!cart.includes(path)) throw new Error(`The cart does not hold ${sku}`)
  return [
    { key: 'home', name: 'home', url: `${url}/` },
    { key: 'list', name: 'a list of 50', url: `${url}/t` },
    { key: 'product', name: 'a product', url: `${url}${path}` },
    { key: 'cart', name: 'a cart with a tire', url: `${url}/cart/`, cookie },
    { key: 'sign-in', name: 'sign in', url: `${url}/login/` },
  ]
}

/** Runs Lighthouse in a new browser without cache and cookies. */
async function visit(
  { path: executablePath, flags: ownFlags }: Program,
  page: AuditedPage,
  config: Screen['config'],
): Promise<Report | undefined> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [...BROWSER_FLAGS, ...ownFlags, `--remote-debugging-port=${port}`],
    // Playwright disables the back-forward cache for tests; shoppers' browsers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const headers = page.cookie ? { extraHeaders: { Cookie: page.cookie } } : {}
    const onlyCategories = ['performance', ...CATEGORIES.map(([category]) => category)]
    const flags = { port, logLevel: 'silent', onlyCategories, ...headers } as const
    const result = await lighthouse(page.url, flags, config)
    return result && { ...result.lhr, trace: result.artifacts.Trace.traceEvents as TraceEvent[] }
  } finally {
    await browser.close()
  }
}

/** Repeats an audit that fails: on a busy machine the tool may lose the start of its own trace. */
async function audit(program: Program, page: AuditedPage, config: Screen['config']): Promise<Report> {
  let problem = 'no report'
  for (let attempt = 0; attempt < 3; attempt++) {
    const report = await visit(program, page, config)
    if (report && !report.runtimeError) return report
    problem = report?.runtimeError?.message ?? problem
  }
  throw new Error(`Lighthouse on ${page.url}: ${problem}`)
}

/** Sorts reports by their performance: the slowest, the middle one and the fastest. */
function ranked(reports: readonly Report[]): [low: Report, middle: Report, high: Report] {
  const sorted = reports.toSorted((a, b) => score(a, 'performance') - score(b, 'performance'))
  const [low, middle, high] = [sorted.at(0), sorted.at(Math.floor(sorted.length / 2)), sorted.at(-1)]
  if (!low || !middle || !high) throw new Error('Lighthouse has made no report')
  return [low, middle, high]
}

const metricsOf = (report: Report, metrics: readonly (typeof METRICS)[number][]) =>
  metrics
    .map(([short, id]) => `${short} ${report.audits[id]?.displayValue?.replace('\u00a0', ' ')}`)
    .join(', ')

/** Formats `performance 97 (95 to 98)`. */
function speedOf(reports: readonly Report[]): string {
  const [low, middle, high] = ranked(reports).map((report) => score(report, 'performance'))
  return `performance ${middle} (${low} to ${high})`
}

/** Formats what a page weighs on any machine, then what its main thread did on this one, without the simulated slowdown. */
function weightOf(report: Report): string {
  const { debugData } = (report.audits['dom-size-insight']?.details ?? {}) as {
    debugData?: { totalElements?: number }
  }
  const { wall, waiting } = readMainThread(report.trace, 1)
  const bytes = report.audits['total-byte-weight']?.numericValue ?? 0
  const requests = report.audits['network-requests']?.details as { items?: { url: string }[] } | undefined
  const drawings = requests?.items?.filter(({ url }) => url.includes('/pictures/')).length ?? 0
  return `its weight: ${debugData?.totalElements ?? 0} elements, ${drawings} drawings, ${Math.round(bytes / 1000)} kB; main thread ${Math.round(wall)} ms, of which it waits ${Math.round(waiting)} ms for a core`
}

/**
 * Names the three longest tasks above 50 ms by the document or script that ran, in milliseconds of the phone, and the
 * blocking time that the trace shows without waits for a core.
 */
function longTasks(report: Report): string {
  const details = report.audits['long-tasks']?.details as
    | { items?: { url: string; duration: number }[] }
    | undefined
  const longest = (details?.items ?? []).slice(0, 3).map(({ url, duration }) => {
    const name = URL.canParse(url) ? new URL(url).pathname.replace(/^\/assets\//, '') : url
    return `${name} ${Math.round(duration)} ms`
  })
  const { blocking } = readMainThread(report.trace, report.configSettings.throttling.cpuSlowdownMultiplier)
  const tasks = longest.length === 0 ? 'no task above 50 ms' : `longest tasks: ${longest.join(', ')}`
  return `${tasks}; without its waits for a core the page blocks ${Math.round(blocking)} ms`
}

/** Returns the goal of a page on the phone; a missed one names the longest tasks. */
function phoneGoal(name: string, reports: readonly Report[]): Goal {
  const [, middle] = ranked(reports)
  const value = (id: string) => middle.audits[id]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    measure: `${name} on a phone`,
    figure: `${speedOf(reports)}, ${metricsOf(middle, METRICS)}`,
    probe: weightOf(middle),
    goal: `performance ${GOAL}, LCP ≤ ${GOAL_LCP_MS / 1000} s, CLS 0`,
    isMet:
      score(middle, 'performance') === GOAL &&
      value('largest-contentful-paint') <= GOAL_LCP_MS &&
      value('cumulative-layout-shift') === 0,
    reason: longTasks(middle),
  }
}

/** Returns the line of the worst run; these scores should not differ between runs. */
function categoryLine(category: string, title: string, reports: readonly Report[]): string {
  const [worst] = reports.toSorted((a, b) => score(a, category) - score(b, category))
  if (!worst) return ''
  const [value, found] = [score(worst, category), faults(worst, category)]
  const line = `    ${title} ${value} (goal ${GOAL}, ${rating(value >= GOAL)})`
  if (found.length === 0) return line
  return found.every((id) => id === 'is-crawlable')
    ? `${line}: only for is-crawlable, because the page asks not to be indexed`
    : `${line}: ${found.join(', ')}`
}

/** Measures all pages or the one called `only`; logs a line for each, and returns the goals of the phone. */
export async function measurePages(log: (line: string) => void, only?: string): Promise<BenchReport> {
  if (only !== undefined && !(PAGE_KEYS as readonly string[]).includes(only))
    throw new Error(`--page should be one of ${PAGE_KEYS.join(', ')}, not "${only}"`)
  const found = findBrowser()
  if (!found.ok) throw new Error(found.problem)
  const core = reserveCore()
  const program = { path: found.path, flags: core.flags }
  const where = program.flags.length > 0 ? 'a core of its own' : `${cpus().length} cores`
  const goals: Goal[] = []
  try {
    await inServedShop(log, async ({ url }) => {
      const pages = (await auditedPages(url)).filter(({ key }) => only === undefined || key === only)
      for (const { name: screen, config, runs } of SCREENS) {
        // Lighthouse counts other work on the machine as blocking time.
        const load = loadavg()[0]?.toFixed(1)
        log(
          `Lighthouse, ${screen}, ${runs} visits of each page (load average ${load}, the page has ${where})`,
        )
        for (const page of pages) {
          const reports: Report[] = []
          for (let run = 0; run < runs; run++) reports.push(await audit(program, page, config))
          log(`  ${page.name}: ${speedOf(reports)}, ${metricsOf(ranked(reports)[1], METRICS)}`)
          for (const [category, title] of CATEGORIES) log(categoryLine(category, title, reports))
          if (!config) goals.push(phoneGoal(page.name, reports))
        }
      }
    })
  } finally {
    core.release()
  }
  return goals
}
