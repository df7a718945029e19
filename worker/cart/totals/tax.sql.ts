/** What a place taxes. */
import { and, eq, exists, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { taxRate, taxRule } from '../../../schema/cart/totals/tax.table.ts'
import { customerGroup } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface TaxQuery {
  regionId: number
  /** Five digits or 5-4; `null` when only the state is known, then local rates are left out. */
  postcode: string | null
  taxClassId: number
  /** Group of the customer; guests are group 0. */
  customerGroup?: number
}

/**
 * Percent of tax, e.g. 6.25. Rates that apply add up: the state's and, where configured, those of the postcode. 0 when
 * no rule names this class of product for this group.
 */
export async function taxPercent(db: D1Database, query: TaxQuery): Promise<number> {
  const { regionId, postcode, taxClassId, customerGroup: groupId = 0 } = query
  const zip = postcode?.trim().slice(0, 5) ?? ''
  const client = connect(db)
  const rule = client
    .select({ one: sql`1` })
    .from(taxRule)
    .innerJoin(customerGroup, eq(customerGroup.id, groupId))
    .where(
      and(
        eq(taxRule.id, taxRate.ruleId),
        sql`${taxClassId} in (select value from json_each(${taxRule.productTaxClassIds}))`,
        sql`${customerGroup.taxClassId} in (select value from json_each(${taxRule.customerTaxClassIds}))`,
      ),
    )
  const rows = await client
    .select({ percent: sql<number>`coalesce(sum(${taxRate.rate}), 0)` })
    .from(taxRate)
    .where(
      and(
        eq(taxRate.regionId, regionId),
        or(isNull(taxRate.zipFrom), and(lte(taxRate.zipFrom, zip), gte(taxRate.zipTo, zip))),
        exists(rule),
      ),
    )
  return rows[0]?.percent ?? 0
}
