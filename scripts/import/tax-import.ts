/**
 * Loads local tax rates (H13b). The rates are staged first and put in place by one transaction, so an import that is interrupted
 * has changed nothing. The replaced rates are stored, so that the last import can be undone.
 */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type RateMillionths, toMillionths, toPercent } from '../../schema/cart/totals/tax.ts'
import { versionStatements } from '../load/catalog-version.ts'
import { jsonChunks, literal } from '../load/sql.ts'
import type { LoadableD1, Target } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { type LocalRate, readTaxFile, type TaxFile } from './tax-file.ts'

/** Problems that are printed. */
const MAX_PROBLEMS = 20
/** Local rates have ids from here, so that a release can add the rate of a state. */
const FIRST_LOCAL_ID = 1_000_000

interface StateRate {
  state: string
  regionId: number
  ruleId: number
  rate: RateMillionths
}

export interface TaxImportOptions {
  file: string
  db: LoadableD1
  /** Null on a dry run: everything is checked, nothing is written. */
  target: Target | null
  now: number
}

export interface StatePlan {
  state: string
  /** Rows of the file. */
  rows: number
  lowest: RateMillionths
  highest: RateMillionths
  added: number
  changed: number
  removed: number
}

/** Reads, checks and loads a file; returns what changes in each state. Throws when the file has problems. */
export async function importTaxRates({ file, db, target, now }: TaxImportOptions): Promise<{
  plans: StatePlan[]
  unknown: number
}> {
  const states = await readStateRates(db)
  const zips = await db.query<{ zip: string; state: string }>('SELECT zip, state FROM zip_code')
  const read = await readTaxFile(file, {
    stateOfZip: new Map(zips.map(({ zip, state }) => [zip, state])),
    stateRates: new Map([...states.values()].map(({ state, rate }) => [state, rate])),
  })
  refuseProblems(file, read)
  const named = [...new Set(read.rates.map(({ state }) => state))].flatMap((state) => states.get(state) ?? [])
  const plans = await Promise.all(named.map((state) => planOf(db, state, read.rates)))
  if (target) await load(target, { file, now, named, rates: read.rates, states })
  return { plans: plans.toSorted((a, b) => (a.state < b.state ? -1 : 1)), unknown: read.unknown }
}

function refuseProblems(file: string, { rates, problems }: TaxFile): void {
  const name = basename(file)
  if (problems.length > 0) {
    const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : []
    throw new NotReady([`${name} was not loaded:`, ...problems.slice(0, MAX_PROBLEMS), ...more].join('\n'))
  }
  if (rates.length === 0) throw new NotReady(`${name} has no ZIP code that the shop knows`)
}

/** Reads the rate of each state that has one, of its first tax rule. */
async function readStateRates(db: LoadableD1): Promise<Map<string, StateRate>> {
  const rows = await db.query<{ state: string; regionId: number; ruleId: number; rate: number }>(
    `SELECT r.code AS state, t.tax_region_id AS regionId, t.rule_id AS ruleId, t.rate FROM tax_rate t
     JOIN region r ON r.region_id = t.tax_region_id WHERE t.zip_from IS NULL ORDER BY t.rule_id, t.id`,
  )
  const states = new Map<string, StateRate>()
  for (const { rate, ...row } of rows) {
    const known = states.get(row.state)
    if (!known) states.set(row.state, { ...row, rate: toMillionths(rate) })
    else if (known.ruleId === row.ruleId) known.rate += toMillionths(rate)
  }
  return states
}

async function planOf(db: LoadableD1, { state, regionId, rate }: StateRate, rates: readonly LocalRate[]) {
  const stored = await db.query<{ zips: string; rate: number }>(
    `SELECT zip_from || '-' || zip_to AS zips, rate FROM tax_rate WHERE zip_from IS NOT NULL AND tax_region_id = ${literal(regionId)}`,
  )
  const before = new Map(stored.map(({ zips, rate: local }) => [zips, toMillionths(local)]))
  const own = rates.filter((one) => one.state === state)
  const after = new Map(own.map(({ zipFrom, zipTo, combined }) => [`${zipFrom}-${zipTo}`, combined - rate]))
  const plan: StatePlan = {
    state,
    rows: own.length,
    lowest: Math.min(...own.map(({ combined }) => combined)),
    highest: Math.max(...own.map(({ combined }) => combined)),
    added: [...after.keys()].filter((zips) => !before.has(zips)).length,
    changed: [...after].filter(([zips, local]) => before.has(zips) && before.get(zips) !== local).length,
    removed: [...before.keys()].filter((zips) => !after.has(zips)).length,
  }
  return plan
}

interface Loading {
  file: string
  now: number
  named: readonly StateRate[]
  rates: readonly LocalRate[]
  states: ReadonlyMap<string, StateRate>
}

const COLUMNS = 'rule_id, code, tax_region_id, zip_from, zip_to, rate, demo, source'

async function load(target: Target, { file, now, named, rates, states }: Loading): Promise<void> {
  const id = `${now}-${randomUUID()}`
  const day = new Date(now).toISOString()
  const source = `${basename(file)}, imported on ${day.slice(0, 10)}`
  const tuples = rates.flatMap(({ state, zipFrom, zipTo, combined, name }) => {
    const own = states.get(state)
    const code = `US-${state}-${zipFrom}${zipFrom === zipTo ? '' : `-${zipTo}`}${name && `-${name}`}`
    return own ? [[own.ruleId, code, own.regionId, zipFrom, zipTo, toPercent(combined - own.rate)]] : []
  })
  await target.run([
    // What an interrupted import of an earlier day has staged.
    `DELETE FROM tax_import_rate WHERE kind = 'staged' AND CAST(import_id AS INTEGER) < ${now - 86_400_000}`,
    ...jsonChunks(tuples).map(
      (chunk) =>
        `INSERT INTO tax_import_rate (import_id, kind, ${COLUMNS}) SELECT ${literal(id)}, 'staged', ${[0, 1, 2, 3, 4, 5].map((index) => `json_extract(value, '$[${index}]')`).join(', ')}, 0, ${literal(source)} FROM json_each(${literal(chunk)})`,
    ),
  ])
  const regions = JSON.stringify(named.map(({ regionId }) => regionId))
  await target.run([
    'DELETE FROM tax_import',
    `DELETE FROM tax_import_rate WHERE kind = 'replaced'`,
    `INSERT INTO tax_import_rate (import_id, kind, ${COLUMNS}) SELECT ${literal(id)}, 'replaced', ${COLUMNS} FROM tax_rate WHERE ${isLocal(literal(regions))}`,
    `INSERT INTO tax_import (id, file, imported_at, region_ids) VALUES (${literal(id)}, ${literal(basename(file))}, ${literal(day)}, ${literal(regions)})`,
    ...putInPlace(literal(regions), `kind = 'staged' AND import_id = ${literal(id)}`),
    ...versionStatements(`tax-${now}`),
  ])
}

/** Puts the rates of before the last import back; returns its file. Throws when there is nothing to undo. */
export async function undoTaxImport(db: LoadableD1, target: Target, now: number): Promise<string> {
  const [last] = await db.query<{ id: string; file: string; regions: string }>(
    'SELECT id, file, region_ids AS regions FROM tax_import',
  )
  if (!last) throw new NotReady('There is no import of tax rates to undo')
  await target.run([
    ...putInPlace(literal(last.regions), `kind = 'replaced' AND import_id = ${literal(last.id)}`),
    `DELETE FROM tax_import WHERE id = ${literal(last.id)}`,
    ...versionStatements(`tax-${now}`),
  ])
  return last.file
}

function isLocal(regions: string): string {
  return `zip_from IS NOT NULL AND tax_region_id IN (SELECT value FROM json_each(${regions}))`
}

/** Returns the statements that replace the local rates of these regions by rows of `tax_import_rate`. */
function putInPlace(regions: string, rows: string): string[] {
  return [
    `DELETE FROM tax_rate WHERE ${isLocal(regions)}`,
    `INSERT INTO tax_rate (id, tax_country_id, ${COLUMNS}) SELECT (SELECT max(${FIRST_LOCAL_ID}, coalesce(max(id), 0)) FROM tax_rate) + row_number() OVER (ORDER BY zip_from), 'US', ${COLUMNS} FROM tax_import_rate WHERE ${rows}`,
    `DELETE FROM tax_import_rate WHERE ${rows}`,
  ]
}
