import type { Ledger } from '../ledger.ts'
import type { Records } from '../records.ts'
import type { Message } from './message.ts'

/** Resend stores idempotency keys for 24 hours; seconds. */
export const MAIL_KEY_LIFETIME = 24 * 3600

/** What to look for; absent means everything. Both are parts of the text, case does not count. */
export interface MailQuery {
  to?: string
  subject?: string
}

/** Whether the message answers the query. */
function matches(message: Message, query: MailQuery): boolean {
  const to = query.to?.toLowerCase()
  const subject = query.subject?.toLowerCase()
  const receivers = [...message.to, ...message.cc, ...message.bcc]
  return (
    (to === undefined || receivers.some((address) => address.toLowerCase().includes(to))) &&
    (subject === undefined || message.subject.toLowerCase().includes(subject))
  )
}

/** Returns the messages that answer the query, newest first. */
export function listMessages(records: Records, query: MailQuery): Message[] {
  return records.newest<Message>('mail', 10_000).filter((message) => matches(message, query))
}

/** Returns the messages that answer the query, newest first; waits up to `wait` milliseconds for the first one. */
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
      mailWaiters.delete(arrived)
      resolve()
    }
    const arrived = (message: Message) => {
      if (matches(message, query)) end()
    }
    const timer = setTimeout(end, wait)
    mailWaiters.add(arrived)
  })
  return listMessages(records, query)
}

/** One message, or null. */
export function findMessage(records: Records, id: string): Message | null {
  return records.get('mail', id)
}

/** What an idempotency key was used for. */
export interface UsedKey {
  key: string
  payload: string
  message: string
  /** Seconds. */
  created: number
}

/** The message that was sent with the key within a day, with the payload it was sent for. */
export function findUsedKey(records: Records, key: string, now: number): UsedKey | null {
  const used = records.get<UsedKey>('mail-key', key)
  return used && used.created >= now - MAIL_KEY_LIFETIME ? used : null
}
