/** Taxes and fees in D1 as records that the owner changes (H14l). */
import { eq, sql } from 'drizzle-orm'
import { feeRule } from '../../../schema/cart/totals/fee.table.ts'
import { taxRate } from '../../../schema/cart/totals/tax.table.ts'
import {
  evaluateTax,
  parseTaxId,
  TAX_ID,
  TAX_PATCH,
  type TaxPatch,
  type TaxValues,
} from '../../../schema/staff/taxes/tax-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'
import { toFeeValues, toRateValues } from './taxes.sql.ts'

const tableOf = (id: string) => (parseTaxId(id).kind === 'rate' ? taxRate : feeRule)

export const TAX_RECORD: RecordKind<TaxValues, TaxPatch, null> = {
  id: TAX_ID,
  patch: TAX_PATCH,
  async read(db, id) {
    const { kind, row: number } = parseTaxId(id)
    if (kind === 'rate') {
      const row = await connect(db).select().from(taxRate).where(eq(taxRate.id, number)).get()
      // The rates of ZIP codes are imported as a whole.
      if (!row || row.zipFrom !== null) return null
      return { values: toRateValues(row), version: row.version, facts: null }
    }
    const row = await connect(db).select().from(feeRule).where(eq(feeRule.id, number)).get()
    return row ? { values: toFeeValues(row), version: row.version, facts: null } : null
  },
  hasVersion: (id, version) =>
    sql`exists (select 1 from ${tableOf(id)} where id = ${parseTaxId(id).row} and version = ${version})`,
  evaluate: evaluateTax,
  write({ id, before, after }) {
    const { kind, row } = parseTaxId(id)
    const { percent, cents, fromDay, earlier, source, isConfirmed } = { ...before, ...after }
    const demo = Number(!isConfirmed)
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
