/** Units that are being taken in, and the numbers of their labels (H14). */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { staff } from '../../identity/staff/staff.table.ts'
import type { IntakeDraft, PhotoSlot } from './intake-draft.ts'
import type { PriceFactors } from './price-factors.ts'

/** A stored photo: its two sizes have names of their own, because a name says what is in the file. */
export interface IntakePhoto {
  slot: PhotoSlot
  size: number
  /** Name below `photos/` in the bucket. */
  name: string
}

export const intake = sqliteTable(
  'intake',
  {
    /** An id that the phone makes. */
    key: text('key').primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id),
    sku: text('sku').notNull(),
    draft: text('draft', { mode: 'json' }).$type<IntakeDraft>().notNull(),
    /** Counts the phone's changes, because its clock may be wrong; an older draft never replaces a newer one. */
    revision: integer('revision').notNull(),
    photos: text('photos', { mode: 'json' }).$type<IntakePhoto[]>().notNull().default([]),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The product, once it is on sale. */
    productId: integer('product_id'),
    scrappedAt: integer('scrapped_at'),
    /** Why it was scrapped. */
    knockOut: text('knock_out'),
  },
  (t) => [
    uniqueIndex('intake_sku').on(t.sku),
    index('intake_open').on(t.updatedAt).where(sql`product_id is null and scrapped_at is null`),
  ],
)

/** One row: the factors of prices as fitted last. */
export const priceFactors = sqliteTable('price_factors', {
  id: integer('id').primaryKey(),
  factors: text('factors', { mode: 'json' }).$type<PriceFactors>().notNull(),
  fittedAt: integer('fitted_at').notNull(),
})

/** One row: the next number that no label has. */
export const intakeNumber = sqliteTable('intake_number', {
  id: integer('id').primaryKey(),
  next: integer('next').notNull(),
})
