/** Units that wait for their second inspection (H14). */
import { asc, eq } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const MAX_WAITING = 100

export interface WaitingUnit {
  sku: string
  name: string
  dot: string | null
  bin: string | null
  version: number
  report: InspectionReport | null
  takenBy: number | null
  takenByName: string | null
  takenAt: number | null
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
      takenBy: unit.takenBy,
      takenByName: staff.name,
      takenAt: unit.takenAt,
    })
    .from(unit)
    .innerJoin(product, eq(product.id, unit.productId))
    .leftJoin(staff, eq(staff.id, unit.takenBy))
    .where(eq(unit.state, 'waiting'))
    .orderBy(asc(unit.takenAt))
    .limit(MAX_WAITING)
}
