/** Taxes and fees for staff (H14l). */
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { feeRule } from '../../../schema/cart/totals/fee.table.ts'
import { taxRate } from '../../../schema/cart/totals/tax.table.ts'
import { region } from '../../../schema/identity/location/region.table.ts'
import { ALLOWED_STATES_PATH, config } from '../../../schema/platform/config.table.ts'
import { NO_SCOPE, type TaxValues } from '../../../schema/staff/taxes/tax-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface TaxLine extends TaxValues {
  /** As in the audit log, such as `rate/13`. */
  id: string
  version: number
  /** The name of the state. */
  state: string
  title: string
  /** What is known about the amount, such as a limit. */
  note: string
}

type RateRow = Pick<typeof taxRate.$inferSelect, 'rate' | 'fromDay' | 'earlierRate' | 'source' | 'demo'>
type FeeRow = Pick<
  typeof feeRule.$inferSelect,
  | 'kind'
  | 'cents'
  | 'percent'
  | 'fromDay'
  | 'earlierAmount'
  | 'source'
  | 'demo'
  | 'code'
  | 'title'
  | 'conditions'
  | 'rimFrom'
  | 'rimBelow'
  | 'cap'
>

export function toRateValues({ rate, fromDay, earlierRate, source, demo }: RateRow): TaxValues {
  return {
    percent: rate,
    cents: null,
    fromDay,
    earlier: earlierRate,
    source,
    isConfirmed: !demo,
    ...NO_SCOPE,
  }
}

export function toFeeValues({
  kind,
  cents,
  percent,
  fromDay,
  earlierAmount,
  source,
  demo,
  ...scope
}: FeeRow): TaxValues {
  const amount =
    kind === 'flat' ? { percent: null, cents: cents ?? 0 } : { percent: percent ?? 0, cents: null }
  const { code, title, conditions, rimFrom, rimBelow, cap } = scope
  const tires = { stateCode: null, code, title, conditions, rimFrom, rimBelow, cap }
  return { ...amount, fromDay, earlier: earlierAmount, source, isConfirmed: !demo, ...tires }
}

/** Returns the taxes and fees of all states, by state; local rates of ZIP codes are left out. */
export async function readTaxes(db: D1Database): Promise<TaxLine[]> {
  const client = connect(db)
  const [rates, fees] = await Promise.all([
    client
      .select({ row: taxRate, state: region.name })
      .from(taxRate)
      .innerJoin(region, eq(region.regionId, taxRate.regionId))
      .where(isNull(taxRate.zipFrom))
      .orderBy(asc(taxRate.id)),
    client
      .select({ row: feeRule, state: region.name })
      .from(feeRule)
      .innerJoin(region, eq(region.regionId, feeRule.regionId))
      .orderBy(asc(feeRule.id)),
  ])
  const lines: TaxLine[] = [
    ...rates.map(({ row, state }) => ({
      ...toRateValues(row),
      ...{ id: `rate/${row.id}`, version: row.version, state, title: 'Sales tax', note: '' },
    })),
    ...fees.map(({ row, state }) => ({
      ...toFeeValues(row),
      ...{ id: `fee/${row.id}`, version: row.version, state, title: row.title },
      note: row.conditions.join(', '),
    })),
  ]
  return lines.sort((a, b) => (a.state < b.state ? -1 : a.state > b.state ? 1 : 0))
}

/** Returns how many local rates each import left, with its file, by state. */
export function readLocalRates(db: D1Database) {
  return connect(db).all<{ state: string; source: string; count: number }>(
    sql`select r.name as state, t.source as source, count(*) as count from ${taxRate} t
      join ${region} r on r.region_id = t.tax_region_id where t.zip_from is not null group by r.name, t.source order by r.name`,
  )
}

/** Returns how many taxes and fees of the delivery area are demonstration values. */
export async function countUnconfirmed(db: D1Database): Promise<number> {
  const [row] = await connect(db).all<{ n: number }>(
    sql`with demo as (select tax_region_id as id from ${taxRate} where demo = 1
          union all select region_id from ${feeRule} where demo = 1),
        area as (select ',' || value || ',' as codes from ${config} where path = ${ALLOWED_STATES_PATH})
      select count(*) as n from demo join ${region} r on r.region_id = demo.id
        where not exists (select 1 from area) or exists (select 1 from area where instr(codes, ',' || r.code || ',') > 0)`,
  )
  return row?.n ?? 0
}

/** Returns the states of the delivery area, by name. */
export function readStates(db: D1Database): Promise<{ code: string; name: string }[]> {
  return connect(db).all<{ code: string; name: string }>(
    sql`with area as (select ',' || value || ',' as codes from ${config} where path = ${ALLOWED_STATES_PATH})
      select code, min(name) as name from ${region}
      where not exists (select 1 from area) or exists (select 1 from area where instr(codes, ',' || code || ',') > 0)
      group by code order by name`,
  )
}
