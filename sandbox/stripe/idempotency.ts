import type { Records } from '../records.ts'
import type { Reply } from '../reply.ts'
import { type Failure, keyMisused } from './failure.ts'

/** Seconds for which keys are stored: 24 hours (docs.stripe.com/api/idempotent_requests). */
export const KEY_LIFETIME = 24 * 3600

/** The request that first used a key, and its reply. */
export interface StoredReply {
  path: string
  form: string
  requestId: string
  reply: Reply
  created: number
}

/** Returns the stored reply for a repeated request, a refusal for a misused key, or null for a new key. */
export function replayOf(
  stored: StoredReply | null,
  key: string,
  path: string,
  form: string,
): Reply | Failure | null {
  if (!stored) return null
  if (stored.path !== path) {
    return keyMisused(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${stored.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  if (stored.form !== form) {
    return keyMisused(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  const headers = {
    ...stored.reply.headers,
    'idempotent-replayed': 'true',
    'original-request': stored.requestId,
  }
  return { ...stored.reply, headers }
}

/** Returns the refusal while the first request with the key is running. */
export function keyInUse(key: string): Failure {
  return keyMisused(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    'idempotency_key_in_use',
  )
}

/** Reads the first request of a key; deletes keys that are older than a day. */
export function storedReply(records: Records, key: string, now: number): StoredReply | null {
  const stored = records.get<StoredReply>('idempotency', key)
  if (!stored || stored.created >= now - KEY_LIFETIME) return stored
  records.remove('idempotency', key)
  return null
}

/** Stores the reply of an executed request. */
export function saveReply(records: Records, key: string, stored: StoredReply): void {
  records.put('idempotency', key, stored)
}
