/** `npm run seed`: generates the embedded shop and loads it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shopFiles } from './seed/files.ts'
import { loadShop, type Progress } from './seed/load.ts'
import { linesOf, progressBar } from './seed/progress.ts'
import { BUCKET, d1Target, filesOf, fileTarget, type LoadableD1, openLocalD1 } from './seed/target.ts'

export { DEMO_COUPONS } from './seed/coupons.ts'
export { DEMO_ACCOUNTS } from './seed/customers.ts'

const HELP = `Generates the embedded shop and loads it. The same size and seed always give the same shop. What the generator
made before is replaced; orders, carts and registered customers stay.

  npm run seed                          20,000 units into the local database
  npm run seed -- --size 2000           2,000, 20,000, 100,000, 1,000,000 or any other number of units
  npm run seed -- --seed 7              another shop
  npm run seed -- --to shop.sql         into a file, for: npx wrangler d1 execute treadline --remote --file shop.sql;
                                        files of the bucket beside it, in shop.sql.files
  npm run seed -- --to remote           into the deployed database and bucket, through wrangler
`

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js'

/** Units of the shop when nobody says how many. */
const DEFAULT_SIZE = 20_000

interface SeedOptions {
  /** Listed units. */
  size?: number
  seed?: number
  /** wrangler's folder of local state, `.wrangler/state/v3` unless told. */
  persist?: string
  /** An open database instead; it stays open. */
  db?: LoadableD1
  /** Told one line per phase and per tenth of the tires. */
  onProgress?: (line: string) => void
}

/** Loads the shop into the local D1 that wrangler uses. The migrations must have been applied. */
export async function seedLocal(options: SeedOptions = {}): Promise<void> {
  const { size = DEFAULT_SIZE, seed = 1, onProgress = () => {} } = options
  await seedWith(options, { size, seed }, linesOf(onProgress))
}

async function seedWith(
  { db, persist }: SeedOptions,
  shop: { size: number; seed: number },
  progress: Progress,
): Promise<void> {
  const opened = db ? { db, bucket: null, close: async () => {} } : await openLocalD1(persist)
  try {
    await loadShop(d1Target(opened.db, opened.bucket), shop, progress)
  } catch (error) {
    if (!/no such table/.test(String(error))) throw error
    throw new Error('The database has no tables yet: npx wrangler d1 migrations apply treadline --local', {
      cause: error,
    })
  } finally {
    await opened.close()
  }
}

async function seedFile(
  path: string,
  shop: { size: number; seed: number },
  progress: Progress,
): Promise<void> {
  const target = fileTarget(path)
  try {
    await loadShop(target, shop, progress)
  } finally {
    await target.close()
  }
}

async function seedRemote(shop: { size: number; seed: number }, progress: Progress): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-'))
  try {
    const file = join(folder, 'shop.sql')
    await seedFile(file, shop, progress)
    const wrangler = [WRANGLER, 'd1', 'execute', 'treadline', '--remote', '--yes', '--file', file]
    const run = spawnSync(process.execPath, wrangler, { stdio: 'inherit' })
    if (run.status !== 0) throw new Error('wrangler could not load the shop into the deployed database')
    for (const { key, contentType } of shopFiles()) {
      const put = ['r2', 'object', 'put', `${BUCKET}/${key}`, '--remote', '--content-type', contentType]
      const from = ['--file', join(filesOf(file), key)]
      const stored = spawnSync(process.execPath, [WRANGLER, ...put, ...from], { stdio: 'inherit' })
      if (stored.status !== 0) throw new Error(`wrangler could not put ${key} into the bucket ${BUCKET}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  throw new Error(`--${name} should be a whole number of at least ${least}, not "${text}"`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      size: { type: 'string', default: String(DEFAULT_SIZE) },
      seed: { type: 'string', default: '1' },
      to: { type: 'string', default: 'local' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const shop = { size: wholeNumber('size', values.size, 1), seed: wholeNumber('seed', values.seed, 0) }
  const progress = progressBar(process.stdout)
  const began = Date.now()
  if (values.to === 'local') await seedWith({}, shop, progress)
  else if (values.to === 'remote') await seedRemote(shop, progress)
  else await seedFile(values.to, shop, progress)
  process.stdout.write(
    `${shop.size.toLocaleString('en-US')} units in ${((Date.now() - began) / 1000).toFixed(1)} s\n`,
  )
}

// The real path, because a clone may lie behind a link.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  })
}
