/** `npm run bench`: what the shop's fast paths cost beside the least that the platform could do. */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { measureCart } from './cart.ts'
import { measureLanding } from './landing.ts'
import { measurePages } from './lighthouse.ts'
import { measureListing } from './listing.ts'
import { measureHeaders } from './observatory.ts'
import { measureOrders } from './orders.ts'
import { measureSearch } from './search.ts'
import { weighPages } from './weight.ts'

const HELP = `Measures the shop on workerd. Each result is a ratio of two rates taken in this run on this machine; both sides
share the cores with the load generator, so run it on a machine that does nothing else. About ten minutes.

  npm run bench                        all seven
  npm run bench -- --only landing      a kept page against a static reply of the same bytes
  npm run bench -- --only listing      a listing of 50 tires against React alone, and what pages weigh
  npm run bench -- --only cart         adding to a cart against one row written by an object
  npm run bench -- --only orders       placing orders against a bare sale, and 10,000 buyers on 100 units, about two minutes
  npm run bench -- --only search       lists of 100,000 and 1,000,000 units against SQL and a library, about four minutes
  npm run bench -- --only lighthouse   five pages as Lighthouse sees them, on a phone and on a desk, about four minutes
  npm run bench -- --only observatory  the headers of five pages as Mozilla's Observatory grades them, half a minute
`

type Measure = (shop: BenchShop) => Promise<string[]>

/** Each opens a shop of its size. */
const BENCHES: Record<string, () => Promise<string[]>> = {
  landing: () => inShop(measureLanding),
  listing: () => inShop(async (shop) => [...(await measureListing(shop)), ...(await weighPages(shop))]),
  cart: () => inShop(measureCart),
  orders: () => inShop(measureOrders),
  search: () => measureSearch(say),
  lighthouse: () => measurePages(say),
  observatory: () => measureHeaders(say),
}

let opened: BenchShop | null = null

/** The shop of 2,000 units is opened for the first that wants it. */
async function inShop(measure: Measure): Promise<string[]> {
  opened ??= await openBenchShop(say)
  return measure(opened)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return String(version)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, only: { type: 'string' } } })
  if (values.help) return void process.stdout.write(HELP)
  const names = values.only === undefined ? Object.keys(BENCHES) : [values.only]
  const benches = names.map((name) => BENCHES[name])
  if (benches.includes(undefined))
    throw new Error(`--only should be one of ${Object.keys(BENCHES).join(', ')}`)
  try {
    for (const bench of benches) for (const told of (await bench?.()) ?? []) say(told)
  } finally {
    await opened?.stop()
  }
  const [first] = cpus()
  say(
    `On ${cpus().length} cores of ${first?.model.trim() ?? 'unknown make'}, ${process.platform}/${process.arch}, Node ${process.versions.node}, workerd ${versionOf('workerd')}`,
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
