/** Tire fees of a region. */
import { eq } from 'drizzle-orm'
import { feeRule } from '../../../schema/cart/totals/fee.table.ts'
import type { FeeRule } from '../../../schema/cart/totals/fee.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Returns the fee rules of the region in their order; empty for a region without fees. */
export async function findFeeRules(db: D1Database, regionId: number): Promise<FeeRule[]> {
  const rows = await connect(db)
    .select()
    .from(feeRule)
    .where(eq(feeRule.regionId, regionId))
    .orderBy(feeRule.id)
  return rows.map(({ code, title, conditions, rimFrom, rimBelow, kind, cents, percent, cap }) => ({
    code,
    title,
    conditions,
    rimFrom,
    rimBelow,
    kind,
    value: (kind === 'flat' ? cents : percent) ?? 0,
    cap,
  }))
}
