import type { Reply } from '../reply.ts'
import { type Failure, keyMisused } from './failure.ts'

/** Keys are kept at least this long: 24 hours (docs.stripe.com/api/idempotent_requests). */
export const KEY_LIFETIME = 24 * 3600

/** The request that first used a key, and its reply. */
export interface KeptReply {
  path: string
  form: string
  requestId: string
  reply: Reply
  created: number
}

/** The table of used keys. */
export function createKeys(sql: SqlStorage): void {
  sql.exec(
    'CREATE TABLE IF NOT EXISTS idempotency (key TEXT PRIMARY KEY, created INTEGER NOT NULL, json TEXT NOT NULL)',
  )
}

/** The stored reply for a repeated request, a refusal for a misused key, or null for a key that is new. */
export function replayOf(
  kept: KeptReply | null,
  key: string,
  path: string,
  form: string,
): Reply | Failure | null {
  if (!kept) return null
  if (kept.path !== path) {
    return keyMisused(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${kept.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  if (kept.form !== form) {
    return keyMisused(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  const headers = { ...kept.reply.headers, 'idempotent-replayed': 'true', 'original-request': kept.requestId }
  return { ...kept.reply, headers }
}

/** The refusal while the first request with the key is still at work. */
export function keyInUse(key: string): Failure {
  return keyMisused(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    'idempotency_key_in_use',
  )
}

/** Reads a key's first request, forgetting keys that are older than a day. */
export function keptReply(sql: SqlStorage, key: string, now: number): KeptReply | null {
  sql.exec('DELETE FROM idempotency WHERE created < ?', now - KEY_LIFETIME)
  const [row] = sql.exec<{ json: string }>('SELECT json FROM idempotency WHERE key = ?', key).toArray()
  return row ? (JSON.parse(row.json) as KeptReply) : null
}

/** Keeps the reply of a request that was executed. */
export function keepReply(sql: SqlStorage, key: string, kept: KeptReply): void {
  sql.exec(
    'INSERT INTO idempotency (key, created, json) VALUES (?, ?, ?)',
    key,
    kept.created,
    JSON.stringify(kept),
  )
}
