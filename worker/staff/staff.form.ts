/**
 * POST /staff/form/: what those who work here do: answer and close conversations, let reviews be seen, act on orders.
 * Nobody else finds the door; `getCurrentCustomer` takes a change only from a page of the shop.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type ChatMessageReply, STAFF_FORM } from '../../schema/content/chat/chat.api.ts'
import { paths, staffChatHref } from '../../schema/paths.ts'
import { findConversation } from '../content/chat/chat.sql.ts'
import { postChatMessage } from '../content/chat/post-chat-message.ts'
import type { AppEnv } from '../env.ts'
import { limitForm } from '../platform/forms/form-body.ts'
import { reply } from '../platform/http/reply.ts'
import { approveReview, rejectReview } from './review-moderation.sql.ts'
import { isStaff } from './staff-frame.tsx'
import { handleStaffOrderAction } from './staff-order.form.ts'
import { staffChatPage } from './staff-pages.page.tsx'

export const staffForm = new Hono<AppEnv>().use(limitForm()).post('/', async (c) => {
  if (!(await isStaff(c))) return c.notFound()
  const body: Record<string, unknown> = await c.req.parseBody({ all: true }).catch(() => ({}))
  if (String(body.action).startsWith('order-')) return handleStaffOrderAction(c, body)
  const fields = v.safeParse(STAFF_FORM, body)
  if (!fields.success) return c.redirect(paths.staff, 303)
  const form = fields.output
  switch (form.action) {
    case 'say':
      return say(c, form)
    case 'close':
      return close(c, form.conversation)
    case 'approve': {
      const { review: id, rating = null } = form
      const done = await approveReview(c.env.DB, { id, rating, now: Date.now() })
      return c.redirect(done ? paths.staffReviews : `${paths.staffReviews}?stars=missing`, 303)
    }
    case 'refuse':
      await rejectReview(c.env.DB, form.review)
      return c.redirect(paths.staffReviews, 303)
  }
})

async function say(
  c: Context<AppEnv>,
  { conversation, text, client }: { conversation: number; text: string; client?: string | undefined },
): Promise<Response> {
  const line = await findConversation(c.env.DB, conversation)
  if (!line) return c.notFound()
  const said = await postChatMessage(c.env, {
    room: line.room,
    author: 'staff',
    text,
    clientId: client ?? crypto.randomUUID(),
    now: Date.now(),
  })
  const wantsJson = c.req.header('Accept')?.includes('application/json') ?? false
  if (!said.ok) {
    const { status, problem } = said
    return wantsJson ? reply(c, status, problem) : staffChatPage(c, conversation, { status, problem, text })
  }
  const answer: ChatMessageReply = { message: said.message }
  return wantsJson ? reply(c, 200, answer) : c.redirect(staffChatHref(conversation), 303)
}

async function close(c: Context<AppEnv>, conversation: number): Promise<Response> {
  const line = await findConversation(c.env.DB, conversation)
  if (!line) return c.notFound()
  await c.env.CHAT.getByName(line.room).close(Date.now())
  return c.redirect(paths.staff, 303)
}
