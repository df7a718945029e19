/** `npm run import -- --tax FILE` and `--tax-undo`: prints the plan of an import of tax rates, and runs it. */
import { existsSync } from 'node:fs'
import { toPercent } from '../../schema/cart/totals/tax.ts'
import { openRemoteShop } from '../deploy/remote-shop.ts'
import { d1Target, type LoadableD1, openLocalD1, type Target } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { importTaxRates, type StatePlan, undoTaxImport } from './tax-import.ts'

interface TaxOptions {
  /** The file of rates. */
  tax?: string | undefined
  'tax-undo': boolean
  dryRun: boolean
  to: string
  env: string
  'persist-to': string
  /** A file that is no option, which this command refuses. */
  file: string | undefined
}

/** Opens the database, runs the command and prints what it did. */
export async function runTaxCommand(options: TaxOptions): Promise<void> {
  const { tax, dryRun, to, file } = options
  if (file !== undefined)
    throw new NotReady(`Import the products of ${file} and tax rates one after the other`)
  if (tax !== undefined && options['tax-undo']) throw new NotReady('Choose --tax or --tax-undo')
  if (tax !== undefined && !existsSync(tax)) throw new NotReady(`${tax} does not exist`)
  if (to !== 'local' && to !== 'remote')
    throw new NotReady('Tax rates are compared with those of a database: --to remote, or without --to')
  const { db, target, close } = await open(options)
  try {
    process.stdout.write(
      tax === undefined
        ? `${await undoTaxImport(db, target, Date.now())} is undone\n`
        : await runFile(tax, { db, target: dryRun ? null : target }),
    )
  } finally {
    await close()
  }
}

async function open(options: TaxOptions) {
  if (options.to === 'remote') {
    const { db, target } = await openRemoteShop(options.env)
    return { db, target, close: async () => target.close() }
  }
  const { db, close } = await openLocalD1(`${options['persist-to']}/v3`)
  return { db, target: d1Target(db), close }
}

async function runFile(
  file: string,
  { db, target }: { db: LoadableD1; target: Target | null },
): Promise<string> {
  const { plans, unknown } = await importTaxRates({ file, db, target, now: Date.now() })
  const left = unknown > 0 ? [`${n(unknown)} rows left out: their ZIP codes are unknown to the shop`] : []
  const outcome = target ? 'Loaded. To undo: npm run import -- --tax-undo' : 'Nothing was written (dry run).'
  return `${[...plans.map(formatPlan), ...left, outcome].join('\n')}\n`
}

/** Formats `IL: 1,385 rows, 6.25% to 11% (1,200 new, 3 changed, 2 removed)`. */
export function formatPlan({ state, rows, lowest, highest, added, changed, removed }: StatePlan): string {
  const rates = lowest === highest ? '' : `${toPercent(lowest)}% to `
  return `${state}: ${n(rows)} ${rows === 1 ? 'row' : 'rows'}, ${rates}${toPercent(highest)}% (${n(added)} new, ${n(changed)} changed, ${n(removed)} removed)`
}

const n = (count: number) => count.toLocaleString('en-US')
