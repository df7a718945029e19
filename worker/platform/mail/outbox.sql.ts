/** The outbox: rows of mails until they are sent. The queue only has their ids. */

import { and, between, count, eq, gt, gte, isNull, like, lt, lte, min, or, sql } from 'drizzle-orm'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { connect, insertFrom, toStatement } from '../drizzle.sql.ts'
import { describeError } from '../security/log-redaction.ts'

export interface OutboxRow {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

/** A mail to send; `kind` is a key in worker/mails.ts. */
export interface OutboxEntry {
  kind: string
  payload: Record<string, string | number | boolean | null>
  now: number
}

/**
 * Returns the statement that adds an entry to the outbox, for the batch with the change that the mail reports. Its
 * result is the row's `id`, for `enqueueOutbox`. With `ifChanged` the statement must directly follow the change, and
 * writes no row when the change affected no row.
 */
export function addOutbox(
  db: D1Database,
  entry: OutboxEntry,
  when: 'always' | 'ifChanged' = 'always',
): D1PreparedStatement {
  const { kind, payload, now } = entry
  const condition = when === 'always' ? sql`where true` : sql`where changes() > 0`
  const insert = insertFrom(outbox, { kind, payload, createdAt: now, nextAt: now }, condition)
  return toStatement(db, sql`${insert} returning id`)
}

/** Notifies the queue of rows that `addOutbox` wrote; `results` are the results of its statements. Never throws. */
export async function enqueueOutbox(
  queue: OutboxQueue,
  results: readonly D1Result<unknown>[],
): Promise<void> {
  await enqueueOutboxIds(
    queue,
    results.flatMap((result) => result.results.flatMap(readId)),
  )
}

type OutboxQueue = Queue<{ outboxId: number }>

/** Notifies the queue of rows. Never throws, because the cron job finds rows with a lost message within a minute. */
export async function enqueueOutboxIds(queue: OutboxQueue, ids: readonly number[]): Promise<void> {
  try {
    if (ids.length > 0) await queue.sendBatch(ids.map((outboxId) => ({ body: { outboxId } })))
  } catch (error) {
    console.error('queueing mails of the outbox failed', describeError(error))
  }
}

function readId(row: unknown): number[] {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number' ? [row.id] : []
}

/** Why a row waits that is above the limit of its mailbox. */
export const LIMIT_REASON = 'beyond the limit of mails of this kind to one mailbox'

/** Returns the query of the time since which the oldest row waits, except rows that wait for a limit of their mailbox. */
export function oldestWaiting(client: ReturnType<typeof connect>) {
  const { createdAt, sentAt, attempts, lastError } = outbox
  return client
    .select({ at: min(createdAt) })
    .from(outbox)
    .where(
      and(isNull(sentAt), lt(attempts, MAX_ATTEMPTS), sql`coalesce(${lastError}, '') <> ${LIMIT_REASON}`),
    )
}

/** Number of attempts after which a row is left to the operator. */
export const MAX_ATTEMPTS = 30

/** The condition that the row is not sent. */
const isWaiting = (id: number) => and(eq(outbox.id, id), isNull(outbox.sentAt))

/** Longest pause between two attempts. */
const MAX_PAUSE_MS = 6 * HOUR_MS

/**
 * Leases a row for one attempt: no other caller can lease the row within `leaseMs`. `null` when the row is sent, not
 * due, or leased.
 */
export async function leaseOutboxRow(
  db: D1Database,
  id: number,
  now: number,
  leaseMs: number,
): Promise<OutboxRow | null> {
  const { kind, payload, attempts, nextAt } = outbox
  const row = await connect(db)
    .update(outbox)
    .set({ attempts: sql`${attempts} + 1`, nextAt: now + leaseMs })
    .where(and(isWaiting(id), lte(nextAt, now), lt(attempts, MAX_ATTEMPTS)))
    .returning({ id: outbox.id, kind, payload, attempts })
    .get()
  return row ?? null
}

/** Marks the row as sent. */
export async function markSent(db: D1Database, id: number, now: number): Promise<void> {
  await connect(db).update(outbox).set({ sentAt: now, lastError: null }).where(eq(outbox.id, id))
}

/** Schedules the next attempt; the pause starts with half a minute and doubles each time. */
export async function markFailed(
  db: D1Database,
  failure: { id: number; attempts: number; error: string; now: number },
): Promise<void> {
  const { id, attempts, error, now } = failure
  const pause = Math.min(MAX_PAUSE_MS, 30_000 * 2 ** Math.min(attempts - 1, 20))
  await connect(db)
    .update(outbox)
    .set({ lastError: error.slice(0, 500), nextAt: now + pause })
    .where(isWaiting(id))
}

/** Reschedules the row without counting the attempt, because no mail was sent or the mail service was busy. */
export async function postpone(
  db: D1Database,
  row: { id: number; until: number; reason: string },
): Promise<void> {
  await connect(db)
    .update(outbox)
    .set({ lastError: row.reason, nextAt: row.until, attempts: sql`${outbox.attempts} - 1` })
    .where(isWaiting(row.id))
}

/** Makes all failed rows due that would wait longer than a minute for their next attempt. */
export async function makeWaitingDue(db: D1Database, now: number): Promise<void> {
  const { sentAt, nextAt, attempts } = outbox
  await connect(db)
    .update(outbox)
    .set({ nextAt: now })
    .where(and(isNull(sentAt), gt(nextAt, now + 60_000), between(attempts, 1, MAX_ATTEMPTS - 1)))
}

/** Ends the attempts of a row; the row stays with its reason. */
export async function markRefused(db: D1Database, id: number, error: string): Promise<void> {
  await connect(db)
    .update(outbox)
    .set({ lastError: error.slice(0, 500), attempts: MAX_ATTEMPTS })
    .where(isWaiting(id))
}

export interface DueRow {
  id: number
  /** Time from which the row may be sent; usually in the past. */
  dueAt: number
}

/** Returns rows that are due before `until`, oldest first, because the queue may have lost them. */
export async function findDueRows(db: D1Database, until: number, limit: number): Promise<DueRow[]> {
  const { id, sentAt, nextAt, attempts } = outbox
  return connect(db)
    .select({ id, dueAt: nextAt })
    .from(outbox)
    .where(and(isNull(sentAt), lte(nextAt, until), lt(attempts, MAX_ATTEMPTS)))
    .orderBy(nextAt)
    .limit(limit)
}

/** Returns the number of mails sent within the last minute; `null` while the mail service does not throttle. */
export async function readPace(db: D1Database, now: number): Promise<number | null> {
  const client = connect(db)
  const since = now - 60_000
  const { sentAt, nextAt, lastError } = outbox
  const [[sent], throttled] = await client.batch([
    client.select({ count: count() }).from(outbox).where(gt(sentAt, since)),
    client
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNull(sentAt), gt(nextAt, since), like(lastError, '429 %')))
      .limit(1),
  ])
  return throttled.length > 0 ? (sent?.count ?? 0) : null
}

/**
 * Deletes mails that were sent before `before`, and older ones without further attempts, because they have personal
 * data.
 */
export async function deleteSent(db: D1Database, before: number): Promise<void> {
  const { sentAt, attempts, createdAt } = outbox
  const hasFailed = and(isNull(sentAt), gte(attempts, MAX_ATTEMPTS), lt(createdAt, before))
  await connect(db)
    .delete(outbox)
    .where(or(lt(sentAt, before), hasFailed))
}
