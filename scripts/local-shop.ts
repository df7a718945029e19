/** Prepares the shop on this machine: build, migrations, seed. Each step runs once and reports one line. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseStatements, baseVersion } from './base/load.ts'
import { buildShop, bundleSandbox } from './build.ts'
import { migrate } from './load/migrate.ts'
import { d1Target, openLocalD1 } from './load/target.ts'
import { demoState } from './seed/consent.ts'
import { seedLocal } from './seed.ts'

interface ShopOptions {
  /** wrangler's folder of local state, e.g. `.wrangler/state`. */
  state: string
  /** Units of the demo shop; 0 loads none, for a merchant's own catalog. */
  size: number
  /** Deletes everything stored so far. */
  reset?: boolean
  log: (line: string) => void
}

/** The steps that are done, each with the version it was done for. */
interface CompletedSteps {
  migrations?: string
  base?: string
  seed?: string
}

function readSteps(file: string): CompletedSteps {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CompletedSteps) : {}
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync('migrations').sort())
    hash.update(name).update(readFileSync(join('migrations', name)))
  return hash.digest('hex')
}

/**
 * Makes `dist/` and the local state ready to serve. A second call does nothing. `demo` is true when the demo
 * shop is loaded, with its accounts.
 */
export async function prepareShop(options: ShopOptions): Promise<{ demo: boolean }> {
  const { state, size, log } = options
  if (options.reset) {
    rmSync(state, { recursive: true, force: true })
    log('Dropped the shop stored so far')
  }
  mkdirSync(state, { recursive: true })
  const file = join(state, 'treadline.json')
  const done = readSteps(file)
  if (size === 0 && done.seed && done.seed !== NO_DEMO)
    throw new Error(
      'This shop has demo tires. npm start -- --empty --reset drops them, its orders and its carts, and begins without.',
    )
  const note = (part: CompletedSteps) => writeFileSync(file, JSON.stringify(Object.assign(done, part)))

  const started = Date.now()
  log('Building …')
  if (await buildShop({ quiet: true })) log(`Built in ${seconds(started)}`)
  await bundleSandbox()

  const migrations = migrationsHash()
  const base = baseVersion()
  if (done.migrations === migrations && done.base === base && done.seed)
    return { demo: done.seed !== NO_DEMO }
  const local = await openLocalD1(join(state, 'v3'))
  try {
    if (done.migrations !== migrations) {
      log('Migrating the local database …')
      await migrate(local.db)
      note({ migrations })
    }
    if (done.base !== base) {
      log('Loading base data: states, ZIP codes, taxes, fees, texts …')
      await d1Target(local.db).run(await baseStatements('local'))
      note({ base })
    }
    if (!done.seed) note({ seed: await seedOnce(local, size, log) })
  } finally {
    await local.close()
  }
  return { demo: done.seed !== NO_DEMO }
}

/** Stored instead of the number of units. */
const NO_DEMO = 'none'

/** Loads the demo shop, unless `size` is 0 or the database has a merchant's products; returns its size. */
async function seedOnce(
  { db, bucket }: Awaited<ReturnType<typeof openLocalD1>>,
  size: number,
  log: ShopOptions['log'],
): Promise<string> {
  if (size === 0) return NO_DEMO
  const { own } = await demoState(db)
  if (own > 0) {
    log('This shop has products of its own, so no demo tires are loaded')
    return NO_DEMO
  }
  const started = Date.now()
  log(`Loading the demo shop, ${size.toLocaleString('en-US')} units …`)
  await seedLocal({ size, seed: 1, db, bucket, onProgress: log })
  log(`Loaded in ${seconds(started)}`)
  return String(size)
}

/** Returns how long something has taken that began at `since` (ms). */
export function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
