/** Units, lots and bins of the yard (H14). A unit is a tire, or a set, with a stock of its own: one row for its product. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { product } from '../../catalog/product/product.table.ts'
import type { UnitState } from './unit-state.ts'

/** What was bought together, and from whom. Amounts are cents, times milliseconds. */
export const lot = sqliteTable(
  'lot',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source').notNull(),
    kind: text('kind', { enum: ['whole', 'each'] }).notNull(),
    /** For the whole lot, or per tire, by `kind`. */
    paid: integer('paid'),
    count: integer('count'),
    createdAt: integer('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  () => [check('lot_numbers', sql`coalesce(paid, 0) >= 0 and coalesce(count, 1) > 0`)],
)

export const bin = sqliteTable('bin', {
  /** `A-12-3`, as on its label. */
  code: text('code').primaryKey(),
  /** Its position on the way of a pick run. */
  walk: integer('walk').notNull().default(0),
  /** Tires that it holds; `null` when nobody counted. */
  capacity: integer('capacity'),
  version: integer('version').notNull().default(1),
})

export interface UnitFinding {
  code: string
  /** Size of the finding, such as a plug, in millimeters. */
  mm?: number
}

export const unit = sqliteTable(
  'unit',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => product.id, { onDelete: 'cascade' }),
    /** What staff decided; whether a unit is held or sold follows from stock and orders. */
    state: text('state').$type<UnitState>().notNull().default('live'),
    /** Grows by one with each change of the unit. */
    version: integer('version').notNull().default(1),
    /** Tires that are there but not for sale, because of the state. */
    offSale: integer('off_sale').notNull().default(0),
    bin: text('bin').references(() => bin.code),
    lotId: integer('lot_id').references(() => lot.id),
    cost: integer('cost'),
    lastCost: integer('last_cost'),
    /** The whole DOT code; four alike tires may share it. */
    tin: text('tin'),
    findings: text('findings', { mode: 'json' }).$type<UnitFinding[]>().notNull().default([]),
    takenBy: integer('taken_by'),
    takenAt: integer('taken_at'),
    /** Who measured it again when it came back, which is its first inspection then; `null`: who took it in. */
    firstBy: integer('first_by'),
    secondBy: integer('second_by'),
    secondAt: integer('second_at'),
    /** Difference hash of the photo of the tread, 16 hex digits. */
    photoHash: text('photo_hash'),
    /** The price that was suggested at the intake, in cents. */
    suggested: integer('suggested'),
    priceWhy: text('price_why'),
    /** The product of the set that the tire is sold in. */
    setId: integer('set_id').references(() => product.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('unit_bin').on(t.bin).where(sql`bin is not null`),
    index('unit_lot').on(t.lotId).where(sql`lot_id is not null`),
    index('unit_state').on(t.state).where(sql`state <> 'live'`),
    index('unit_tin').on(t.tin).where(sql`tin is not null`),
    index('unit_taken').on(t.takenAt).where(sql`taken_at is not null`),
    index('unit_set').on(t.setId).where(sql`set_id is not null`),
  ],
)
