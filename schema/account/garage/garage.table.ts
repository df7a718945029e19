import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'

/** Cars of customers; those of guests are in the browser. */
export const garageCar = sqliteTable(
  'garage_car',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    /** A `SavedVehicle` as JSON. */
    car: text('car').notNull(),
    /** A plate or a name that the customer typed; empty without one. */
    name: text('name').notNull(),
    /** Milliseconds since the epoch; the newest is shown first. */
    addedAt: integer('added_at').notNull(),
  },
  (t) => [uniqueIndex('garage_car_once').on(t.customerId, t.car)],
)
