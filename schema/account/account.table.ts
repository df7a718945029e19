/** Tables beside the customer's record: documents of dealers, anonymized orders. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customer } from '../identity/sign-in/customer.table.ts'
import { salesOrder } from '../orders/order.table.ts'

export const dealerDocument = sqliteTable(
  'dealer_document',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    /** Key of the file in the bucket. */
    fileKey: text('file_key').notNull(),
    /** The name of the uploaded file. */
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('dealer_document_customer').on(t.customerId)],
)

/** Orders of deleted accounts. */
export const orderAnonymity = sqliteTable(
  'order_anonymity',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => salesOrder.id),
    /** When name, street, phone and e-mail address are removed. */
    dueAt: integer('due_at').notNull(),
  },
  (t) => [index('order_anonymity_due').on(t.dueAt)],
)
