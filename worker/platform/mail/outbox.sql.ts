/** The outbox: mails until they are sent. The queue carries ids only; these rows are the truth. */

import { and, between, count, eq, gt, gte, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
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

/** A mail to send; `kind` is a line of worker/mails.ts. */
export interface OutboxEntry {
  kind: string
  payload: Record<string, string | number | boolean | null>
  now: number
}

/**
 * The statement that puts an entry into the outbox, for the batch that makes the change that the mail reports; its result is the
 * row's `id`, for `enqueueOutbox`. With `ifChanged` it must stand right behind that change, and writes nothing when that
 * changed nothing.
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

/**
 * Notifies the queue of rows that `addOutbox` wrote; `results` are those of its own statements. A message that is lost is
 * found by the cron within a minute, so this never throws.
 */
export async function enqueueOutbox(
  queue: Queue<{ outboxId: number }>,
  results: readonly D1Result<unknown>[],
): Promise<void> {
  const ids = results.flatMap((result) => result.results.flatMap(idIn))
  try {
    if (ids.length > 0) await queue.sendBatch(ids.map((outboxId) => ({ body: { outboxId } })))
  } catch (error) {
    console.error('outbox', describeError(error))
  }
}

function idIn(row: unknown): number[] {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number' ? [row.id] : []
}

/** Attempts after which a row is left for the operator. */
export const MAX_ATTEMPTS = 30

/** The condition that this row was not sent. */
const isWaiting = (id: number) => and(eq(outbox.id, id), isNull(outbox.sentAt))

/** Longest pause between two attempts. */
const MAX_PAUSE_MS = 6 * HOUR_MS

/**
 * Leases a row for one attempt: no other caller gets the row within `leaseMs`. `null` when it is sent, not due, or leased.
 */
export async function takeOutboxRow(
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

export async function markSent(db: D1Database, id: number, now: number): Promise<void> {
  await connect(db).update(outbox).set({ sentAt: now, lastError: null }).where(eq(outbox.id, id))
}

/** Schedules the next attempt; the pause doubles each time, beginning at half a minute. */
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

/** Schedules the row without counting the attempt: nothing was sent, or the mail service was busy. */
export async function postpone(
  db: D1Database,
  row: { id: number; until: number; reason: string },
): Promise<void> {
  await connect(db)
    .update(outbox)
    .set({ lastError: row.reason, nextAt: row.until, attempts: sql`${outbox.attempts} - 1` })
    .where(isWaiting(row.id))
}

/** Makes all rows due that failed before and wait longer than a minute for their next attempt. */
export async function wakeWaiting(db: D1Database, now: number): Promise<void> {
  const { sentAt, nextAt, attempts } = outbox
  await connect(db)
    .update(outbox)
    .set({ nextAt: now })
    .where(and(isNull(sentAt), gt(nextAt, now + 60_000), between(attempts, 1, MAX_ATTEMPTS - 1)))
}

/** Gives up on a row: it stays, with its reason, without further attempts. */
export async function markRefused(db: D1Database, id: number, error: string): Promise<void> {
  await connect(db)
    .update(outbox)
    .set({ lastError: error.slice(0, 500), attempts: MAX_ATTEMPTS })
    .where(isWaiting(id))
}

export interface DueRow {
  id: number
  /** When it may be sent; in the past for most. */
  dueAt: number
}

/** Returns rows that are due before `until`, the oldest first; the queue may have lost them. */
export async function findDueRows(db: D1Database, until: number, limit: number): Promise<DueRow[]> {
  const { id, sentAt, nextAt, attempts } = outbox
  return connect(db)
    .select({ id, dueAt: nextAt })
    .from(outbox)
    .where(and(isNull(sentAt), lte(nextAt, until), lt(attempts, MAX_ATTEMPTS)))
    .orderBy(nextAt)
    .limit(limit)
}

/** Returns how many mails were sent within the last minute; `null` while the mail service does not throttle. */
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

/** Deletes mails that were sent before `before`, and older ones that were given up: they name people. */
export async function deleteSent(db: D1Database, before: number): Promise<void> {
  const { sentAt, attempts, createdAt } = outbox
  const isGivenUp = and(isNull(sentAt), gte(attempts, MAX_ATTEMPTS), lt(createdAt, before))
  await connect(db)
    .delete(outbox)
    .where(or(lt(sentAt, before), isGivenUp))
}
