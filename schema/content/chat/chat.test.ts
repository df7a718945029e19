import { describe, expect, test } from 'vitest'
import { reconnectDelay } from '../../platform/reconnect-delay.ts'
import {
  CHAT_MAX_MESSAGES,
  CHAT_MESSAGE_MAX,
  CHAT_REPLY_TIMEOUT_MS,
  type ChatMessage,
  chatRefusal,
  cleanChatText,
  isAwaitingReply,
  mergeMessages,
  presenceMessage,
} from './chat.ts'

const now = Date.UTC(2026, 10, 22, 18)
const message = (id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  author: 'shopper',
  text: `message ${id}`,
  at: now,
  clientId: `c${id}`,
  ...more,
})

describe('a conversation', () => {
  test('[G6] control characters and blank lines are removed from a message', () => {
    expect(cleanChatText('  Do you\u0000 have\r\n\r\n\r\n\r\n<b>two</b>?\u202E ')).toBe(
      'Do you have\n\n<b>two</b>?',
    )
  })

  test('[G6] empty and overlong messages, and a full conversation, are refused', () => {
    const calm = { earlier: [], count: 0, now }
    expect(chatRefusal('', calm)).toBe('empty')
    expect(chatRefusal('a'.repeat(CHAT_MESSAGE_MAX), calm)).toBeNull()
    expect(chatRefusal('a'.repeat(CHAT_MESSAGE_MAX + 1), calm)).toBe('too-long')
    expect(chatRefusal('hello', { ...calm, count: CHAT_MAX_MESSAGES })).toBe('full')
  })

  test('[G6] at most five messages in ten seconds and forty in five minutes are accepted', () => {
    const at = (ages: number[]) => ({ earlier: ages.map((age) => now - age), count: ages.length, now })
    expect(chatRefusal('hello', at([1, 2, 3, 4]))).toBeNull()
    expect(chatRefusal('hello', at([1, 2, 3, 4, 9_999]))).toBe('too-fast')
    expect(chatRefusal('hello', at([1, 2, 3, 4, 10_001]))).toBeNull()
    const forty = Array.from({ length: 40 }, (_, index) => 11_000 + index * 7_000)
    expect(chatRefusal('hello', at(forty))).toBe('too-fast')
  })

  test('[G6] a shopper awaits a reply a minute after their last message', () => {
    expect(isAwaitingReply([], now)).toBe(false)
    expect(isAwaitingReply([message(1)], now + CHAT_REPLY_TIMEOUT_MS - 1)).toBe(false)
    expect(isAwaitingReply([message(1)], now + CHAT_REPLY_TIMEOUT_MS)).toBe(true)
    expect(isAwaitingReply([message(1), message(2, { author: 'staff' })], now + CHAT_REPLY_TIMEOUT_MS)).toBe(
      false,
    )
  })

  test('[audit D12] [G6] staff are present within the hours, and while they reply outside of them', () => {
    const away = 'Nobody is at the counter now. Leave your email and we’ll answer within one business day.'
    const there = 'A tire person will answer here.'
    expect(presenceMessage([], { isOpen: false, now })).toBe(away)
    expect(presenceMessage([], { isOpen: true, now })).toBe(there)
    const answered = [message(1), message(2, { author: 'staff' })]
    expect(presenceMessage(answered, { isOpen: false, now: now + 60_000 })).toBe(there)
    expect(presenceMessage(answered, { isOpen: false, now: now + 3_600_000 })).toBe(away)
  })

  test('[G6] reconnects have growing delays with random jitter', () => {
    expect([0, 1, 2, 20].map((attempts) => reconnectDelay(attempts, 1))).toEqual([500, 1000, 2000, 30_000])
    expect(reconnectDelay(2, 0)).toBe(1000)
  })

  test('[G6] a repeated message is shown once, in order', () => {
    expect(mergeMessages([message(1), message(3)], [message(2), message(3)]).map(({ id }) => id)).toEqual([
      1, 2, 3,
    ])
  })
})
