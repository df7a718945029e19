/** Summaries of conversations for staff; only the object of a conversation writes its row. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CHAT_AUTHORS } from './chat.ts'

export const chatConversation = sqliteTable(
  'chat_conversation',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Name of the object. It grants access to the conversation, so it must not appear in URLs and logs. */
    room: text('room').notNull(),
    startedAt: integer('started_at').notNull(),
    lastAt: integer('last_at').notNull(),
    lastAuthor: text('last_author', { enum: CHAT_AUTHORS }).notNull(),
    /** The beginning of the last message. */
    lastText: text('last_text').notNull(),
    /** The shopper's unread messages. */
    unread: integer('unread').notNull(),
    /** The address for replies while the shopper is away. */
    email: text('email'),
    closedAt: integer('closed_at'),
  },
  (t) => [
    uniqueIndex('chat_conversation_room').on(t.room),
    index('chat_conversation_last').on(t.lastAt),
    index('chat_conversation_unread').on(t.lastAt).where(sql`unread > 0`),
    check('chat_conversation_author', sql`last_author in ('shopper', 'staff')`),
  ],
)
