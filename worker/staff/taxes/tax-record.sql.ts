/** Taxes and fees in D1 as records that the owner changes (H14l). */
import { eq, sql } from 'drizzle-orm'
import { feeRule } from '../../../schema/cart/totals/fee.table.ts'
import { taxRate } from '../../../schema/cart/totals/tax.table.ts'
import { region } from '../../../schema/identity/location/region.table.ts'
import {
  evaluateTax,
  NEW_FEE,
  parseTaxId,
  TAX_ID,
  TAX_PATCH,
  type TaxFacts,
  type TaxPatch,
  type TaxValues,
} from '../../../schema/staff/taxes/tax-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'
import { toFeeValues, toRateValues } from './taxes.sql.ts'

const tableOf = (id: string) => (parseTaxId(id).kind === 'rate' ? taxRate : feeRule)

const EXISTING: TaxFacts = { isNew: false, isKnownState: true }
/** Fees of the base data have lower numbers, so that a later release of it never writes over one of the owner. */
const FIRST_FEE = 10_001
/** Returns the id of the next fee that the owner adds. */
export async function nextFeeId(db: D1Database): Promise<string> {
  const [row] = await connect(db).all<{ id: number }>(
    sql`select max(${FIRST_FEE}, coalesce(max(id), 0) + 1) as id from ${feeRule}`,
  )
  return `fee/${row?.id ?? FIRST_FEE}`
}

function insertFee(id: number, fee: TaxValues) {
  const { code, stateCode, conditions, cents, percent, cap, rimFrom, rimBelow, title, source } = fee
  return sql`insert into ${feeRule} (id, code, region_id, conditions, kind, cents, percent, cap, rim_from, rim_below, title, source,
      evidence, note, demo, from_day, earlier_amount)
    select ${id}, ${code}, region_id, ${JSON.stringify(conditions)}, ${percent === null ? 'flat' : 'percent'}, ${cents}, ${percent}, ${cap},
      ${rimFrom}, ${rimBelow}, ${title}, ${source}, 'owner', '', 0, ${fee.fromDay}, ${fee.earlier}
    from ${region} where code = ${stateCode} order by region_id limit 1`
}

export const TAX_RECORD: RecordKind<TaxValues, TaxPatch, TaxFacts> = {
  id: TAX_ID,
  patch: TAX_PATCH,
  async read(db, id, patch) {
    const { kind, row: number } = parseTaxId(id)
    if (kind === 'rate') {
      const row = await connect(db).select().from(taxRate).where(eq(taxRate.id, number)).get()
      // The rates of ZIP codes are imported as a whole.
      if (!row || row.zipFrom !== null) return null
      return { values: toRateValues(row), version: row.version, facts: EXISTING }
    }
    const row = await connect(db).select().from(feeRule).where(eq(feeRule.id, number)).get()
    const state = row ? eq(region.regionId, row.regionId) : eq(region.code, patch.stateCode ?? '')
    const known = await connect(db).select({ code: region.code }).from(region).where(state).get()
    if (row) {
      const values = { ...toFeeValues(row), stateCode: known?.code ?? null }
      return { values, version: row.version, facts: EXISTING }
    }
    if (number < FIRST_FEE || patch.stateCode == null) return null
    return { values: NEW_FEE, version: 0, facts: { isNew: true, isKnownState: known !== undefined } }
  },
  hasVersion: (id, version) =>
    sql`${version === 0 ? sql`not` : sql``} exists (select 1 from ${tableOf(id)} where id = ${parseTaxId(id).row} ${version === 0 ? sql`` : sql`and version = ${version}`})`,
  evaluate: evaluateTax,
  write({ id, before, after }) {
    const { kind, row } = parseTaxId(id)
    const values = { ...before, ...after }
    const { percent, cents, fromDay, earlier, source, isConfirmed } = values
    const demo = Number(!isConfirmed)
    if (after.stateCode) return [insertFee(row, values)]
    return kind === 'rate'
      ? [
          sql`update ${taxRate} set rate = ${percent}, from_day = ${fromDay}, earlier_rate = ${earlier}, source = ${source},
            demo = ${demo}, version = version + 1 where id = ${row}`,
        ]
      : [
          sql`update ${feeRule} set cents = ${cents}, percent = ${percent}, from_day = ${fromDay}, earlier_amount = ${earlier},
            source = ${source}, demo = ${demo}, version = version + 1 where id = ${row}`,
        ]
  },
}
