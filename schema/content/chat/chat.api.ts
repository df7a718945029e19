/** The chat's doors: what a shopper's form and a staff form hold, and what sockets are told. */
import * as v from 'valibot'
import { CHAT_AUTHORS, CHAT_LENGTH, type ChatMessage } from './chat.ts'

/** Made by the page for each message, so that one sent twice is said once. */
const CLIENT_ID = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)))
const NUMBER = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
/** More than four times too long is refused like twice as long: the rest is not read. */
const TEXT = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 4 * CHAT_LENGTH)),
)

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

const MESSAGE = v.object({
  id: v.number(),
  author: v.picklist(CHAT_AUTHORS),
  text: v.string(),
  at: v.number(),
  clientId: v.string(),
}) satisfies v.GenericSchema<ChatMessage>

/** Answer to what was said, where JSON was asked for. */
export const CHAT_MESSAGE_REPLY = v.object({ message: MESSAGE })
export type ChatMessageReply = v.InferOutput<typeof CHAT_MESSAGE_REPLY>

/** GET /api/ext/chat/live: what a socket hears, as JSON. */
export const CHAT_FRAME = v.variant('kind', [
  v.object({ kind: v.literal('hello'), messages: v.array(MESSAGE), closed: v.boolean() }),
  v.object({ kind: v.literal('message'), message: MESSAGE }),
  v.object({ kind: v.literal('closed'), closed: v.boolean() }),
])
export type ChatFrame = v.InferOutput<typeof CHAT_FRAME>
