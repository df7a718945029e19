/** Reminders of abandoned carts, and the e-mail addresses of shoppers who stopped reminders. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'

export const cartReminder = sqliteTable(
  'cart_reminder',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    quoteId: text('quote_id').notNull(),
    /** 0 is the first mail about this cart. */
    step: integer('step').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    customerId: integer('customer_id').references(() => customer.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    /** The mailbox of the address; `null` in older rows. */
    mailbox: text('mailbox'),
  },
  (t) => [
    uniqueIndex('cart_reminder_step').on(t.quoteId, t.step),
    index('cart_reminder_customer').on(t.customerId),
    index('cart_reminder_mailbox').on(t.mailbox, t.createdAt),
  ],
)

export const cartReminderStop = sqliteTable('cart_reminder_stop', {
  email: text('email').primaryKey(),
  createdAt: integer('created_at').notNull(),
})
