/** Messages of webhooks that wait to be sent, and the result of each try (H14y). Times are milliseconds. */
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { webhook, webhookMessage, webhookTry } from '../../../schema/staff/api/webhook.table.ts'
import { MAX_WEBHOOK_ATTEMPTS, type WebhookType } from '../../../schema/staff/api/webhook.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'

/** Longer than a run takes between two writes. A run that died is repeated after it. */
export const LEASE_MS = 30_000

/** Addresses that are sent to now. */
const isOpen = (now: number) =>
  and(isNull(webhook.endedAt), isNull(webhook.stoppedAt), lte(webhook.pausedUntil, now))

/**
 * Returns the webhooks with a message that is due, and whether the shop has any webhook. One that a run sends to is not among them: the
 * run looks again at its end, and cron after a run that died.
 */
export async function findDueWebhooks(
  db: D1Database,
  now: number,
): Promise<{ due: string[]; hasAny: boolean }> {
  const rows = await connect(db).all<{ id: string; isDue: number }>(sql`
    select w.id, w.stopped_at is null and w.paused_until <= ${now} and w.leased_until <= ${now} and exists (select 1 from ${webhookMessage} m
      where m.webhook_id = w.id and m.done_at is null and m.due_at <= ${now} and m.attempts < ${MAX_WEBHOOK_ATTEMPTS}) as isDue
    from ${webhook} w where w.ended_at is null`)
  return { due: rows.filter((row) => row.isDue === 1).map(({ id }) => id), hasAny: rows.length > 0 }
}

export interface LeasedWebhook {
  id: string
  address: string
  secretName: string
  failures: number
  failingSince: number | null
}

/** Leases a webhook for one run. `busy`: another run sends to it. `null`: nothing is sent to it now. */
export async function leaseWebhook(
  db: D1Database,
  id: string,
  now: number,
): Promise<LeasedWebhook | 'busy' | null> {
  const leased = await connect(db)
    .update(webhook)
    .set({ leasedUntil: now + LEASE_MS })
    .where(and(eq(webhook.id, id), isOpen(now), lte(webhook.leasedUntil, now)))
    .returning({
      id: webhook.id,
      address: webhook.address,
      secretName: webhook.secretName,
      failures: webhook.failures,
      failingSince: webhook.failingSince,
    })
    .get()
  if (leased) return leased
  const open = await connect(db)
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(eq(webhook.id, id), isOpen(now)))
    .get()
  return open ? 'busy' : null
}

/** Ends the lease of a run. */
export async function releaseWebhook(db: D1Database, id: string): Promise<void> {
  await connect(db).update(webhook).set({ leasedUntil: 0 }).where(eq(webhook.id, id))
}

export interface DueMessage {
  id: number
  type: WebhookType
  subject: string
  at: number
  attempts: number
  /** Facts of its subject now, as JSON; `null` when it is gone. */
  data: string | null
}

/** Returns the oldest message of a webhook that is due, with the facts of its subject as they are now. */
export async function findDueMessage(
  db: D1Database,
  webhookId: string,
  now: number,
): Promise<DueMessage | null> {
  const row = await connect(db).get<DueMessage | undefined>(sql`
    select w.id, w.type, w.subject, w.at, w.attempts, case
      when w.type like 'unit.%' then (select json_object('sku', p.sku, 'version', u.version, 'state', u.state,
          'price', p.final_price, 'available', coalesce(s.qty, 0))
        from product p join unit u on u.product_id = p.id left join stock s on s.stock_sku = p.stock_sku where p.sku = w.subject)
      when w.type like 'order.%' then (select json_object('orderNumber', order_number, 'status', status, 'total', grand_total,
          'placedAt', placed_at, 'updatedAt', updated_at) from sales_order where order_number = w.subject)
      else (select json_object('orderNumber', o.order_number, 'number', c.number, 'state', c.state, 'reason', c.reason,
          'amount', c.amount, 'stateAt', c.state_at)
        from sales_order o join return_case c on c.order_id = o.id
        where o.order_number = substr(w.subject, 1, instr(w.subject, '/') - 1)
          and c.number = cast(substr(w.subject, instr(w.subject, '/') + 1) as integer)) end as data
    from ${webhookMessage} w
    where w.webhook_id = ${webhookId} and w.done_at is null and w.due_at <= ${now} and w.attempts < ${MAX_WEBHOOK_ATTEMPTS}
    order by w.due_at, w.id limit 1`)
  return row ?? null
}

export interface TryResult {
  webhookId: string
  messageId: number
  at: number
  ms: number
  status: number | null
  error: string | null
}

/** Writes a try that was accepted. */
export async function recordAccepted(db: D1Database, tried: TryResult): Promise<void> {
  const end = tried.at + tried.ms
  await batchOf(db, [
    addTry(tried),
    sql`update ${webhookMessage} set done_at = ${end}, attempts = attempts + 1 where id = ${tried.messageId}`,
    sql`update ${webhook} set failures = 0, failing_since = null, leased_until = ${end + LEASE_MS} where id = ${tried.webhookId}`,
  ])
}

/** Writes a try that failed, when the message is tried again, and how the address is treated from now on. */
export async function recordFailed(
  db: D1Database,
  tried: TryResult,
  { dueAt, pausedUntil, isStopped }: { dueAt: number; pausedUntil: number; isStopped: boolean },
): Promise<void> {
  const end = tried.at + tried.ms
  await batchOf(db, [
    addTry(tried),
    sql`update ${webhookMessage} set due_at = ${dueAt}, attempts = attempts + 1 where id = ${tried.messageId}`,
    sql`update ${webhook} set failures = failures + 1, failing_since = coalesce(failing_since, ${tried.at}),
      paused_until = ${pausedUntil}, leased_until = ${end + LEASE_MS}, stopped_at = iif(${isStopped}, ${end}, null)
      where id = ${tried.webhookId}`,
  ])
}

function addTry({ messageId, at, ms, status, error }: TryResult) {
  return sql`insert into ${webhookTry} (message_id, at, ms, status, error) values (${messageId}, ${at}, ${ms}, ${status}, ${error})`
}

/** Deletes messages of changes before `before`, with their tries. */
export async function deleteOldMessages(db: D1Database, before: number): Promise<void> {
  const old = sql`(select id from ${webhookMessage} where at < ${before})`
  await batchOf(db, [
    sql`delete from ${webhookTry} where message_id in ${old}`,
    sql`delete from ${webhookMessage} where at < ${before}`,
  ])
}
