/** Sales and work by day, and the rows of reports that cron makes of them (H14s). Amounts in cents. */
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tires of one unit that one line of an order sold. No buyer is in it. */
export const unitSale = sqliteTable(
  'unit_sale',
  {
    /** The day of the order, in the shop's time zone. */
    day: text('day').notNull(),
    lineId: integer('line_id').notNull(),
    productId: integer('product_id').notNull(),
    /** Slug. */
    size: text('size').notNull(),
    rim: real('rim'),
    brand: text('brand').notNull(),
    /** A, B or C; `none` for a tire without a grade, such as a new one. */
    grade: text('grade').notNull(),
    lotId: integer('lot_id'),
    /** Without those that were put back. */
    tires: integer('tires').notNull(),
    /** What was paid for them, without tax and after discounts. */
    revenue: integer('revenue').notNull(),
    /** What they cost; `null` where it is unknown. */
    cost: integer('cost'),
    /** What they would have cost the buyer at the price that was suggested; `null` without a suggestion. */
    suggested: integer('suggested'),
    /** Days from the intake to the order. */
    daysListed: integer('days_listed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.lineId, t.productId] })],
)

/** What a member of staff did on a day. */
export const workDay = sqliteTable(
  'work_day',
  {
    day: text('day').notNull(),
    staffId: integer('staff_id').notNull(),
    /** Units taken in. */
    units: integer('units').notNull(),
    /** Time at the intake, without breaks. */
    minutes: integer('minutes').notNull(),
    /** Second inspections, and how many of them took the unit off sale. */
    inspected: integer('inspected').notNull(),
    refused: integer('refused').notNull(),
    /** Units of this person's intake that another person's inspection took off sale. */
    disputed: integer('disputed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.staffId] })],
)

/** The days that are rolled up. */
export const reportDay = sqliteTable('report_day', {
  day: text('day').primaryKey(),
  /** The last event of an order that the roll-up knows: orders with later ones are counted again. */
  lastEventId: integer('last_event_id').notNull(),
  madeAt: integer('made_at').notNull(),
})

/** A row of a report. */
export const reportRow = sqliteTable(
  'report_row',
  {
    report: text('report').notNull(),
    /** The last days that it is about; 0 for a report without a choice of days. */
    days: integer('days').notNull(),
    grouping: text('grouping').notNull(),
    /** What the row is about: a size, a brand, a lot, a person. */
    name: text('name').notNull(),
    numbers: text('numbers', { mode: 'json' }).$type<Record<string, number | string | null>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.report, t.days, t.grouping, t.name] })],
)
