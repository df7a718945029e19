/** What staff write down about conversations in D1, as records that they change (H14m). */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { chatConversation } from '../../../schema/content/chat/chat.table.ts'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { chatDesk, sizeWant } from '../../../schema/staff/chats/chat-desk.table.ts'
import {
  CHAT_DESK_ID,
  CHAT_DESK_PATCH,
  type ChatDeskPatch,
  type ChatDeskValues,
  evaluateChatDesk,
  NEW_CHAT_DESK,
} from '../../../schema/staff/chats/chat-desk-record.ts'
import { ASSIGNED_ROLE, roleHas } from '../../identity/staff/staff-role.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

export const CHAT_DESK_RECORD: RecordKind<ChatDeskValues, ChatDeskPatch, { mayAnswer: boolean }> = {
  id: CHAT_DESK_ID,
  patch: CHAT_DESK_PATCH,
  async read(db, id, patch) {
    const client = connect(db)
    const [conversation, row, person] = await Promise.all([
      client
        .select({ id: chatConversation.id })
        .from(chatConversation)
        .where(eq(chatConversation.id, Number(id)))
        .get(),
      findChatDesk(db, Number(id)),
      client
        .select({ role: ASSIGNED_ROLE, endedAt: staff.endedAt })
        .from(staff)
        .where(eq(staff.id, patch.assignee ?? 0))
        .get(),
    ])
    if (!conversation) return null
    const mayAnswer = person?.endedAt === null && hasPermission(person.role, 'chat')
    const { assignee, wants } = row ?? NEW_CHAT_DESK
    return { values: { assignee, wants }, version: row?.version ?? 0, facts: { mayAnswer } }
  },
  hasVersion: (id, version) =>
    version === 0
      ? sql`not exists (select 1 from ${chatDesk} where conversation_id = ${Number(id)})`
      : sql`exists (select 1 from ${chatDesk} where conversation_id = ${Number(id)} and version = ${version})`,
  evaluate: evaluateChatDesk,
  write({ id, before, after, now }) {
    const { assignee, wants } = { ...before, ...after }
    const list = JSON.stringify(wants)
    return [
      sql`insert into ${chatDesk} (conversation_id, assignee, wants) values (${Number(id)}, ${assignee}, ${list})
        on conflict (conversation_id) do update set assignee = excluded.assignee, wants = excluded.wants, version = version + 1`,
      sql`delete from ${sizeWant} where conversation_id = ${Number(id)} and size not in (select value from json_each(${list}))`,
      sql`insert or ignore into ${sizeWant} (conversation_id, size, at) select ${Number(id)}, value, ${now} from json_each(${list})`,
    ]
  },
}

/** Returns what staff wrote down about a conversation; `null` for nothing. */
export async function findChatDesk(db: D1Database, id: number) {
  const row = await connect(db).select().from(chatDesk).where(eq(chatDesk.conversationId, id)).get()
  return row ?? null
}

/** Returns the names of who answers, by conversation; without people who may not answer anymore. */
export async function readChatAssignees(db: D1Database): Promise<ReadonlyMap<number, string>> {
  const mayAnswer = and(isNull(staff.endedAt), roleHas(['chat']))
  const rows = await connect(db)
    .select({ id: chatDesk.conversationId, name: staff.name })
    .from(chatDesk)
    .innerJoin(staff, and(eq(staff.id, chatDesk.assignee), mayAnswer))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Deletes wanted sizes from before `before`, in milliseconds. */
export async function deleteOldWants(db: D1Database, before: number): Promise<void> {
  await connect(db).delete(sizeWant).where(lt(sizeWant.at, before))
}
