/** Distinguishes an outage of a service that the shop needs from an error of the shop itself. */
import type { Outage } from '../../../schema/platform/outbound/outage.ts'
import { isDatabaseDown } from '../cache/change-feed.ts'
import { describeError } from '../security/log-redaction.ts'
import { Unavailable } from './unavailable.ts'

/** Errors of D1 and of object storage when they accept no more data. */
const FULL = /SQLITE_FULL|disk is full|maximum DB size|storage limit/i
/** Errors of the platform when an object or a database is temporarily unavailable. */
const UNAVAILABLE =
  /\b(overloaded|Network connection lost|storage operation exceeded timeout|transient issue)\b/i

/** Returns the unavailable service; `null` for an error of the shop itself. Reads from D1 if the error is ambiguous. */
export async function findOutage(error: unknown, db: D1Database): Promise<Outage | null> {
  if (error instanceof Unavailable) return error.outage
  const description = describeError(error)
  if (FULL.test(description)) return 'full'
  if (UNAVAILABLE.test(description)) return 'database'
  return (await isDatabaseDown(db, Date.now())) ? 'database' : null
}
