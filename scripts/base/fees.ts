/**
 * Tire fees by state as demo configuration, which a merchant has to have checked. Each row names its source
 * and how reliable it is; official publications come first. States without a row have no fee that we found.
 */
import * as v from 'valibot'
import type { feeRule } from '../../schema/cart/totals/fee.table.ts'
import type { Condition } from '../../schema/catalog/product/product.ts'
import { CELL_NUMBER, readTable } from '../load/data-file.ts'
import { regionId, regionName } from './regions.ts'

/** The tires that a fee applies to. A driven-once tire was sold before, so it counts as used. */
const CONDITIONS_OF_FEE: Readonly<Record<'new' | 'new and used' | 'all' | 'retread', Condition[]>> = {
  new: ['New'],
  'new and used': ['New', 'Used', 'Driven Once'],
  all: ['New', 'Used', 'Driven Once', 'Retread'],
  retread: ['Retread'],
}

const NUMBER = v.optional(CELL_NUMBER)
const ROW = v.object({
  state: v.string(),
  code: v.picklist(['state-fee', 'recycle-fee']),
  /** After the state's name. */
  title: v.string(),
  conditions: v.picklist(['new', 'new and used', 'all', 'retread']),
  cents: NUMBER,
  percent: NUMBER,
  cap: NUMBER,
  rimFrom: NUMBER,
  rimBelow: NUMBER,
  evidence: v.picklist(['official', 'official-quoted', 'official-old', 'press-of-official', 'secondary']),
  source: v.string(),
  note: v.optional(v.string()),
})

export const FEE_ROWS: (typeof feeRule.$inferInsert)[] = readTable(
  new URL('fees.csv', import.meta.url),
  ROW,
).map((fee, index) => ({
  id: index + 1,
  code: fee.code,
  regionId: regionId(fee.state),
  conditions: CONDITIONS_OF_FEE[fee.conditions],
  kind: fee.percent === undefined ? 'flat' : 'percent',
  cents: fee.cents ?? null,
  percent: fee.percent ?? null,
  cap: fee.cap ?? null,
  rimFrom: fee.rimFrom ?? null,
  rimBelow: fee.rimBelow ?? null,
  title: `${regionName(fee.state)} ${fee.title}`,
  source: fee.source,
  evidence: fee.evidence,
  note: `Demo configuration, to be checked.${fee.note ? ` ${fee.note}.` : ''}`,
  demo: true,
}))
