/** Recalls of tires, their matches in the yard and their notices to buyers (H14t). Times are milliseconds. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { salesOrder } from '../../orders/order.table.ts'
import type { UnitState } from '../units/unit-state.ts'
import type { MatchState } from './recall-match.ts'
import type { RecalledTire } from './recall-record.ts'

export const recall = sqliteTable('recall', {
  /** The number of NHTSA, such as `24T011`. */
  campaign: text('campaign').primaryKey(),
  maker: text('maker').notNull(),
  /** What is wrong, as the maker wrote it. */
  notice: text('notice').notNull(),
  remedy: text('remedy').notNull(),
  products: text('products', { mode: 'json' }).$type<RecalledTire[]>().notNull(),
  /** A closed recall matches no more units. */
  isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
})

export const recallMatch = sqliteTable(
  'recall_match',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    campaign: text('campaign')
      .notNull()
      .references(() => recall.campaign),
    sku: text('sku').notNull(),
    state: text('state').$type<MatchState>().notNull().default('waiting'),
    /** What the unit was before, and becomes again when it is freed. */
    unitState: text('unit_state').$type<UnitState>().notNull(),
    foundAt: integer('found_at').notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: integer('decided_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('recall_match_unit').on(t.campaign, t.sku),
    index('recall_match_sku').on(t.sku),
    index('recall_match_waiting').on(t.foundAt).where(sql`state = 'waiting'`),
  ],
)

/** The buyer of an order gets one email about a campaign. */
export const recallNotice = sqliteTable(
  'recall_notice',
  {
    campaign: text('campaign')
      .notNull()
      .references(() => recall.campaign),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    sentAt: integer('sent_at').notNull(),
    staffId: integer('staff_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaign, t.orderId] })],
)
