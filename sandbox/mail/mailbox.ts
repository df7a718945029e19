import type { Message } from './message.ts'

/** Resend keeps idempotency keys for 24 hours; seconds. */
export const MAIL_KEY_LIFETIME = 24 * 3600

/** What to look for; absent means everything. Both are parts of the text, case does not count. */
export interface MailQuery {
  to?: string
  subject?: string
}

/** The tables of messages and of used keys. */
export function createMailbox(sql: SqlStorage): void {
  sql.exec(
    'CREATE TABLE IF NOT EXISTS mails (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, json TEXT NOT NULL)',
  )
  sql.exec(
    'CREATE TABLE IF NOT EXISTS mail_keys (key TEXT PRIMARY KEY, payload TEXT NOT NULL, message TEXT NOT NULL, created INTEGER NOT NULL)',
  )
}

/** Puts a message into the box. */
export function keepMessage(sql: SqlStorage, message: Message): void {
  sql.exec('INSERT INTO mails (id, json) VALUES (?, ?)', message.id, JSON.stringify(message))
}

/** Whether the message answers the query. */
export function matches(message: Message, query: MailQuery): boolean {
  const to = query.to?.toLowerCase()
  const subject = query.subject?.toLowerCase()
  const receivers = [...message.to, ...message.cc, ...message.bcc]
  return (
    (to === undefined || receivers.some((address) => address.toLowerCase().includes(to))) &&
    (subject === undefined || message.subject.toLowerCase().includes(subject))
  )
}

/** The messages that answer the query, newest first. */
export function listMessages(sql: SqlStorage, query: MailQuery): Message[] {
  return sql
    .exec<{ json: string }>('SELECT json FROM mails ORDER BY place DESC')
    .toArray()
    .map((row) => JSON.parse(row.json) as Message)
    .filter((message) => matches(message, query))
}

/** One message, or undefined. */
export function findMessage(sql: SqlStorage, id: string): Message | undefined {
  const [row] = sql.exec<{ json: string }>('SELECT json FROM mails WHERE id = ?', id).toArray()
  return row && (JSON.parse(row.json) as Message)
}

/** Empties the box; used keys stay used, as at the real service. */
export function clearMailbox(sql: SqlStorage): void {
  sql.exec('DELETE FROM mails')
}

/** The message that was sent with the key within a day, with the payload it was sent for. */
export function storedMail(
  sql: SqlStorage,
  key: string,
  now: number,
): { payload: string; message: string } | undefined {
  sql.exec('DELETE FROM mail_keys WHERE created < ?', now - MAIL_KEY_LIFETIME)
  return sql
    .exec<{ payload: string; message: string }>('SELECT payload, message FROM mail_keys WHERE key = ?', key)
    .toArray()[0]
}

/** Notes that the key is used. */
export function keepMailKey(
  sql: SqlStorage,
  key: string,
  payload: string,
  message: string,
  now: number,
): void {
  sql.exec(
    'INSERT INTO mail_keys (key, payload, message, created) VALUES (?, ?, ?, ?)',
    key,
    payload,
    message,
    now,
  )
}
