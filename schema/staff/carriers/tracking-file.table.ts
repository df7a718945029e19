/** Files with tracking numbers from a carrier's program (H14o). What became of a row is read from its parcel. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { TrackingRow } from './tracking-file.ts'

export const trackingFile = sqliteTable(
  'tracking_file',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Names the upload; a repeated one is the same file. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    rows: text('rows', { mode: 'json' }).$type<TrackingRow[]>().notNull(),
    /** Milliseconds. */
    createdAt: integer('created_at').notNull(),
    /** The key of the press that sends the parcels; `null` before. */
    sentKey: text('sent_key'),
    /** Who pressed (staff.id), with their session. */
    sentBy: integer('sent_by'),
    session: text('session'),
  },
  (t) => [uniqueIndex('tracking_file_key').on(t.key), index('tracking_file_created').on(t.createdAt)],
)
