/**
 * POST /chat/form/: what a shopper says, and where to be answered. A browser is sent back to the conversation; asked for
 * JSON, the door answers the envelope. The first message makes the conversation and its cookie.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { CHAT_FORM, type ChatSaid } from '../../../schema/content/chat/chat.api.ts'
import { CHAT_REFUSALS, CHAT_WORDS } from '../../../schema/content/chat/chat.ts'
import { paths } from '../../../schema/paths.ts'
import { validateField } from '../../../schema/platform/forms/field.ts'
import type { AppEnv } from '../../env.ts'
import { isSameOrigin } from '../../identity/session/same-origin.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isOverLimit, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { type ChatAgain, chatPage } from './chat.page.tsx'
import { dropRoom, keepRoom, newRoom, roomOf } from './chat-cookie.ts'
import { sayInChat } from './post-chat-message.ts'

export const chatForm = new Hono<AppEnv>().use(limitForm()).post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const fields = v.safeParse(CHAT_FORM, await c.req.parseBody().catch(() => ({})))
  if (!fields.success) return again(c, { status: 422, problem: CHAT_REFUSALS.empty })
  const form = fields.output
  if (form.action === 'forget') return forget(c)
  return form.action === 'say' ? say(c, form.text, form.client) : leaveEmail(c, form.email.trim())
})

async function forget(c: Context<AppEnv>): Promise<Response> {
  const room = roomOf(c)
  if (room !== null) await c.env.CHAT.getByName(room).forget()
  dropRoom(c)
  return c.redirect(paths.chat, 303)
}

async function say(c: Context<AppEnv>, text: string, clientId = crypto.randomUUID()): Promise<Response> {
  const known = roomOf(c)
  // Messages have a pace of their own; this is about making conversations.
  if (known === null && (await isOverLimit(c, 'FORM_LIMIT', 'chat'))) {
    return again(c, { status: 429, problem: TOO_MANY, text })
  }
  const room = known ?? newRoom(c)
  const said = await sayInChat(c.env, { room, author: 'shopper', text, clientId, now: Date.now() })
  if (!said.ok) return again(c, { status: said.status, problem: said.problem, text })
  keepRoom(c, room)
  const answer: ChatSaid = { message: said.message }
  return wantsJson(c) ? reply(c, 200, answer) : c.redirect(`${paths.chat}#chat-text-shopper`, 303)
}

async function leaveEmail(c: Context<AppEnv>, email: string): Promise<Response> {
  const problem = validateField('emailAddress', email)
  if (problem !== null) return again(c, { status: 422, emailProblem: problem })
  if (await isOverLimit(c, 'FORM_LIMIT', 'chat')) return again(c, { status: 429, emailProblem: TOO_MANY })
  const room = roomOf(c)
  const kept = room !== null && (await c.env.CHAT.getByName(room).leaveEmail(email))
  if (!kept) return again(c, { status: 422, emailProblem: CHAT_WORDS.emailFirst })
  return wantsJson(c) ? reply(c, 200, CHAT_WORDS.emailKept) : c.redirect(paths.chat, 303)
}

function again(c: Context<AppEnv>, what: ChatAgain): Response | Promise<Response> {
  return wantsJson(c) ? reply(c, what.status, what.problem ?? what.emailProblem) : chatPage(c, what)
}

function wantsJson(c: Context): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false
}
