/** Reads bins and their units, and remembers what counts did not find. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import { bin, unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import type { ExpectedUnit, ScannedUnit } from '../../../schema/staff/yard/bin-count.ts'
import { missingUnit } from '../../../schema/staff/yard/missing-unit.table.ts'
import { batchOf, inList, toStatement } from '../../platform/drizzle.sql.ts'
import { hasSku } from '../units/find-unit.sql.ts'

export interface BinRow {
  code: string
  walk: number
  /** Tires that it holds; `null` when nobody counted. */
  capacity: number | null
  version: number
  units: number
}

const UNITS_OF_BIN = sql`(select count(*) from ${unit} where ${unit.bin} = ${bin.code})`
const BIN_COLUMNS = sql`${bin.code} as code, ${bin.walk} as walk, ${bin.capacity} as capacity, ${bin.version} as version,
  ${UNITS_OF_BIN} as units`

/** Returns the bins whose code begins with `start`, in the order of a walk. */
export async function listBins(db: D1Database, start: string, limit: number): Promise<BinRow[]> {
  const [rows] = await batchOf<BinRow>(db, [
    sql`select ${BIN_COLUMNS} from ${bin} where ${bin.code} >= ${start} and ${bin.code} < ${`${start}~`}
      order by ${bin.walk}, ${bin.code} limit ${limit}`,
  ])
  return rows?.results ?? []
}

export async function findBin(db: D1Database, code: string): Promise<BinRow | null> {
  const [rows] = await batchOf<BinRow>(db, [
    sql`select ${BIN_COLUMNS} from ${bin} where ${bin.code} = ${code}`,
  ])
  return rows?.results[0] ?? null
}

/** Returns those of the codes that are bins. */
export async function knownBins(db: D1Database, codes: readonly string[]): Promise<Set<string>> {
  const [rows] = await batchOf<{ code: string }>(db, [
    sql`select ${bin.code} as code from ${bin} where ${bin.code} in ${inList(codes)}`,
  ])
  return new Set(rows?.results.map(({ code }) => code))
}

/** Returns the units of scanned codes with the bins where they should be, and the codes that are no unit. A tire of a set is its set. */
export async function resolveScans(
  db: D1Database,
  codes: readonly string[],
): Promise<{ scanned: ScannedUnit[]; unknown: string[] }> {
  const [rows] = await batchOf<ScannedUnit & { scanned: string }>(db, [
    sql`select ${product.sku} as scanned, coalesce(whole.sku, ${product.sku}) as sku,
        iif(whole.id is null, ${unit.bin}, whole_unit.bin) as bin
      from ${product} join ${unit} on ${unit.productId} = ${product.id}
        left join ${product} whole on whole.id = ${unit.setId} left join ${unit} whole_unit on whole_unit.product_id = whole.id
      where ${hasSku(codes.flatMap(skuSpellings))}`,
  ])
  const bySku = new Map(rows?.results.map(({ scanned, ...row }) => [scanned.toUpperCase(), row]))
  const found = codes.map((code) => {
    const sku = skuSpellings(code).find((spelling) => bySku.has(spelling))
    return sku === undefined ? null : (bySku.get(sku) ?? null)
  })
  return {
    scanned: [...new Map(found.flatMap((row) => (row ? [[row.sku, row] as const] : []))).values()],
    unknown: codes.filter((_, index) => found[index] === null),
  }
}

/** Returns the units that should be in a bin. */
export async function readExpected(db: D1Database, code: string): Promise<ExpectedUnit[]> {
  const [rows] = await batchOf<{ sku: string; state: UnitState; qty: number; wasMissing: number }>(db, [
    sql`select ${product.sku} as sku, ${unit.state} as state, coalesce(${stock.qty}, 0) as qty,
        exists (select 1 from ${missingUnit} where ${missingUnit.productId} = ${product.id}) as wasMissing
      from ${unit} join ${product} on ${product.id} = ${unit.productId}
        left join ${stock} on ${stock.stockSku} = ${product.stockSku}
      where ${unit.bin} = ${code} order by ${product.sku}`,
  ])
  return (rows?.results ?? []).map((row) => ({ ...row, wasMissing: row.wasMissing === 1 }))
}

const idsOf = (skus: readonly string[]): SQL =>
  sql`(select ${product.id} from ${product} where ${product.sku} in ${inList(skus)})`

/**
 * Remembers a count: units that were found are no longer missing. Returns the skus that a count before had missed too; a repeated
 * request with the same key is the same count.
 */
export async function recordCount(
  db: D1Database,
  { bin: code, found, missing, staffId, key, now }: CountRecord,
): Promise<string[]> {
  const [, twice] = await db.batch<{ sku: string }>([
    toStatement(db, sql`delete from ${missingUnit} where product_id in ${idsOf(found)}`),
    toStatement(
      db,
      sql`select ${product.sku} as sku from ${product} join ${missingUnit} on ${missingUnit.productId} = ${product.id}
        where ${product.sku} in ${inList(missing)} and ${missingUnit.countKey} <> ${key}`,
    ),
    toStatement(
      db,
      sql`insert or ignore into ${missingUnit} (product_id, bin, missed_at, missed_by, count_key)
        select ${product.id}, ${code}, ${now}, ${staffId}, ${key} from ${product} where ${product.sku} in ${inList(missing)}`,
    ),
  ])
  return twice?.results.map(({ sku }) => sku) ?? []
}

interface CountRecord {
  bin: string
  found: readonly string[]
  missing: readonly string[]
  staffId: number
  /** Names the count. */
  key: string
  /** Milliseconds. */
  now: number
}

/** Forgets that units were missing: somebody moved them, or they are lost. */
export async function clearMissing(db: D1Database, skus: readonly string[]): Promise<void> {
  await toStatement(db, sql`delete from ${missingUnit} where product_id in ${idsOf(skus)}`).run()
}
