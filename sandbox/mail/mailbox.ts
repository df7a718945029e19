import type { Ledger } from '../ledger.ts'
import type { Records } from '../records.ts'
import type { Message } from './message.ts'

/** Resend stores idempotency keys for 24 hours; seconds. */
export const MAIL_KEY_LIFETIME = 24 * 3600

/** A search: parts of receiver and subject, in any case; without a field everything matches. */
export interface MailQuery {
  to?: string
  subject?: string
}

/** Checks whether a message matches the query. */
function matches(message: Message, query: MailQuery): boolean {
  const to = query.to?.toLowerCase()
  const subject = query.subject?.toLowerCase()
  const receivers = [...message.to, ...message.cc, ...message.bcc]
  return (
    (to === undefined || receivers.some((address) => address.toLowerCase().includes(to))) &&
    (subject === undefined || message.subject.toLowerCase().includes(subject))
  )
}

/** Returns the messages that match the query, newest first. */
export function listMessages(records: Records, query: MailQuery): Message[] {
  return records.newest<Message>('mail', 10_000).filter((message) => matches(message, query))
}

/** Returns the matching messages, newest first; waits up to `wait` milliseconds for the first one. */
export async function waitForMessages(
  { records, mailWaiters }: Ledger,
  query: MailQuery,
  wait: number,
): Promise<Message[]> {
  const found = listMessages(records, query)
  if (found.length > 0 || wait <= 0) return found
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      mailWaiters.delete(onMessage)
      resolve()
    }
    const onMessage = (message: Message) => {
      if (matches(message, query)) end()
    }
    const timer = setTimeout(end, wait)
    mailWaiters.add(onMessage)
  })
  return listMessages(records, query)
}

/** Returns one message, or null. */
export function findMessage(records: Records, id: string): Message | null {
  return records.get('mail', id)
}

/** The message that an idempotency key was used for. */
export interface UsedKey {
  key: string
  payload: string
  message: string
  /** Seconds. */
  created: number
}

/** Returns the message and payload of a key that was used within a day. */
export function findUsedKey(records: Records, key: string, now: number): UsedKey | null {
  const used = records.get<UsedKey>('mail-key', key)
  return used && used.created >= now - MAIL_KEY_LIFETIME ? used : null
}
