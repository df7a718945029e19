/** Units that wait for their second inspection (H14). */
import { asc, eq, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { firstInspectorsOf } from '../units/inspections.sql.ts'

const MAX_WAITING = 100

export interface WaitingUnit {
  sku: string
  name: string
  dot: string | null
  bin: string | null
  version: number
  report: InspectionReport | null
  /** Ids of the staff who made its first inspection, at intake or when it came back; of a set, those of all its tires. */
  firstInspectors: number[]
}

/** Returns the units in the order in which they were taken in. */
export function readWaitingUnits(db: D1Database): Promise<WaitingUnit[]> {
  return connect(db)
    .select({
      sku: product.sku,
      name: product.name,
      dot: product.dot,
      bin: unit.bin,
      version: unit.version,
      report: product.passport,
      firstInspectors: sql<number[]>`${firstInspectorsOf(product)}`.mapWith(JSON.parse),
    })
    .from(unit)
    .innerJoin(product, eq(product.id, unit.productId))
    .where(eq(unit.state, 'waiting'))
    .orderBy(asc(unit.takenAt))
    .limit(MAX_WAITING)
}
