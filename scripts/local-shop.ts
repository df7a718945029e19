/** Prepares the shop on this machine: build, migrations, seed. Each step is done once and reported in one line. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseStatements, baseVersion } from './base/load.ts'
import { buildShop, bundleSandbox } from './build.ts'
import { d1Target, openLocalD1 } from './load/target.ts'
import { demoState } from './seed/consent.ts'
import { seedLocal } from './seed.ts'

interface ShopOptions {
  /** wrangler's folder of local state, e.g. `.wrangler/state`. */
  state: string
  /** Units of the embedded shop; 0 leaves the shop to its owner's catalog. */
  size: number
  /** Drops everything stored so far. */
  reset?: boolean
  say: (line: string) => void
}

interface Done {
  migrations?: string
  base?: string
  seed?: string
}

function readDone(file: string): Done {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Done) : {}
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync('migrations').sort())
    hash.update(name).update(readFileSync(join('migrations', name)))
  return hash.digest('hex')
}

/** Applies numbered migrations to the local D1 the way production does, with wrangler. */
function migrateLocal(state: string): void {
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/wrangler/bin/wrangler.js',
      'd1',
      'migrations',
      'apply',
      'treadline',
      '--local',
      '--persist-to',
      state,
      '-c',
      'wrangler.toml',
    ],
    { encoding: 'utf8', env: { ...process.env, CI: 'true' } },
  )
  if (run.status !== 0) throw new Error(`The migrations could not be applied:\n${run.stdout}${run.stderr}`)
}

/**
 * Makes `dist/` and the local state ready to serve. A second call finds everything done. `demo` says that the embedded
 * shop is in it, with its accounts.
 */
export async function prepareShop(options: ShopOptions): Promise<{ demo: boolean }> {
  const { state, size, say } = options
  if (options.reset) {
    rmSync(state, { recursive: true, force: true })
    say('Dropped the shop stored so far')
  }
  mkdirSync(state, { recursive: true })
  const file = join(state, 'treadline.json')
  const done = readDone(file)
  if (size === 0 && done.seed && done.seed !== NO_DEMO)
    throw new Error(
      'This shop has demo tires. npm start -- --empty --reset drops them, its orders and its carts, and begins without.',
    )
  const note = (part: Done) => writeFileSync(file, JSON.stringify(Object.assign(done, part)))

  const started = Date.now()
  say('Building …')
  if (await buildShop({ quiet: true })) say(`Built in ${seconds(started)}`)
  await bundleSandbox()

  const migrations = migrationsHash()
  if (done.migrations !== migrations) {
    say('Migrating the local database …')
    migrateLocal(state)
    note({ migrations })
  }
  const base = baseVersion()
  if (done.base === base && done.seed) return { demo: done.seed !== NO_DEMO }
  const local = await openLocalD1(join(state, 'v3'))
  try {
    if (done.base !== base) {
      say('Loading base data: states, ZIP codes, taxes, fees, texts …')
      await d1Target(local.db).run(await baseStatements('local'))
      note({ base })
    }
    if (!done.seed) note({ seed: await seedOnce(local, size, say) })
  } finally {
    await local.close()
  }
  return { demo: done.seed !== NO_DEMO }
}

/** Stands in place of a number of units. */
const NO_DEMO = 'none'

/** The embedded shop, unless nobody wants it or somebody's own products are there already. */
async function seedOnce(
  { db, bucket }: Awaited<ReturnType<typeof openLocalD1>>,
  size: number,
  say: ShopOptions['say'],
): Promise<string> {
  if (size === 0) return NO_DEMO
  const { own } = await demoState(db)
  if (own > 0) {
    say('This shop has products of its own, so no demo tires are loaded')
    return NO_DEMO
  }
  const began = Date.now()
  say(`Loading the embedded shop, ${size.toLocaleString('en-US')} units …`)
  await seedLocal({ size, seed: 1, db, bucket, onProgress: say })
  say(`Loaded in ${seconds(began)}`)
  return String(size)
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
