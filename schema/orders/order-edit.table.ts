/** Edits of the lines of an order (H14o): removed lines, and units that were swapped for others. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Cents } from '../platform/money.ts'
import { salesOrder } from './order.table.ts'
import type { OrderLine } from './order.ts'
import type { EditedOrder, EditState, LineEditKind } from './order-edit.ts'

export const orderEdit = sqliteTable(
  'order_edit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    state: text('state').$type<EditState>().notNull(),
    kind: text('kind').$type<LineEditKind>().notNull(),
    itemId: integer('item_id').notNull(),
    /** The line before the edit. */
    beforeLine: text('before_line', { mode: 'json' }).$type<OrderLine>().notNull(),
    /** The order after the edit. */
    next: text('next', { mode: 'json' }).$type<EditedOrder>().notNull(),
    /** Above zero the buyer pays it, below zero it is refunded. */
    difference: integer('difference').$type<Cents>().notNull(),
    staffId: integer('staff_id'),
    /** The sale whose pay link takes the difference. */
    draftId: integer('draft_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('order_edit_order').on(t.orderId),
    uniqueIndex('order_edit_waiting').on(t.orderId).where(sql`state = 'waiting'`),
    index('order_edit_paid').on(t.draftId).where(sql`draft_id is not null`),
    check('order_edit_state', sql`state in ('waiting', 'done', 'ended')`),
  ],
)
