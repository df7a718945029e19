/** Webhooks in D1 as records that staff change (H14y), and their log. */
import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { webhook, webhookMessage, webhookTry } from '../../../schema/staff/api/webhook.table.ts'
import {
  evaluateWebhook,
  NEW_WEBHOOK,
  WEBHOOK_ID,
  WEBHOOK_PATCH,
  type WebhookPatch,
  type WebhookValues,
} from '../../../schema/staff/api/webhook.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { addAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

/** A new webhook is written with the name of its secret, which the audit log doesn’t have. */
export const WEBHOOK_RECORD: RecordKind<WebhookValues, WebhookPatch, { isNew: boolean }> = {
  id: WEBHOOK_ID,
  patch: WEBHOOK_PATCH,
  async read(db, id) {
    const row = await findWebhook(db, id)
    if (!row) return { values: NEW_WEBHOOK, version: 0, facts: { isNew: true } }
    const { address, kinds, endedAt, stoppedAt, version } = row
    const values = { address, kinds, isActive: endedAt === null, isStopped: stoppedAt !== null }
    return { values, version, facts: { isNew: false } }
  },
  hasVersion: (id, version) =>
    version === 0
      ? sql`not exists (select 1 from ${webhook} where id = ${id})`
      : sql`exists (select 1 from ${webhook} where id = ${id} and version = ${version})`,
  evaluate: evaluateWebhook,
  write({ id, before, after, facts, now, unlogged }) {
    const { address, kinds, isActive } = { ...before, ...after }
    if (facts.isNew)
      return [
        sql`insert into ${webhook} (id, address, kinds, secret_name, created_at)
          values (${id}, ${address}, ${JSON.stringify(kinds)}, ${unlogged}, ${now})`,
      ]
    const isRestart = after.isStopped === false
    return [
      sql`update ${webhook} set kinds = ${JSON.stringify(kinds)}, ended_at = iif(${isActive}, null, ${now}),
          failures = iif(${isRestart}, 0, failures), failing_since = iif(${isRestart}, null, failing_since),
          paused_until = iif(${isRestart}, 0, paused_until), stopped_at = iif(${isRestart}, null, stopped_at),
          version = version + 1 where id = ${id}`,
    ]
  },
  isFinal: true,
}

/** Returns a webhook; `null` for an unknown id. */
export async function findWebhook(db: D1Database, id: string) {
  return (await connect(db).select().from(webhook).where(eq(webhook.id, id)).get()) ?? null
}

export type WebhookLine = typeof webhook.$inferSelect

/** Returns the webhooks of today, the newest first. */
export function readWebhooks(db: D1Database): Promise<WebhookLine[]> {
  return connect(db).select().from(webhook).where(isNull(webhook.endedAt)).orderBy(desc(webhook.createdAt))
}

export type LoggedMessage = Awaited<ReturnType<typeof readMessages>>[number]

/** Returns the messages of a webhook, the newest first, each with its last try. */
export function readMessages(
  db: D1Database,
  { webhookId, before, limit }: { webhookId: string; before: number | null; limit: number },
) {
  const m = webhookMessage
  return connect(db)
    .select({
      id: m.id,
      type: m.type,
      subject: m.subject,
      at: m.at,
      dueAt: m.dueAt,
      attempts: m.attempts,
      doneAt: m.doneAt,
      triedAt: webhookTry.at,
      ms: webhookTry.ms,
      error: webhookTry.error,
    })
    .from(m)
    .leftJoin(
      webhookTry,
      sql`${webhookTry.id} = (select max(t.id) from webhook_try t where t.message_id = ${m.id})`,
    )
    .where(and(eq(m.webhookId, webhookId), before === null ? undefined : lt(m.id, before)))
    .orderBy(desc(m.id))
    .limit(limit)
}

interface Replay {
  webhookId: string
  /** One message, or all of a span of time. */
  what: { message: number } | { from: number; until: number }
  key: string
}

/** Makes messages due again, with a row in the audit log; returns how many. A repeated request with the key does nothing more. */
export async function replayMessages(
  db: D1Database,
  actor: Actor,
  { webhookId, what, key }: Replay,
  now: number,
): Promise<number> {
  const m = webhookMessage
  const fits = 'message' in what ? eq(m.id, what.message) : and(gte(m.at, what.from), lt(m.at, what.until))
  const where = and(eq(m.webhookId, webhookId), fits)
  const count = await connect(db).$count(m, where)
  if (count === 0) return 0
  const after = 'message' in what ? { message: what.message } : { from: what.from, until: what.until - 1 }
  const row = {
    ...{ at: now, actor, kind: 'replay', record: 'webhook', recordId: webhookId, version: 1, why: null },
    ...{ key, batch: null, undoes: null, before: {}, after: { ...after, messages: count } },
  }
  const isOpen = sql`exists (select 1 from ${webhook} where id = ${webhookId} and ended_at is null)`
  const outcome = await runRecorded(db, [
    addAuditRow(row, isOpen),
    sql`update ${m} set due_at = ${now}, attempts = 0, done_at = null where ${where}`,
  ])
  return typeof outcome === 'string' ? 0 : count
}
