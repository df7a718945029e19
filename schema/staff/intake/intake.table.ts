/** Units that are being taken in, and the numbers of their labels (H14). */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { staff } from '../../identity/staff/staff.table.ts'
import type { IntakeDraft, PhotoSlot } from './intake-draft.ts'
import type { PriceFactors } from './price/price-factors.ts'
import type { UnitPhotoSize } from './unit-photo.ts'

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

/** Stored photos of a draft: two sizes of each slot. */
export const intakePhoto = sqliteTable(
  'intake_photo',
  {
    key: text('key')
      .notNull()
      .references(() => intake.key),
    slot: text('slot').$type<PhotoSlot>().notNull(),
    /** Longer side of the picture in pixels, at most. */
    size: integer('size').$type<UnitPhotoSize>().notNull(),
    /** Name below `photos/` in the bucket. */
    name: text('name').notNull(),
    storedAt: integer('stored_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.slot, t.size] })],
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
