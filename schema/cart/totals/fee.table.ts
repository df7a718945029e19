/** Tire fees by state. The rows of the demo name their source and its quality. */
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Condition } from '../../catalog/product/product.ts'
import { FEE_CODES } from './fee.ts'

export const feeRule = sqliteTable(
  'fee_rule',
  {
    id: integer('id').primaryKey(),
    code: text('code', { enum: FEE_CODES }).notNull(),
    regionId: integer('region_id').notNull(),
    /** The conditions of tires to which the rule applies. */
    conditions: text('conditions', { mode: 'json' }).$type<Condition[]>().notNull(),
    kind: text('kind', { enum: ['flat', 'percent'] }).notNull(),
    /** Cents per tire for `flat`, else null. */
    cents: integer('cents'),
    /** Percent of the price of one tire for `percent`, else null. */
    percent: real('percent'),
    /** The most cents per tire; null for no cap. */
    cap: integer('cap'),
    /** Inches, inclusive; null for no limit. */
    rimFrom: real('rim_from'),
    /** Inches, exclusive; null for no limit. */
    rimBelow: real('rim_below'),
    title: text('title').notNull(),
    source: text('source').notNull(),
    evidence: text('evidence').notNull(),
    note: text('note').notNull(),
    demo: integer('demo', { mode: 'boolean' }).notNull(),
    /** The first day of the amount; null for no known day. */
    fromDay: text('from_day'),
    /** Cents or percent until the day before; null when the day has come. */
    earlierAmount: real('earlier_amount'),
    /** Counts the changes by staff. */
    version: integer('version').notNull().default(1),
  },
  (t) => [index('fee_rule_region').on(t.regionId)],
)
