/** Whether a failure means that something the shop needs is away, rather than that the shop is wrong. */
import type { Outage } from '../../../schema/platform/outbound/outage.ts'
import { CatalogNotReady } from '../../catalog/index/index-cache.ts'
import { DatabaseUnreachable, isDatabaseAway } from '../cache/change-feed.ts'
import { DatabaseSilent } from '../limits/bounded.sql.ts'
import { BindingSilent } from '../limits/bounded.ts'
import { describeError } from '../security/log-redaction.ts'

/** How D1 and the storage of objects say that they take no more. */
const FULL = /SQLITE_FULL|disk is full|maximum DB size|storage limit/i
/** How the platform says that an object or a database is away for the moment. */
const AWAY = /\b(overloaded|Network connection lost|storage operation exceeded timeout|transient issue)\b/i

/** What may have done all the same what it was asked. */
const SILENT: Readonly<Record<string, Outage>> = { CART: 'object', CHAT: 'chat' }

/** What is away; `null` for a failure of the shop itself. Asks D1 where the failure does not say. */
export async function outageOf(error: unknown, db: D1Database): Promise<Outage | null> {
  const told = describeError(error)
  if (error instanceof CatalogNotReady) return 'catalog'
  if (error instanceof BindingSilent) return SILENT[error.binding] ?? 'part'
  if (FULL.test(told)) return 'full'
  if (error instanceof DatabaseUnreachable || error instanceof DatabaseSilent || AWAY.test(told))
    return 'database'
  return (await isDatabaseAway(db, Date.now())) ? 'database' : null
}
