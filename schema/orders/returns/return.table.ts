/** Cases of returned and claimed tires with their history and photos. Amounts in cents, times in milliseconds. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { salesOrder } from '../order.table.ts'
import type { ReturnCase } from './return-case.ts'

export const returnCase = sqliteTable(
  'return_case',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    /** Position among the order's cases, from 1; unique, so that two requests at once cannot both be the next. */
    number: integer('number').notNull(),
    /** Id of the form; a repeated request opens no second case. */
    once: text('once').notNull(),
    state: text('state').$type<ReturnCase['state']>().notNull(),
    reason: text('reason').$type<ReturnCase['reason']>().notNull(),
    lines: text('lines', { mode: 'json' }).$type<ReturnCase['lines']>().notNull(),
    mounted: integer('mounted', { mode: 'boolean' }).notNull(),
    outcome: text('outcome').$type<ReturnCase['outcome']>().notNull(),
    way: text('way').$type<ReturnCase['way']>().notNull(),
    note: text('note').notNull(),
    amount: integer('amount').notNull(),
    restock: integer('restock', { mode: 'boolean' }).notNull().default(false),
    labelHref: text('label_href'),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    /** Key of the refund that was begun for the case (order_refund.refund_key); null before. */
    refundKey: text('refund_key'),
    stateAt: integer('state_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('return_case_number').on(t.orderId, t.number),
    uniqueIndex('return_case_once').on(t.orderId, t.once),
    index('return_case_open').on(t.stateAt).where(sql`state in ('requested', 'received')`),
    index('return_case_waiting').on(t.state, t.stateAt).where(sql`state in ('approved', 'received')`),
  ],
)

/** Append-only history of a case. */
export const returnEvent = sqliteTable(
  'return_event',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The order of the case: backups read the rows of an order together. */
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    caseId: integer('case_id')
      .notNull()
      .references(() => returnCase.id),
    kind: text('kind').$type<ReturnCase['state']>().notNull(),
    /** The actor, as in the history of the order: `staff:17`, `guest`, `shop`. */
    madeBy: text('made_by').notNull(),
    /** The shop's words to the buyer. */
    text: text('text').notNull().default(''),
    at: integer('at').notNull(),
  },
  (t) => [uniqueIndex('return_event_kind').on(t.caseId, t.kind)],
)

/** Photos by form: they are stored before the form is complete, so that a refused form loses none. */
export const returnPhoto = sqliteTable(
  'return_photo',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    once: text('once').notNull(),
    /** Key of the private file; it has the hash of the content, so a photo that is sent twice is stored once. */
    fileKey: text('file_key').notNull(),
    contentType: text('content_type').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('return_photo_key').on(t.fileKey),
    index('return_photo_form').on(t.orderId, t.once),
    index('return_photo_created').on(t.createdAt),
  ],
)
