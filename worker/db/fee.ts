/** Tire fees of a region. */
import { eq } from 'drizzle-orm'
import type { FeeRule } from '../../schema/domain/fee.ts'
import { feeRule } from '../../schema/tables/fee.ts'
import { connect } from './client.ts'

/** The rules of the region, state fees first. Empty where nothing is levied. */
export async function feeRules(db: D1Database, regionId: number): Promise<FeeRule[]> {
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
