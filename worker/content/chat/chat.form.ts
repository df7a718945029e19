/**
 * POST /chat/form/: what a shopper says, and where to be answered. A browser is sent back to the conversation; asked for
 * JSON, the door answers the envelope. The first message makes the conversation and its cookie.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { CHAT_FORM, type ChatMessageReply } from '../../../schema/content/chat/chat.api.ts'
import { CHAT_MESSAGES, CHAT_REFUSALS } from '../../../schema/content/chat/chat.ts'
import { paths } from '../../../schema/paths.ts'
import { validateField } from '../../../schema/platform/forms/field.ts'
import type { AppEnv } from '../../env.ts'
import { isSameOrigin } from '../../identity/session/same-origin.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { type ChatFormState, chatPage } from './chat.page.tsx'
import { clearRoomCookie, createRoom, readRoomCookie, setRoomCookie } from './chat-cookie.ts'
import { postChatMessage } from './post-chat-message.ts'

export const chatForm = new Hono<AppEnv>().use(limitForm()).post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const fields = v.safeParse(CHAT_FORM, await c.req.parseBody().catch(() => ({})))
  if (!fields.success) return again(c, { status: 422, problem: CHAT_REFUSALS.empty })
  const form = fields.output
  if (form.action === 'forget') return forget(c)
  return form.action === 'say' ? say(c, form.text, form.client) : leaveEmail(c, form.email.trim())
})

async function forget(c: Context<AppEnv>): Promise<Response> {
  const room = readRoomCookie(c)
  if (room !== null) await c.env.CHAT.getByName(room).forget()
  clearRoomCookie(c)
  return c.redirect(paths.chat, 303)
}

async function say(c: Context<AppEnv>, text: string, clientId = crypto.randomUUID()): Promise<Response> {
  const known = readRoomCookie(c)
  // Messages have a pace of their own; this is about making conversations.
  if (known === null && (await isRateLimited(c, 'FORM_LIMIT', 'chat'))) {
    return again(c, { status: 429, problem: TOO_MANY, text })
  }
  const room = known ?? createRoom(c)
  const said = await postChatMessage(c.env, { room, author: 'shopper', text, clientId, now: Date.now() })
  if (!said.ok) return again(c, { status: said.status, problem: said.problem, text })
  setRoomCookie(c, room)
  const answer: ChatMessageReply = { message: said.message }
  return wantsJson(c) ? reply(c, 200, answer) : c.redirect(`${paths.chat}#chat-text-shopper`, 303)
}

async function leaveEmail(c: Context<AppEnv>, email: string): Promise<Response> {
  const problem = validateField('emailAddress', email)
  if (problem !== null) return again(c, { status: 422, emailProblem: problem })
  if (await isRateLimited(c, 'FORM_LIMIT', 'chat')) return again(c, { status: 429, emailProblem: TOO_MANY })
  const room = readRoomCookie(c)
  const kept = room !== null && (await c.env.CHAT.getByName(room).leaveEmail(email))
  if (!kept) return again(c, { status: 422, emailProblem: CHAT_MESSAGES.emailFirst })
  return wantsJson(c) ? reply(c, 200, CHAT_MESSAGES.emailKept) : c.redirect(paths.chat, 303)
}

function again(c: Context<AppEnv>, what: ChatFormState): Response | Promise<Response> {
  return wantsJson(c) ? reply(c, what.status, what.problem ?? what.emailProblem) : chatPage(c, what)
}

function wantsJson(c: Context): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false
}
