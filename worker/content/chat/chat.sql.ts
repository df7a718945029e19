/** What staff see of the chats. Written by the conversations' objects alone. */
import type { ChatAuthor } from '../../../schema/content/chat/chat.ts'
import { addOutbox, type OutboxEntry } from '../../platform/mail/outbox.sql.ts'

export interface ConversationState {
  startedAt: number
  lastAt: number
  lastAuthor: ChatAuthor
  /** The beginning of the last message. */
  lastText: string
  unread: number
  email: string | null
  closedAt: number | null
}

export interface ConversationLine extends ConversationState {
  id: number
  room: string
}

const COLUMNS = `id, room, started_at AS startedAt, last_at AS lastAt, last_author AS lastAuthor, last_text AS lastText,
  unread, email, closed_at AS closedAt`

/**
 * Writes how a conversation stands now; repeatable. With `mail` that mail goes into the outbox in the same batch, whose
 * result is given for `enqueueOutbox`.
 */
export async function upsertConversation(
  db: D1Database,
  room: string,
  state: ConversationState,
  mail: OutboxEntry | null,
): Promise<D1Result<unknown>[]> {
  const { startedAt, lastAt, lastAuthor, lastText, unread, email, closedAt } = state
  const note = db
    .prepare(
      `INSERT INTO chat_conversation (room, started_at, last_at, last_author, last_text, unread, email, closed_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       ON CONFLICT (room) DO UPDATE SET last_at = excluded.last_at, last_author = excluded.last_author,
         last_text = excluded.last_text, unread = excluded.unread, email = excluded.email, closed_at = excluded.closed_at`,
    )
    .bind(room, startedAt, lastAt, lastAuthor, lastText, unread, email, closedAt)
  const results = await db.batch(mail ? [note, addOutbox(db, mail)] : [note])
  return results.slice(1)
}

/** Those that wait for an answer first, then the newest. */
export async function listConversations(db: D1Database, limit: number): Promise<ConversationLine[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM chat_conversation
       ORDER BY closed_at IS NOT NULL, unread = 0, last_at DESC LIMIT ?`,
    )
    .bind(limit)
    .all<ConversationLine>()
  return results
}

export async function findConversation(db: D1Database, id: number): Promise<ConversationLine | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM chat_conversation WHERE id = ?`)
    .bind(id)
    .first<ConversationLine>()
}

export async function deleteConversation(db: D1Database, room: string): Promise<void> {
  await db.prepare('DELETE FROM chat_conversation WHERE room = ?').bind(room).run()
}
