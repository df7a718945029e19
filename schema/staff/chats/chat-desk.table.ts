/** Who answers a conversation, and the sizes that its shopper asked for (H14m). */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A row is deleted with its conversation. */
export const chatDesk = sqliteTable('chat_desk', {
  conversationId: integer('conversation_id').primaryKey(),
  /** The id of a staff member; null for nobody. */
  assignee: integer('assignee'),
  /** Labels of sizes, such as `225/45R17`. */
  wants: text('wants', { mode: 'json' }).$type<string[]>().notNull(),
  version: integer('version').notNull().default(1),
})

/** Demand from conversations: one row for each size that a shopper asked for. It names nobody and is deleted after 800 days. */
export const sizeWant = sqliteTable(
  'size_want',
  {
    conversationId: integer('conversation_id').notNull(),
    size: text('size').notNull(),
    /** Milliseconds. */
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.size] }), index('size_want_at').on(t.at)],
)
