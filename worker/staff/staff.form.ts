/**
 * POST /staff/form/: actions of staff: answers and closes conversations, moderates reviews, changes orders.
 */
import type { Context } from 'hono'
import * as v from 'valibot'
import { type ChatMessageReply, STAFF_FORM } from '../../schema/content/chat/chat.api.ts'
import { hasPermission } from '../../schema/identity/staff/permissions.ts'
import { staffChatHref, staffPaths } from '../../schema/paths.ts'
import { findConversation } from '../content/chat/chat.sql.ts'
import { postChatMessage } from '../content/chat/post-chat-message.ts'
import type { AppEnv } from '../env.ts'
import type { FormAnswer } from '../platform/forms/form-route.ts'
import { changeChatDesk } from './chats/chat-desk.form.ts'
import { refusePermission } from './frame/refuse-permission.tsx'
import { staffFormRoute } from './frame/staff-form-route.ts'
import { handleStaffOrderAction } from './staff-order.form.ts'
import { staffChatPage } from './staff-pages.page.tsx'
import { moderate } from './staff-reviews.form.ts'

const CHAT_ACTIONS: ReadonlySet<string> = new Set(['say', 'close', 'assign-chat', 'want-size', 'unwant-size'])

export const staffForm = staffFormRoute({
  permission: null,
  read: (c): Promise<Record<string, unknown>> => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: v.unknown(),
  run: async (c, _, staff, body) => {
    if (String(body.action).startsWith('order-')) return handleStaffOrderAction(c, staff, body)
    const fields = v.safeParse(STAFF_FORM, body)
    if (!fields.success) return c.redirect(staffPaths.home, 303)
    const form = fields.output
    const permission = CHAT_ACTIONS.has(form.action) ? 'chat' : 'reviews'
    if (!hasPermission(staff.role, permission)) return refusePermission(c, staff.role, permission)
    switch (form.action) {
      case 'say':
        return postReply(c, form)
      case 'close':
        return closeConversation(c, form.conversation)
      case 'assign-chat':
      case 'want-size':
      case 'unwant-size':
        return changeChatDesk(c, form, staff)
      default:
        return moderate(c, form, staff)
    }
  },
})

async function postReply(
  c: Context<AppEnv>,
  { conversation, text, client }: { conversation: number; text: string; client?: string | undefined },
): Promise<FormAnswer | Response> {
  const line = await findConversation(c.env.DB, conversation)
  if (!line) return c.notFound()
  const posted = await postChatMessage(c.env, {
    room: line.room,
    author: 'staff',
    text,
    clientId: client ?? crypto.randomUUID(),
    now: Date.now(),
  })
  if (!posted.ok) {
    const { status, problem } = posted
    const to = () => staffChatPage(c, conversation, { status, problem, text })
    return { status, result: problem, to }
  }
  const result: ChatMessageReply = { message: posted.message }
  return { status: 200, result, to: staffChatHref(conversation) }
}

async function closeConversation(c: Context<AppEnv>, conversation: number): Promise<Response> {
  const line = await findConversation(c.env.DB, conversation)
  if (!line) return c.notFound()
  await c.env.CHAT.getByName(line.room).close(Date.now())
  return c.redirect(staffPaths.chats, 303)
}
