/** Summaries of conversations for staff. Only the objects of the conversations write them. */
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { chatConversation } from '../../../schema/content/chat/chat.table.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox, type OutboxEntry } from '../../platform/mail/outbox.sql.ts'

export type ConversationSummary = typeof chatConversation.$inferSelect
/** `lastText` is the beginning of the last message. */
export type ConversationState = Omit<ConversationSummary, 'id' | 'room'>

/**
 * Writes the current state of a conversation; repeatable. The same batch adds `mail` to the outbox; the results of the mail
 * are returned for `enqueueOutbox`.
 */
export async function upsertConversation(
  db: D1Database,
  room: string,
  state: ConversationState,
  mail: OutboxEntry | null,
): Promise<D1Result<unknown>[]> {
  const { startedAt, ...changing } = state
  const upsert = toStatement(
    db,
    connect(db)
      .insert(chatConversation)
      .values({ room, startedAt, ...changing })
      .onConflictDoUpdate({ target: chatConversation.room, set: changing }),
  )
  const results = await db.batch(mail ? [upsert, addOutbox(db, mail)] : [upsert])
  return results.slice(1)
}

/** Returns conversations: open and unread ones first, then by their last message, newest first. */
export async function listConversations(db: D1Database, limit: number): Promise<ConversationSummary[]> {
  const { closedAt, unread, lastAt } = chatConversation
  return connect(db)
    .select()
    .from(chatConversation)
    .orderBy(isNotNull(closedAt), sql`${unread} = 0`, desc(lastAt))
    .limit(limit)
}

export async function findConversation(db: D1Database, id: number): Promise<ConversationSummary | null> {
  const row = await connect(db).select().from(chatConversation).where(eq(chatConversation.id, id)).get()
  return row ?? null
}

export async function deleteConversation(db: D1Database, room: string): Promise<void> {
  await connect(db).delete(chatConversation).where(eq(chatConversation.room, room))
}
