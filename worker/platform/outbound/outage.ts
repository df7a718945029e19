/** Whether a failure means that something the shop needs is away, rather than that the shop is wrong. */
import type { Outage } from '../../../schema/platform/outbound/outage.ts'
import { isDatabaseAway } from '../cache/change-feed.ts'
import { describeError } from '../security/log-redaction.ts'
import { Unavailable } from './unavailable.ts'

/** How D1 and the storage of objects say that they take no more. */
const FULL = /SQLITE_FULL|disk is full|maximum DB size|storage limit/i
/** How the platform says that an object or a database is away for the moment. */
const AWAY = /\b(overloaded|Network connection lost|storage operation exceeded timeout|transient issue)\b/i

/** What is away; `null` for a failure of the shop itself. Asks D1 where the failure does not say. */
export async function outageOf(error: unknown, db: D1Database): Promise<Outage | null> {
  if (error instanceof Unavailable) return error.outage
  const description = describeError(error)
  if (FULL.test(description)) return 'full'
  if (AWAY.test(description)) return 'database'
  return (await isDatabaseAway(db, Date.now())) ? 'database' : null
}
