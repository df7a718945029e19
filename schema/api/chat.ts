/** The chat's doors: what a shopper's form and a staff form hold, and what sockets are told. */
import * as v from 'valibot'
import type { ChatMessage } from '../domain/chat.ts'

/** Made by the page for each message, so that one sent twice is said once. */
const CLIENT_ID = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)))
const NUMBER = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const TEXT = v.string()

/** POST /chat/form/ */
export const CHAT_FORM = v.variant('action', [
  v.object({ action: v.literal('say'), text: TEXT, client: CLIENT_ID }),
  v.object({ action: v.literal('email'), email: TEXT }),
  v.object({ action: v.literal('forget') }),
])

/** POST /staff/form/ */
export const STAFF_FORM = v.variant('action', [
  v.object({ action: v.literal('say'), conversation: NUMBER, text: TEXT, client: CLIENT_ID }),
  v.object({ action: v.literal('close'), conversation: NUMBER }),
  v.object({
    action: v.literal('approve'),
    review: NUMBER,
    rating: v.optional(v.pipe(NUMBER, v.minValue(1), v.maxValue(5))),
  }),
  v.object({ action: v.literal('refuse'), review: NUMBER }),
])

/** Answer to what was said. */
export interface ChatSaid {
  message: ChatMessage
}

/** What a socket hears. */
export type ChatFrame =
  | { kind: 'hello'; messages: ChatMessage[]; closed: boolean }
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'closed'; closed: boolean }
