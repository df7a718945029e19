/** Appointments for mounting, one per order. These rows say who comes; the object of the store's day gives out the places. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const mountingAppointment = sqliteTable(
  'mounting_appointment',
  {
    orderNumber: text('order_number').primaryKey(),
    /** Number of the store in the configuration, from 1. */
    store: integer('store').notNull(),
    /** `2026-11-30` in the workshop's time zone. */
    day: text('day').notNull(),
    /** Minutes since midnight. */
    time: integer('time').notNull(),
    tires: integer('tires').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('mounting_appointment_day').on(t.store, t.day, t.time)],
)
