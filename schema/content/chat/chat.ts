/** A conversation between a shopper and the shop (G6): limits of messages, and conversations that await a reply. */

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
  /** Made by who sent it, so that a message sent twice is said once. */
  clientId: string
}

/** When something was said, on the page and by its script: the store's clock, named. */
export const CHAT_MOMENT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: WORKSHOP_TIME_ZONE,
  timeZoneName: 'short',
}

/** Characters of one message. */
export const CHAT_LENGTH = 1000
/** Messages that one conversation holds. */
export const CHAT_MAX_MESSAGES = 500
/** A conversation in which nobody wrote for so long is forgotten, as long as the cookie lives. */
export const CHAT_TTL_MS = 30 * 86_400_000
/** Unanswered for so long, the shopper is offered an answer by mail. */
export const CHAT_REPLY_TIMEOUT_MS = 60_000
/** How fast one side may write: at most so many messages within such a time. */
const RATE_LIMITS = [
  { most: 5, withinMs: 10_000 },
  { most: 40, withinMs: 300_000 },
] as const
/** No limit of the pace looks further back. */
export const CHAT_MIN_INTERVAL_MS = 300_000

export type ChatRefusal = 'empty' | 'too-long' | 'too-fast' | 'full'

export const CHAT_REFUSALS: Record<ChatRefusal, string> = {
  empty: 'Field is required',
  'too-long': `Please insert less then ${CHAT_LENGTH} characters`,
  'too-fast': 'You write faster than we can read. Please wait a few seconds.',
  full: 'This conversation is full. Please call us or write to us.',
}

export const CHAT_MESSAGES = {
  /** Said to who leaves an address before a question. */
  emailFirst: 'Write your question first, then where to answer.',
  emailKept: 'We answer to that address if you are gone by then.',
  there: 'Somebody who knows tires answers here.',
  away: 'Nobody is at the counter now.',
  closed: 'We closed this conversation. Write again, and it goes on.',
} as const

/** One kind of line end, nothing that no keyboard writes, no space around. */
export function cleanChatText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Why a text may not be said; `null` when it may. `earlier` are the moments of the same author's messages within
 * `CHAT_MIN_INTERVAL_MS`, `held` is the number of all messages.
 */
export function chatRefusal(
  text: string,
  { earlier, held, now }: { earlier: readonly number[]; held: number; now: number },
): ChatRefusal | null {
  if (text === '') return 'empty'
  if (isLonger(text, CHAT_LENGTH)) return 'too-long'
  if (held >= CHAT_MAX_MESSAGES) return 'full'
  const isTooFast = RATE_LIMITS.some(
    ({ most, withinMs }) => earlier.filter((at) => at > now - withinMs).length >= most,
  )
  return isTooFast ? 'too-fast' : null
}

/** Staff who wrote this lately are there, whatever the hours say. */
const PRESENT_MS = 15 * 60_000

/** Whether somebody answers: within the hours, or because somebody has just done so. */
export function presenceMessage(
  messages: readonly Pick<ChatMessage, 'author' | 'at'>[],
  { isOpen, now }: { isOpen: boolean; now: number },
): string {
  const isThere = messages.some(({ author, at }) => author === 'staff' && now - at < PRESENT_MS)
  return isOpen || isThere ? CHAT_MESSAGES.there : CHAT_MESSAGES.away
}

/** True when the last word is the shopper's and has waited for longer than one waits at a counter. */
export function isAwaitingReply(
  messages: readonly Pick<ChatMessage, 'author' | 'at'>[],
  now: number,
): boolean {
  const last = messages.at(-1)
  return last?.author === 'shopper' && now - last.at >= CHAT_REPLY_TIMEOUT_MS
}

/** Both lists as one, each message once, in their order. */
export function mergeMessages(
  known: readonly ChatMessage[],
  fresh: readonly ChatMessage[],
): readonly ChatMessage[] {
  const byId = new Map([...known, ...fresh].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
