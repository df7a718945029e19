/** Reads what labels say of units and bins. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { LabeledUnit } from '../../../schema/staff/print/unit-label.ts'
import { skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import { bin, unit } from '../../../schema/staff/units/unit.table.ts'
import { batchOf, inList } from '../../platform/drizzle.sql.ts'
import { hasSku } from '../units/find-unit.sql.ts'

type Versioned<Row> = Row & { version: number }

/** Returns the units of these codes in their order; unknown codes are left out, and a unit comes once. */
export async function findLabeledUnits(
  db: D1Database,
  codes: readonly string[],
): Promise<Versioned<LabeledUnit>[]> {
  const [found] = await batchOf<Versioned<LabeledUnit>>(db, [
    sql`select ${product.sku} as sku, ${product.size} as size, ${product.brand} as brand, ${product.model} as model, ${product.setqty} as setqty,
        ${product.treadDepth} as treadDepth, ${product.dot} as dot, ${product.passport} ->> '$.grade' as grade,
        ${unit.bin} as bin, ${unit.version} as version
      from ${product} join ${unit} on ${unit.productId} = ${product.id}
      where ${hasSku(codes.flatMap(skuSpellings))}`,
  ])
  const bySku = new Map(found?.results.map((row) => [row.sku.toUpperCase(), row]))
  const rows = codes.map((code) => skuSpellings(code).flatMap((spelling) => bySku.get(spelling) ?? [])[0])
  return [...new Set(rows.filter((row) => row !== undefined))]
}

/** Returns those of the codes that are bins, in their order. */
export async function findLabeledBins(
  db: D1Database,
  codes: readonly string[],
): Promise<Versioned<{ code: string }>[]> {
  const [found] = await batchOf<Versioned<{ code: string }>>(db, [
    sql`select ${bin.code} as code, ${bin.version} as version from ${bin} where ${bin.code} in ${inList(codes)}`,
  ])
  const byCode = new Map(found?.results.map((row) => [row.code, row]))
  return [...new Set(codes)].flatMap((code) => byCode.get(code) ?? [])
}
