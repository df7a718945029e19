/** Runs Lighthouse on five pages, as a phone and as a desktop, with the machine's own Chromium. */
import { cpus, loadavg } from 'node:os'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'
import { freePort } from '../scripts/ports.ts'
import { inServedShop } from './served-shop.ts'

/** Performance differs from run to run; the median run is printed. */
const RUNS = 3
const GOAL_SPEED = 95
const GOAL = 100
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
/** Phone is the tool's default: a simulated slow phone on slow 4G. The goal for speed is for the phone. */
const SCREENS: readonly Screen[] = [
  { name: 'phone', config: undefined },
  { name: 'desktop', config: desktopConfig },
]

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

interface Screen {
  name: string
  config: typeof desktopConfig | undefined
}

interface AuditedPage {
  name: string
  url: string
  cookie?: string
}

const rating = (met: boolean) => (met ? 'met' : 'MISSED')
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
    { name: 'home', url: `${url}/` },
    { name: 'a list of 50', url: `${url}/t` },
    { name: 'a product', url: `${url}${path}` },
    { name: 'a cart with a tire', url: `${url}/cart/`, cookie },
    { name: 'sign in', url: `${url}/login/` },
  ]
}

/** Runs Lighthouse in a new browser without cache and cookies. */
async function visit(
  program: string,
  page: AuditedPage,
  config: Screen['config'],
): Promise<Report | undefined> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: program,
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
    // Playwright disables the back-forward cache for tests; shoppers' browsers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const headers = page.cookie ? { extraHeaders: { Cookie: page.cookie } } : {}
    const onlyCategories = ['performance', ...CATEGORIES.map(([category]) => category)]
    const flags = { port, logLevel: 'silent', onlyCategories, ...headers } as const
    return (await lighthouse(page.url, flags, config))?.lhr
  } finally {
    await browser.close()
  }
}

/** Repeats an audit that fails: on a busy machine the tool may lose the start of its own trace. */
async function audit(program: string, page: AuditedPage, config: Screen['config']): Promise<Report> {
  let problem = 'no report'
  for (let attempt = 0; attempt < 3; attempt++) {
    const report = await visit(program, page, config)
    if (report && !report.runtimeError) return report
    problem = report?.runtimeError?.message ?? problem
  }
  throw new Error(`Lighthouse on ${page.url}: ${problem}`)
}

function pageLines(name: string, reports: readonly Report[], goalOfSpeed: number | null): string[] {
  const sorted = reports.toSorted((a, b) => score(a, 'performance') - score(b, 'performance'))
  const [low, middle, high] = [sorted.at(0), sorted.at(Math.floor(sorted.length / 2)), sorted.at(-1)]
  if (!low || !middle || !high) return []
  const speed = score(middle, 'performance')
  const goal = goalOfSpeed === null ? '' : `; goal ≥ ${goalOfSpeed}, ${rating(speed >= goalOfSpeed)}`
  const metrics = METRICS.map(
    ([short, id]) => `${short} ${middle.audits[id]?.displayValue?.replace('\u00a0', ' ')}`,
  )
  return [
    `  ${name}: performance ${speed} (${score(low, 'performance')} to ${score(high, 'performance')}${goal}), ${metrics.join(', ')}`,
    ...CATEGORIES.map(([category, title]) => categoryLine(category, title, reports)),
  ]
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

export async function measurePages(log: (line: string) => void): Promise<string[]> {
  const found = findBrowser()
  if (!found.ok) throw new Error(found.problem)
  await inServedShop(log, async ({ url }) => {
    const pages = await auditedPages(url)
    for (const { name, config } of SCREENS) {
      // Lighthouse counts other work on the machine as blocking time.
      const load = loadavg()[0]?.toFixed(1)
      log(`Lighthouse, ${name}, ${RUNS} runs of each page (load average ${load} on ${cpus().length} cores)`)
      for (const page of pages) {
        const reports: Report[] = []
        for (let run = 0; run < RUNS; run++) reports.push(await audit(found.path, page, config))
        for (const line of pageLines(page.name, reports, config ? null : GOAL_SPEED)) log(line)
      }
    }
  })
  return []
}
