/**
 * POST /chat/form/: what a shopper says, and the e-mail address for the answer. The first message creates the
 * conversation and its cookie.
 */
import type { Context } from 'hono'
import { CHAT_FORM, type ChatMessageReply } from '../../../schema/content/chat/chat.api.ts'
import { CHAT_MESSAGES, CHAT_REFUSALS } from '../../../schema/content/chat/chat.ts'
import { paths } from '../../../schema/paths.ts'
import { validateField } from '../../../schema/platform/forms/field.ts'
import type { AppEnv } from '../../env.ts'
import { type FormAnswer, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { type ChatFormState, chatPage } from './chat.page.tsx'
import { clearRoomCookie, createRoom, readRoomCookie, setRoomCookie } from './chat-cookie.ts'
import { postChatMessage } from './post-chat-message.ts'

export const chatForm = formRoute({
  schema: CHAT_FORM,
  refuse: (c) => again(c, { status: 422, problem: CHAT_REFUSALS.empty }),
  run: (c, form) => {
    if (form.action === 'forget') return forget(c)
    return form.action === 'say' ? say(c, form.text, form.client) : leaveEmail(c, form.email.trim())
  },
})

async function forget(c: Context<AppEnv>): Promise<Response> {
  const room = readRoomCookie(c)
  if (room !== null) await c.env.CHAT.getByName(room).forget()
  clearRoomCookie(c)
  return c.redirect(paths.chat, 303)
}

async function say(c: Context<AppEnv>, text: string, clientId = crypto.randomUUID()): Promise<FormAnswer> {
  const known = readRoomCookie(c)
  // Messages have a pace of their own; this is about making conversations.
  if (known === null && (await isRateLimited(c, 'FORM_LIMIT', 'chat'))) {
    return again(c, { status: 429, problem: TOO_MANY, text })
  }
  const room = known ?? createRoom(c)
  const said = await postChatMessage(c.env, { room, author: 'shopper', text, clientId, now: Date.now() })
  if (!said.ok) return again(c, { status: said.status, problem: said.problem, text })
  setRoomCookie(c, room)
  const result: ChatMessageReply = { message: said.message }
  return { status: 200, result, to: `${paths.chat}#chat-text-shopper` }
}

async function leaveEmail(c: Context<AppEnv>, email: string): Promise<FormAnswer> {
  const problem = validateField('emailAddress', email)
  if (problem !== null) return again(c, { status: 422, emailProblem: problem })
  if (await isRateLimited(c, 'FORM_LIMIT', 'chat')) return again(c, { status: 429, emailProblem: TOO_MANY })
  const room = readRoomCookie(c)
  const isSaved = room !== null && (await c.env.CHAT.getByName(room).leaveEmail(email))
  if (!isSaved) return again(c, { status: 422, emailProblem: CHAT_MESSAGES.emailFirst })
  return { status: 200, result: CHAT_MESSAGES.emailSaved, to: paths.chat }
}

function again(c: Context<AppEnv>, what: ChatFormState): FormAnswer {
  const result = what.problem ?? what.emailProblem
  return { status: what.status, result, to: () => chatPage(c, what) }
}
