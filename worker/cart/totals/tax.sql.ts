/** The tax rates of a location. */
import { and, eq, exists, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { taxRate, taxRule } from '../../../schema/cart/totals/tax.table.ts'
import { customerGroup } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface TaxQuery {
  regionId: number
  /** Five digits or ZIP+4; `null` when only the state is known, so that local rates are left out. */
  postcode: string | null
  taxClassId: number
  /** The customer group; guests are in group 0. */
  customerGroup?: number
}

/**
 * Returns the tax in percent, such as 6.25: the sum of the state's rate and the configured rates of the ZIP code.
 * Returns 0 when no tax rule has this product tax class for this group.
 */
export async function findTaxPercent(db: D1Database, query: TaxQuery): Promise<number> {
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
