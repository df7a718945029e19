/** The key of a program that makes a call, as the staff member for whom it acts (H14y). */
import type { Context } from 'hono'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { parseKeyHeader } from '../../../schema/staff/api/api-key.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { findKey, touchKey } from './api-key.sql.ts'

/** How often the last use of a key is written. */
const TOUCH_INTERVAL_MS = 5 * MINUTE_MS

export interface KeySession extends StaffSession {
  keyId: string
}

/**
 * Returns the maker of the bearer key in `Authorization`, with the permissions of the key; `null` without one, and `unknown` for
 * a text that is not a key of today. A key ends with the access of the person who made it.
 */
export async function currentKey(c: Context<AppEnv>): Promise<KeySession | 'unknown' | null> {
  const header = c.req.header('Authorization')
  if (!/^Bearer /i.test(header ?? '')) return null
  const hash = hashToken(parseKeyHeader(header))
  const row = hash === null ? null : await findKey(c.env.DB, hash)
  if (!row) return 'unknown'
  const { id, usedAt, ...maker } = row
  const now = Date.now()
  if (now - (usedAt ?? 0) > TOUCH_INTERVAL_MS) await touchKey(c.env.DB, id, now)
  return { ...maker, keyId: id, sessionId: '', verifiedAt: 0 }
}
