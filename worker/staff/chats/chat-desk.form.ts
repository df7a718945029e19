/** Actions of staff on a conversation: who answers it, and the sizes that its shopper wants (H14m). */
import type { Context } from 'hono'
import type { StaffForm } from '../../../schema/content/chat/chat.api.ts'
import { staffChatHref } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { CHAT_DESK_MESSAGES, type ChatDeskPatch } from '../../../schema/staff/chats/chat-desk-record.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { findChatDesk } from './chat-desk-record.sql.ts'

type ChatDeskForm = Extract<StaffForm, { action: 'assign-chat' | 'want-size' | 'unwant-size' }>

const M = CHAT_DESK_MESSAGES

/** Writes down who answers, or adds or removes a wanted size. */
export async function changeChatDesk(
  c: Context<AppEnv>,
  form: ChatDeskForm,
  staff: StaffSession,
): Promise<FormAnswer> {
  const { conversation, version, key } = form
  const request = {
    ...({ record: 'chat', id: String(conversation), version, key } as const),
    patch: await toPatch(c.env.DB, form),
  }
  const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
  const to = staffChatHref(conversation)
  if (result.ok) return staffAnswer(true, M.saved, to)
  if (result.problem !== 'invalid') return staffAnswer(false, CHANGE_MESSAGES[result.problem], to)
  return staffAnswer(false, form.action === 'assign-chat' ? M.assignee : M.size, to)
}

async function toPatch(db: D1Database, form: ChatDeskForm): Promise<ChatDeskPatch> {
  if (form.action === 'assign-chat') return { assignee: form.assignee === '' ? null : Number(form.assignee) }
  const wants = (await findChatDesk(db, form.conversation))?.wants ?? []
  return form.action === 'want-size'
    ? { wants: [...wants, form.size] }
    : { wants: wants.filter((size) => size !== form.size) }
}
