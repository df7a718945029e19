/** `npm run import`: loads a merchant's own catalog into the shop. */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { openRemoteShop } from './deploy/remote-shop.ts'
import { FIELDS, readMapping } from './import/mapping.ts'
import { runImport } from './import/run.ts'
import { runTaxCommand } from './import/tax-command.ts'
import { progressBar } from './load/progress.ts'
import { d1Target, fileTarget, openLocalD1, type Target } from './load/target.ts'
import { NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'

const HELP = `Loads a catalog from CSV or JSON lines, also gzipped or in UTF-16. A row whose sku is known changes that product and of it
only what the row says: a column that is missing and a cell that is empty change nothing, \`none\` empties a field that may
be empty. So \`sku,price\` is a file. Stock of a product that is there stays as it is, unless --set-stock counts it anew.
Rows that cannot be loaded are written to a file with their line, field and reason; the rest is loaded. The shop needs its
base data first (npm run base); it may be running.

  npm run import -- tires.csv                       columns named as the fields below
  npm run import -- tires.csv --map mapping.json    which column is which field (scripts/import/tiredb-mapping.json is one)
  npm run import -- tires.csv --map 'sku=Item No,price=Price'
  npm run import -- tires.jsonl --dry-run           check everything, write nothing but the refused rows
  npm run import -- tires.csv --refused bad.csv     where refused rows go (tires.csv.refused.csv here by default)
  npm run import -- tires.csv --set-stock           qty of the file is what is in stock now (a variant is counted with its parent)
  npm run import -- tires.csv --resume              go on where the last run of this file stopped
  npm run import -- tires.csv --to tires.sql        into a file, for: npx wrangler d1 execute treadline --remote --file …
  npm run import -- tires.csv --to remote           into the deployed database; --env staging for another environment
  npm run import -- tires.csv --persist-to FOLDER   another folder of local state than .wrangler/state
  npm run import -- --tax rates.csv                 local tax rates by ZIP code; --dry-run shows the plan, --to remote as above
  npm run import -- --tax-undo                      put the rates of before the last --tax back

Fields: ${FIELDS.join(', ')}
A new product needs sku, brand, model, size, condition and price; a used one tread_depth and dot (0419, 2019-W04) as well.
A tire made before 2011 and a price of zero are refused. A lot, a bundle and a group have the prices of what they are made
of: another price in their row is left out and reported.
A file of tax rates has the columns state, zip and rate, and zip_to for a range, name if you like: "IL,60601,0.1025". The rate is
what a buyer pays in all, state and local, as a fraction; files of rates by ZIP code with the columns State, ZipCode and
EstimatedCombinedRate fit as they are. It replaces all local rates of the states in it. A file with one wrong line is not loaded.
Exit codes: 0 rows were loaded, 1 no row was loaded or it stopped in the middle, 2 nothing was read.
A mapping is JSON by field: "column name", {"column", "values"}, {"constant"}, {"text": "{a}-{b:slug}"} or {"formula"}.
`

/** Lines printed about prices that were left as they are. */
const MAX_LINES = 20

async function main(): Promise<void> {
  const { values, positionals } = readOptions('npm run import', {
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      map: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      refused: { type: 'string' },
      resume: { type: 'boolean', default: false },
      'set-stock': { type: 'boolean', default: false },
      'persist-to': { type: 'string', default: '.wrangler/state' },
      to: { type: 'string', default: 'local' },
      tax: { type: 'string' },
      'tax-undo': { type: 'boolean', default: false },
      env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    },
  })
  const [file] = positionals
  if (values.help) return void process.stdout.write(HELP)
  if (values.tax !== undefined || values['tax-undo'])
    return runTaxCommand({ ...values, file, dryRun: values['dry-run'] })
  if (!file || positionals.length > 1)
    throw new NotReady('Name one file: npm run import -- tires.csv (or --help)')
  if (!existsSync(file)) throw new NotReady(`${file} does not exist`)

  const dryRun = values['dry-run']
  const remote = values.to === 'remote' ? await openRemoteShop(values.env) : null
  // A dry run reads the existing products as well.
  const state = `${values['persist-to']}/v3`
  const local = values.to === 'local' && (!dryRun || existsSync(state)) ? await openLocalD1(state) : null
  const refusedFile = values.refused ?? `${basename(file)}.refused.csv`
  const load = (target: Target | null) =>
    runImport({
      file,
      mapping: readMapping(values.map),
      label: `${values.map ?? ''} ${values.to}${remote ? ` ${values.env}` : ''}`,
      target,
      db: remote?.db ?? local?.db ?? null,
      refusedFile,
      progressFile: `${basename(file)}.progress.json`,
      resume: values.resume,
      setStock: values['set-stock'],
      now: Date.now(),
      progress: progressBar(process.stdout),
    })
  try {
    const result = await (dryRun
      ? load(null)
      : loadInto(remote?.target ?? (local ? d1Target(local.db) : fileTarget(values.to)), load))
    const unchanged = result.loaded - result.created - result.changed
    const counts =
      !dryRun && (remote || local)
        ? ` (${n(result.created)} new, ${n(result.changed)} changed, ${n(unchanged)} unchanged)`
        : ''
    const outcome = dryRun ? 'could be loaded' : 'loaded'
    const where = result.refused > 0 ? `, see ${resolve(refusedFile)}` : ''
    process.stdout.write(
      `${formatRows(result.rows)}: ${n(result.loaded)} ${outcome}${counts}, ${n(result.refused)} refused${where}\n`,
    )
    if (result.partial > 0)
      process.stdout.write(
        `${n(result.partial)} of them say too little for a new product: they change those that are there\n`,
      )
    const { leftPrices, refusals } = result
    for (const line of refusals) process.stdout.write(`${line}\n`)
    if (result.refused > refusals.length)
      process.stdout.write(`and ${n(result.refused - refusals.length)} more rows were refused\n`)
    for (const line of leftPrices.slice(0, MAX_LINES)) process.stdout.write(`${line}\n`)
    if (leftPrices.length > MAX_LINES)
      process.stdout.write(`and ${n(leftPrices.length - MAX_LINES)} more prices were left as they are\n`)
    if (result.loaded === 0)
      throw new Error(
        result.rows === 0 ? `${file} has no rows` : `No row of ${file} ${dryRun ? 'could be' : 'was'} loaded`,
      )
  } finally {
    await local?.close()
  }
}

const n = (count: number) => count.toLocaleString('en-US')
const formatRows = (count: number) => (count === 1 ? '1 row' : `${n(count)} rows`)

/** Loads into a target and closes it. */
async function loadInto<Result>(target: Target, load: (target: Target) => Promise<Result>): Promise<Result> {
  return load(target).finally(() => target.close())
}

run(main, {
  explain: (text) =>
    /no such (table|column)/.test(text)
      ? 'The database is not ready: run npm start once, or npx wrangler d1 migrations apply treadline --local and npm run base'
      : text,
})
