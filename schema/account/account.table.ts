/** Tables beside the customer's record: documents of dealers, anonymized orders. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customer } from '../identity/sign-in/customer.table.ts'
import { salesOrder } from '../orders/order.table.ts'
import { APPLICATION_REASONS, APPLICATION_STATES } from './dealer/dealer-application.ts'

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

/** Applications of dealers, with what staff answered. Only an application of the customer waits. */
export const dealerApplication = sqliteTable(
  'dealer_application',
  {
    customerId: integer('customer_id')
      .primaryKey()
      .references(() => customer.id, { onDelete: 'cascade' }),
    state: text('state', { enum: APPLICATION_STATES }).notNull(),
    reason: text('reason', { enum: APPLICATION_REASONS }),
    /** The last day of the resale certificate, `2027-03-31`. */
    certificateUntil: text('certificate_until'),
    appliedAt: integer('applied_at').notNull(),
    answeredAt: integer('answered_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('dealer_application_waiting').on(t.appliedAt).where(sql`state = 'waiting'`),
    index('dealer_application_certificate').on(t.certificateUntil).where(sql`state = 'approved'`),
    check('dealer_application_state', sql`state in ('waiting', 'asked', 'approved', 'refused')`),
  ],
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
