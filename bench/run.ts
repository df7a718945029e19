/** `npm run bench`: compares the shop's fast paths with the least that the platform could do. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { readOptions, run, stop } from '../scripts/options.ts'
import type { BenchShop } from './bench-shop.ts'
import type { DayOptions } from './day.ts'
import { type BenchReport, formatGoal, type Goal, goalTable, withGoalTable } from './goal.ts'
import { lostLines, reasonOf } from './retry.ts'

const HELP = `Measures the shop on workerd. Each result is a ratio of two rates taken in this run on this machine; both sides
share the cores with the load generator, so run it on a machine that does nothing else. About forty minutes.

  npm run bench                        all of them
  npm run bench -- --only landing      a cached page against a static reply of the same bytes
  npm run bench -- --only listing      a listing of 50 tires against React alone, and what pages weigh
  npm run bench -- --only pages        pages rendered anew: first byte and whole, near and far from D1, against SQL and React alone
  npm run bench -- --only cart         adding to a cart against one row written by an object
  npm run bench -- --only orders       placing orders against a bare sale, a guest's five calls, 10,000 buyers on 100 units
  npm run bench -- --only catalog-api  searches of the catalog API against the same by SQL, about three minutes
  npm run bench -- --only search       lists of 100,000 and 1,000,000 units against SQL and a library, about four minutes
  npm run bench -- --only scale        1,000,000 units in four parts, and cached pages while units come in, about five minutes
  npm run bench -- --only day          a day of traffic in ten minutes; --minutes 1 for less, --rate 50 for more requests per
                                       second, --kinds page,cart for some kinds only
  npm run bench -- --only lighthouse   five pages as Lighthouse sees them, on a phone and on a desk, about five minutes
  npm run bench -- --only lighthouse --page list   one of home, list, product, cart, sign-in
  npm run bench -- --only observatory  the headers of five pages as Mozilla's Observatory grades them, half a minute
  npm run bench -- --only simulation   checkouts with faults between any two operations, as many as ten minutes allow;
                                       --seed S repeats a run, --count N ends it after N checkouts
  npm run bench -- --only customers    the search of 100,000 customers by staff
  npm run bench -- --only audit        the audit log with 1,000,000 changes and the start page of staff, about five minutes
  npm run bench -- --only orders-search   orders of the back office by any of their parts, 50,000 orders, about three minutes
  npm run bench -- --only order-desk   pick runs, packing slips and TINs, 50,000 orders, about two minutes
  npm run bench -- --only units        lists of the back office over 100,000 units, about eight minutes
  npm run bench -- --only bulk         preview, change and undo of many units, export of 100,000 units, about five minutes
  npm run bench -- --only grid         a key and a paste in the grid of 500 units, about two minutes
  npm run bench -- --only intake       taking in a tire on a slow phone, and its photos, about two minutes
  npm run bench -- --only live         what staff change, until a shopper sees it, about two minutes
  npm run bench -- --only reports      the nightly roll-up and the reports of the back office, 100,000 units, about three minutes
  npm run bench -- --only backup       a backup of 100,000 units and 10,000 orders, and its restore, about ten minutes
  npm run bench -- --write             also writes the figures to docs/performance.md
`

/** Options of the day, the page for Lighthouse, and the seed and number of checkouts of the simulation. */
interface BenchOptions extends DayOptions {
  page?: string | undefined
  seed: number | undefined
  count: number | undefined
}

type Measure = (shop: BenchShop) => Promise<BenchReport>

const DOCUMENT = 'docs/performance.md'

/** The benchmarks; each is loaded only when it runs. */
const BENCHES: Record<string, (options: BenchOptions) => Promise<BenchReport>> = {
  landing: async () => inShop((await import('./landing.ts')).measureLanding),
  listing: async () => {
    const [{ measureListing }, { weighPages }] = [await import('./listing.ts'), await import('./weight.ts')]
    return inShop(async (shop) => [...(await measureListing(shop)), ...(await weighPages(shop))])
  },
  pages: async () => inShop((await import('./pages.ts')).measurePages),
  cart: async () => inShop((await import('./cart.ts')).measureCart),
  orders: async () => inShop((await import('./orders.ts')).measureOrders),
  'catalog-api': async () => inShop((await import('./catalog-api.ts')).measureCatalogApi),
  search: async () => (await import('./search.ts')).measureSearch(log),
  scale: async () => (await import('./scale.ts')).measureScale(log),
  day: async (options) => (await import('./day.ts')).measureDay(log, options),
  lighthouse: async ({ page }) => (await import('./lighthouse.ts')).measurePages(log, page),
  observatory: async () => (await import('./observatory.ts')).measureHeaders(log),
  customers: async () => (await import('./customers.ts')).measureCustomers(log),
  audit: async () => (await import('./audit.ts')).measureAudit(log),
  'orders-search': async () => (await import('./orders-search.ts')).measureOrderSearch(log),
  'order-desk': async () => (await import('./order-desk.ts')).measureOrderDesk(log),
  units: async () => (await import('./units.ts')).measureUnits(log),
  bulk: async () => (await import('./bulk.ts')).measureBulk(log),
  grid: async () => (await import('./grid.ts')).measureGrid(log),
  intake: async () => (await import('./intake.ts')).measureIntake(log),
  live: async () => (await import('./live.ts')).measureLive(log),
  reports: async () => (await import('./reports.ts')).measureReports(log),
  backup: async () => (await import('./backup.ts')).measureBackup(log),
  simulation: async ({ seed, count }) =>
    (await import('./simulation.ts')).simulate(log, {
      seed: seed ?? Math.floor(Math.random() * 2 ** 31),
      count,
    }),
}

let opened: BenchShop | null = null

/** Opens the shop of 2,000 units once for all benchmarks that share it. */
async function inShop(measure: Measure): Promise<BenchReport> {
  opened ??= await (await import('./bench-shop.ts')).openBenchShop(log)
  return measure(opened)
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return String(version)
}

/** Parses an option that is a whole number, if it is given. */
function wholeNumber(name: string, text: string | undefined, min = 0): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text) && Number(text) >= min) return Number(text)
  return stop(`${name} should be a whole number of at least ${min}, not "${text}"`)
}

const ALL_KINDS = 'page,cart,order'

async function main(): Promise<void> {
  const { values } = readOptions('npm run bench', {
    options: {
      help: { type: 'boolean' },
      only: { type: 'string' },
      page: { type: 'string' },
      write: { type: 'boolean' },
      minutes: { type: 'string', default: '10' },
      kinds: { type: 'string', default: ALL_KINDS },
      rate: { type: 'string', default: '10' },
      seed: { type: 'string' },
      count: { type: 'string' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const all = Object.keys(BENCHES)
  if (values.only !== undefined && !all.includes(values.only))
    stop(`--only should be one of ${all.join(', ')}, not "${values.only}"`)
  if (values.page !== undefined && values.only !== 'lighthouse') stop('--page needs --only lighthouse')
  const unknown = values.kinds.split(',').find((kind: string) => !ALL_KINDS.split(',').includes(kind))
  if (unknown !== undefined) stop(`--kinds should be some of ${ALL_KINDS}, not "${unknown}"`)
  const options = {
    ...values,
    seed: wholeNumber('--seed', values.seed),
    count: wholeNumber('--count', values.count, 1),
  }
  const isPart = values.page !== undefined || values.kinds !== ALL_KINDS
  const failed: string[] = []
  const goals: Goal[] = []
  for (const name of values.only === undefined ? all : [values.only]) {
    try {
      const report = (await BENCHES[name]?.(options)) ?? []
      for (const line of [...report, ...lostLines()]) log(typeof line === 'string' ? line : formatGoal(line))
      const reached = report.filter((line): line is Goal => typeof line !== 'string')
      goals.push(...reached)
      if (values.write && reached.length > 0)
        writeFileSync(DOCUMENT, withGoalTable(readFileSync(DOCUMENT, 'utf8'), name, reached, isPart))
    } catch (error) {
      failed.push(name)
      log(`${name} came to no figure: ${reasonOf(error)}`)
    }
  }
  await opened?.stop()
  if (goals.length > 0) log(`\n${goalTable(goals)}\n`)
  const [first] = cpus()
  log(
    `On ${cpus().length} cores of ${first?.model.trim() ?? 'unknown make'}, ${process.platform}/${process.arch}, Node ${process.versions.node}, workerd ${versionOf('workerd')}`,
  )
  log(failed.length === 0 ? 'All measured' : `Not measured: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
}

run(main)
