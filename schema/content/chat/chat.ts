/** A conversation between a shopper and the shop (G6): limits of messages, and conversations that await a reply. */

import { DAY_MS } from '../../platform/duration.ts'
import { isLonger } from '../../platform/limits/text-length.ts'
import { WORKSHOP_TIME_ZONE } from '../../platform/shop-calendar.ts'

export const CHAT_AUTHORS = ['shopper', 'staff'] as const
export type ChatAuthor = (typeof CHAT_AUTHORS)[number]

export interface ChatMessage {
  /** Counts up within the conversation. */
  id: number
  author: ChatAuthor
  /** Plain text. */
  text: string
  /** Milliseconds. */
  at: number
  /** The sender's id of the message, so that a repeated request is stored once. */
  clientId: string
}

/** Format of a message's time, in the store's time zone. */
export const CHAT_TIME_FORMAT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: WORKSHOP_TIME_ZONE,
  timeZoneName: 'short',
}

/** The largest number of characters of a message. */
export const CHAT_MESSAGE_MAX = 1000
/** The largest number of messages of a conversation. */
export const CHAT_MAX_MESSAGES = 500
/** How long an idle conversation and its cookie live. */
export const CHAT_TTL_MS = 30 * DAY_MS
/** After this time without a reply the shopper is offered one by e-mail. */
export const CHAT_REPLY_TIMEOUT_MS = 60_000
/** Rate limits of one author: messages within a time. */
const RATE_LIMITS = [
  { max: 5, withinMs: 10_000 },
  { max: 40, withinMs: 300_000 },
] as const
/** The longest window of the rate limits. */
export const CHAT_MIN_INTERVAL_MS = 300_000

export type ChatRefusal = 'empty' | 'too-long' | 'too-fast' | 'full'

export const CHAT_REFUSALS: Record<ChatRefusal, string> = {
  empty: 'Field is required',
  'too-long': `Please insert less then ${CHAT_MESSAGE_MAX} characters`,
  'too-fast': 'You’re typing faster than we can read. Please wait a few seconds.',
  full: 'This conversation is full. Please call us or write to us.',
}

export const CHAT_MESSAGES = {
  /** For a shopper who leaves an address before a message. */
  emailFirst: 'Write your question first, then add your email.',
  emailSaved: 'If you’ve left by then, we’ll answer by email.',
  there: 'A tire person will answer here.',
  away: 'Nobody is at the counter now. Leave your email and we’ll answer within one business day.',
  closed: 'We closed this conversation. Write again to reopen it.',
} as const

/** Cleans a text: unified line ends, no control characters, trimmed. */
export function cleanChatText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Returns why a message is refused; `null` when it is accepted. `earlier` are the times of the same author's messages within
 * `CHAT_MIN_INTERVAL_MS`, `count` is the number of all messages.
 */
export function chatRefusal(
  text: string,
  { earlier, count, now }: { earlier: readonly number[]; count: number; now: number },
): ChatRefusal | null {
  if (text === '') return 'empty'
  if (isLonger(text, CHAT_MESSAGE_MAX)) return 'too-long'
  if (count >= CHAT_MAX_MESSAGES) return 'full'
  const isTooFast = RATE_LIMITS.some(
    ({ max, withinMs }) => earlier.filter((at) => at > now - withinMs).length >= max,
  )
  return isTooFast ? 'too-fast' : null
}

/** Staff who wrote within this time are present, also outside of the opening hours. */
const PRESENT_MS = 15 * 60_000

/** Returns the note whether staff are present: within the hours, or after a recent message. */
export function presenceMessage(
  messages: readonly Pick<ChatMessage, 'author' | 'at'>[],
  { isOpen, now }: { isOpen: boolean; now: number },
): string {
  const isPresent = messages.some(({ author, at }) => author === 'staff' && now - at < PRESENT_MS)
  return isOpen || isPresent ? CHAT_MESSAGES.there : CHAT_MESSAGES.away
}

/** Returns whether the shopper's last message has been without a reply for too long. */
export function isAwaitingReply(
  messages: readonly Pick<ChatMessage, 'author' | 'at'>[],
  now: number,
): boolean {
  const last = messages.at(-1)
  return last?.author === 'shopper' && now - last.at >= CHAT_REPLY_TIMEOUT_MS
}

/** Merges two lists, each message once, in order. */
export function mergeMessages(
  known: readonly ChatMessage[],
  fresh: readonly ChatMessage[],
): readonly ChatMessage[] {
  const byId = new Map([...known, ...fresh].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
