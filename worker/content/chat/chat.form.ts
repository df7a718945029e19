/**
 * POST /chat/form/: the shopper's messages and the e-mail address for replies. The first message creates the conversation and
 * its cookie.
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
import {
  clearConversationCookie,
  createConversationId,
  readConversationCookie,
  setConversationCookie,
} from './chat-cookie.ts'
import { postChatMessage } from './post-chat-message.ts'

export const chatForm = formRoute({
  schema: CHAT_FORM,
  refuse: (c) => refusal(c, { status: 422, problem: CHAT_REFUSALS.empty }),
  run: (c, form) => {
    if (form.action === 'forget') return forget(c)
    return form.action === 'say' ? post(c, form.text, form.client) : saveEmail(c, form.email.trim())
  },
})

async function forget(c: Context<AppEnv>): Promise<Response> {
  const conversationId = readConversationCookie(c)
  if (conversationId !== null) await c.env.CHAT.getByName(conversationId).forget()
  clearConversationCookie(c)
  return c.redirect(paths.chat, 303)
}

async function post(c: Context<AppEnv>, text: string, clientId = crypto.randomUUID()): Promise<FormAnswer> {
  const existing = readConversationCookie(c)
  // This limits new conversations; messages have a rate limit of their own.
  if (existing === null && (await isRateLimited(c, 'FORM_LIMIT', 'chat'))) {
    return refusal(c, { status: 429, problem: TOO_MANY, text })
  }
  const conversationId = existing ?? createConversationId(c)
  const posted = await postChatMessage(c.env, {
    room: conversationId,
    author: 'shopper',
    text,
    clientId,
    now: Date.now(),
  })
  if (!posted.ok) return refusal(c, { status: posted.status, problem: posted.problem, text })
  setConversationCookie(c, conversationId)
  const result: ChatMessageReply = { message: posted.message }
  return { status: 200, result, to: `${paths.chat}#chat-text-shopper` }
}

async function saveEmail(c: Context<AppEnv>, email: string): Promise<FormAnswer> {
  const problem = validateField('emailAddress', email)
  if (problem !== null) return refusal(c, { status: 422, emailProblem: problem })
  if (await isRateLimited(c, 'FORM_LIMIT', 'chat')) return refusal(c, { status: 429, emailProblem: TOO_MANY })
  const conversationId = readConversationCookie(c)
  const isSaved = conversationId !== null && (await c.env.CHAT.getByName(conversationId).setEmail(email))
  if (!isSaved) return refusal(c, { status: 422, emailProblem: CHAT_MESSAGES.emailFirst })
  return { status: 200, result: CHAT_MESSAGES.emailSaved, to: paths.chat }
}

function refusal(c: Context<AppEnv>, state: ChatFormState): FormAnswer {
  return { status: state.status, result: state.problem ?? state.emailProblem, to: () => chatPage(c, state) }
}
