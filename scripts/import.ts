/** `npm run import`: a merchant's own catalogue into the shop. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { FIELDS, readMapping } from './import/mapping.ts'
import { runImport } from './import/run.ts'
import { progressBar } from './load/progress.ts'
import { d1Target, fileTarget, openLocalD1 } from './load/target.ts'

const HELP = `Loads a catalogue from CSV or JSON lines. A row whose sku is known changes that product; the same file twice changes
nothing. Rows that cannot be loaded are written to a file with their line, field and reason; the rest is loaded.

  npm run import -- tires.csv                       columns named as the fields below
  npm run import -- tires.csv --map mapping.json    which column is which field (scripts/import/tiredb-mapping.json is one)
  npm run import -- tires.csv --map 'sku=Item No,price=Price'
  npm run import -- tires.jsonl --dry-run           check everything, write nothing but the refused rows
  npm run import -- tires.csv --refused bad.csv     where refused rows go (tires.csv.refused.csv here unless told)
  npm run import -- tires.csv --resume              go on where the last run of this file stopped
  npm run import -- tires.csv --to tires.sql        into a file, for: npx wrangler d1 execute treadline --remote --file …

Fields: ${FIELDS.join(', ')}
Needed: sku, brand, model, size, condition, price; tread_depth on used tires. A tire made before 2011 is refused.
A mapping is JSON by field: "column name", {"column", "values"}, {"constant"}, {"text": "{a}-{b:slug}"} or {"formula"}.
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      map: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      refused: { type: 'string' },
      resume: { type: 'boolean', default: false },
      to: { type: 'string', default: 'local' },
    },
  })
  const [file] = positionals
  if (values.help) return void process.stdout.write(HELP)
  if (!file || positionals.length > 1)
    throw new Error('Name one file: npm run import -- tires.csv (or --help)')
  if (!existsSync(file)) throw new Error(`${file} does not exist`)

  const dryRun = values['dry-run']
  const local = values.to === 'local' && !dryRun ? await openLocalD1() : null
  const target = dryRun ? null : local ? { ...d1Target(local.db), close: local.close } : fileTarget(values.to)
  const refusedFile = values.refused ?? `${basename(file)}.refused.csv`
  try {
    const result = await runImport({
      file,
      mapping: readMapping(values.map),
      label: `${values.map ?? ''} ${values.to}`,
      target,
      db: local?.db ?? null,
      refusedFile,
      progressFile: `${basename(file)}.progress.json`,
      resume: values.resume,
      now: Date.now(),
      progress: progressBar(process.stdout),
    })
    const n = (count: number) => count.toLocaleString('en-US')
    const kinds = local ? ` (${n(result.created)} new, ${n(result.changed)} changed)` : ''
    const did = dryRun ? 'could be loaded' : 'loaded'
    const why = result.refused > 0 ? `, see ${refusedFile}` : ''
    process.stdout.write(
      `${n(result.rows)} rows: ${n(result.loaded)} ${did}${kinds}, ${n(result.refused)} refused${why}\n`,
    )
  } finally {
    await target?.close()
  }
}

main().catch((error) => {
  const text = error instanceof Error ? error.message : String(error)
  const hint = /no such table/.test(text)
    ? 'The database has no tables yet: run npm start once, or npx wrangler d1 migrations apply treadline --local'
    : text
  process.stderr.write(`${hint}\n`)
  process.exit(1)
})
