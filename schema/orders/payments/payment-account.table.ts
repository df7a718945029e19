/** Accounts of customers at payment providers. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'

export const customerPaymentAccount = sqliteTable(
  'customer_payment_account',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<'stripe'>().notNull(),
    /** The provider's own id of the customer. */
    providerRef: text('provider_ref').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.provider] })],
)
