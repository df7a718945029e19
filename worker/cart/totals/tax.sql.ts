/** Tax rates by region. */
import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { taxRate, taxRule } from '../../../schema/cart/totals/tax.table.ts'
import { type TaxPercentByClass, toMillionths, toPercent } from '../../../schema/cart/totals/tax.ts'
import { customer, customerGroup } from '../../../schema/identity/sign-in/customer.table.ts'
import { prepareQueries, type Read } from '../../platform/drizzle.sql.ts'
import { CANDIDATE_REGIONS, type RegionQuery, regionParameters } from './candidate-regions.sql.ts'

export interface TaxQuery {
  region: RegionQuery
  /** Five digits or ZIP+4; `null` when only the state is known, so that local rates are left out. */
  postcode: string | null
  /** The customer, whose group decides; a guest (`null`) and a deleted account are in group 0. */
  customerId: number | null
  /** The day of the order, `2026-11-27`: rates change with a day. */
  day: string
}

/** The rate that holds on a day: a new one from its first day (H14l). */
export function rateOn(day: unknown) {
  return sql<number>`iif(coalesce(${taxRate.fromDay}, '') > ${day} and ${taxRate.earlierRate} is not null,
    ${taxRate.earlierRate}, ${taxRate.rate})`.as('rate')
}

const GROUP = sql`coalesce((select ${customer.groupId} from ${customer}
  where ${customer.id} = ${sql.placeholder('customerId')}), 0)`

const queryRates = prepareQueries((client) => [
  client
    .select({
      regionId: taxRate.regionId,
      rate: rateOn(sql.placeholder('day')),
      classes: taxRule.productTaxClassIds,
    })
    .from(taxRate)
    .innerJoin(taxRule, eq(taxRule.id, taxRate.ruleId))
    .innerJoin(customerGroup, eq(customerGroup.id, GROUP))
    .where(
      and(
        inArray(taxRate.regionId, CANDIDATE_REGIONS),
        or(
          isNull(taxRate.zipFrom),
          and(lte(taxRate.zipFrom, sql.placeholder('zip')), gte(taxRate.zipTo, sql.placeholder('zip'))),
        ),
        sql`${customerGroup.taxClassId} in (select value from json_each(${taxRule.customerTaxClassIds}))`,
      ),
    )
    .orderBy(taxRate.id),
])

/**
 * Reads the tax in percent, such as 6.25, by region and product tax class: the sum of the state's rate and the
 * configured rates of the ZIP code. A class is absent when no tax rule has it for the customer's group.
 */
export function taxRead(query: TaxQuery): Read<ReadonlyMap<number, TaxPercentByClass>> {
  const { region, postcode, customerId, day } = query
  const zip = postcode?.trim().slice(0, 5) ?? ''
  return queryRates({ ...regionParameters(region), zip, customerId, day }, ([rows]) => {
    const percents = new Map<number, Map<number, number>>()
    for (const { regionId, rate, classes } of rows) {
      const byClass = percents.get(regionId) ?? new Map<number, number>()
      for (const id of new Set(classes))
        byClass.set(id, toPercent(toMillionths(byClass.get(id) ?? 0) + toMillionths(rate)))
      percents.set(regionId, byClass)
    }
    return percents
  })
}
