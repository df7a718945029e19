/** The tasks of cron for stock alerts: finds matches and queues the mails (H13j). */
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { matchStockAlerts, queueStockAlertMails } from './stock-alert-match.sql.ts'

/** Compares what changed since the last run with the alerts, then queues the mails that are due. Can be repeated. */
export async function notifyStockAlerts({ DB, OUTBOX }: Env, now: number): Promise<void> {
  await matchStockAlerts(DB, now)
  await enqueueOutbox(OUTBOX, await queueStockAlertMails(DB, now))
}
