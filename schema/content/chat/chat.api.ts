/** Endpoints of the chat: the forms of shoppers and staff, and the events of sockets (G6). */
import * as v from 'valibot'
import { numberText } from '../../platform/forms/number-text.ts'
import { CHAT_AUTHORS, CHAT_MESSAGE_MAX, type ChatMessage } from './chat.ts'

/** The browser's id of the message, so that a repeated request is stored once. */
const CLIENT_ID = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)))
const NUMBER = numberText(15)
/** A text, cut at four times the limit of a message. */
const TEXT = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 4 * CHAT_MESSAGE_MAX)),
)

/** POST /chat/form/ */
export const CHAT_FORM = v.variant('action', [
  v.object({ action: v.literal('say'), text: TEXT, client: CLIENT_ID }),
  v.object({ action: v.literal('email'), email: TEXT }),
  v.object({ action: v.literal('forget') }),
])

/** What staff write down about a conversation: the version that they saw, and the key of the change. */
const OF_DESK = {
  conversation: NUMBER,
  version: NUMBER,
  key: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
}

/** POST /staff/form/ */
export const STAFF_FORM = v.variant('action', [
  v.object({ action: v.literal('say'), conversation: NUMBER, text: TEXT, client: CLIENT_ID }),
  v.object({ action: v.literal('close'), conversation: NUMBER }),
  v.object({
    action: v.literal('assign-chat'),
    ...OF_DESK,
    assignee: v.pipe(v.string(), v.regex(/^([1-9]\d{0,14})?$/)),
  }),
  v.object({ action: v.picklist(['want-size', 'unwant-size']), ...OF_DESK, size: v.string() }),
  v.object({
    action: v.literal('approve'),
    review: NUMBER,
    rating: v.optional(v.pipe(NUMBER, v.minValue(1), v.maxValue(5))),
  }),
  v.object({ action: v.picklist(['refuse', 'restore', 'remove', 'republish']), review: NUMBER }),
  v.object({ action: v.literal('answer-review'), review: NUMBER, text: TEXT }),
  v.object({ action: v.picklist(['flag-review', 'check-review']), review: NUMBER }),
  v.object({ action: v.picklist(['remove-photo', 'restore-photo']), photo: NUMBER }),
  v.object({ action: v.literal('answer'), question: NUMBER, text: TEXT }),
  v.object({
    action: v.picklist(['refuse-question', 'restore-question', 'remove-question', 'remove-answer']),
    question: NUMBER,
  }),
])

export type StaffForm = v.InferOutput<typeof STAFF_FORM>

const MESSAGE = v.object({
  id: v.number(),
  author: v.picklist(CHAT_AUTHORS),
  text: v.string(),
  at: v.number(),
  clientId: v.string(),
}) satisfies v.GenericSchema<ChatMessage>

/** The JSON reply to a message. */
export const CHAT_MESSAGE_REPLY = v.object({ message: MESSAGE })
export type ChatMessageReply = v.InferOutput<typeof CHAT_MESSAGE_REPLY>

/** GET /api/ext/chat/live: the events of a socket as JSON. */
export const CHAT_FRAME = v.variant('kind', [
  v.object({ kind: v.literal('hello'), messages: v.array(MESSAGE), closed: v.boolean() }),
  v.object({ kind: v.literal('message'), message: MESSAGE }),
  v.object({ kind: v.literal('closed'), closed: v.boolean() }),
])
export type ChatFrame = v.InferOutput<typeof CHAT_FRAME>
