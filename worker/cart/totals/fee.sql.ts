/** Tire fees by region. */
import { inArray } from 'drizzle-orm'
import { feeRule } from '../../../schema/cart/totals/fee.table.ts'
import type { FeeRule } from '../../../schema/cart/totals/fee.ts'
import { prepareQueries, type Read } from '../../platform/drizzle.sql.ts'
import { CANDIDATE_REGIONS, type RegionQuery, regionParameters } from './candidate-regions.sql.ts'

const queryFees = prepareQueries((client) => [
  client.select().from(feeRule).where(inArray(feeRule.regionId, CANDIDATE_REGIONS)).orderBy(feeRule.id),
])

/** Reads the fee rules of a day, `2026-11-27`, by region in their order; a region without fees is absent. */
export function feesRead(region: RegionQuery, day: string): Read<ReadonlyMap<number, FeeRule[]>> {
  return queryFees(regionParameters(region), ([rows]) => {
    const rules = new Map<number, FeeRule[]>()
    for (const row of rows) rules.set(row.regionId, [...(rules.get(row.regionId) ?? []), toFeeRule(row, day)])
    return rules
  })
}

function toFeeRule(row: typeof feeRule.$inferSelect, day: string): FeeRule {
  const { code, title, conditions, rimFrom, rimBelow, kind, cents, percent, cap } = row
  const { fromDay, earlierAmount } = row
  // A new amount holds from its first day (H14l).
  const isLater = fromDay !== null && fromDay > day && earlierAmount !== null
  const value = isLater ? earlierAmount : ((kind === 'flat' ? cents : percent) ?? 0)
  return { code, title, conditions, rimFrom, rimBelow, kind, value, cap }
}
