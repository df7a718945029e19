/** `npm run seed`: generates demo tires and loads them. */
import { terminal } from './confirm-prompt.ts'
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { openRemoteShop } from './deploy/remote-shop.ts'
import { linesOf, progressBar } from './load/progress.ts'
import { d1Target, fileTarget, type LoadableBucket, type LoadableD1, openLocalD1 } from './load/target.ts'
import { readOptions, run } from './options.ts'
import { confirmSeeding, demoState, explainGateError } from './seed/consent.ts'
import { loadShop } from './seed/load.ts'

export { DEMO_COUPONS } from './seed/coupons.ts'
export { DEMO_ACCOUNTS } from './seed/customers.ts'

const HELP = `Generates demo tires and loads them beside the base data. The same size and seed always give the same tires. Demo
tires of an earlier run are replaced with their stock, coupons and reviews; nothing else is touched. A shop that has
products of its own, or is marked as production, is refused. Demo accounts exist on this machine only.

  npm run seed                          20,000 units into the local database
  npm run seed -- --size 2000           2,000, 20,000, 100,000, 1,000,000 or any other number of units
  npm run seed -- --seed 7              other tires
  npm run seed -- --to shop.sql         into a file, for: npx wrangler d1 execute treadline --remote --file shop.sql;
                                        files of the bucket beside it, in shop.sql.files
  npm run seed -- --to remote           into the deployed database and bucket; --env staging for another environment; asks twice
  npm run seed -- --yes                 without prompt, for scripts
  npm run seed -- --persist-to FOLDER   another folder of local state than .wrangler/state
`

/** Units of the demo shop when no size is set. */
const DEFAULT_SIZE = 20_000

interface SeedOptions {
  /** Listed units. */
  size?: number
  seed?: number
  /** A migrated database with base data; it is not closed. */
  db: LoadableD1
  bucket?: LoadableBucket | null
  /** Receives one line per phase and per tenth of a long one. */
  onProgress?: (line: string) => void
}

/** Loads demo tires and demo accounts into a database of this machine. */
export async function seedLocal(options: SeedOptions): Promise<void> {
  const { db, bucket = null, size = DEFAULT_SIZE, seed = 1, onProgress = () => {} } = options
  await loadShop(d1Target(db, bucket), { size, seed, accounts: true }, linesOf(onProgress))
}

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min) return value
  throw new Error(`--${name} should be a whole number of at least ${min}, not "${text}"`)
}

async function main(): Promise<void> {
  const { values } = readOptions('npm run seed', {
    options: {
      help: { type: 'boolean', short: 'h' },
      size: { type: 'string', default: String(DEFAULT_SIZE) },
      seed: { type: 'string', default: '1' },
      to: { type: 'string', default: 'local' },
      env: { type: 'string', default: DEFAULT_ENVIRONMENT },
      yes: { type: 'boolean', default: false },
      'persist-to': { type: 'string', default: '.wrangler/state' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const shop = { size: wholeNumber('size', values.size, 1), seed: wholeNumber('seed', values.seed, 0) }
  const progress = progressBar(process.stdout)
  const prompt = { terminal, yes: values.yes }
  let started = Date.now()
  const load = (target: Parameters<typeof loadShop>[0], accounts: boolean) => {
    started = Date.now()
    return loadShop(target, { ...shop, accounts }, progress)
  }
  if (values.to === 'local') {
    const local = await openLocalD1(`${values['persist-to']}/v3`)
    try {
      await confirmSeeding(await demoState(local.db), 'local', prompt)
      await load(d1Target(local.db, local.bucket), true)
    } finally {
      await local.close()
    }
  } else if (values.to === 'remote') {
    const { name, db, target } = await openRemoteShop(values.env)
    await confirmSeeding(await demoState(db), 'remote', { ...prompt, database: name })
    await load(target, false)
  } else {
    const target = fileTarget(values.to)
    await load(target, false).finally(() => target.close())
  }
  process.stdout.write(
    `${shop.size.toLocaleString('en-US')} units in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  )
}

/** Returns a database error as advice. */
function explain(text: string): string {
  return /no such (table|column)/.test(text)
    ? 'The database is not ready: run npm start once, or npx wrangler d1 migrations apply treadline --local and npm run base'
    : explainGateError(text)
}

if (import.meta.main) run(main, { explain })
