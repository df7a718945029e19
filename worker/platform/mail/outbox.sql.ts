/** The outbox: what has to leave the shop, until it has. The queue carries ids only; these rows are the truth. */
import { describeError } from '../security/log-redaction.ts'

export interface OutboxRow {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

/** Something to leave the shop; `kind` is a line of worker/mails.ts. */
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
  return db
    .prepare(
      `INSERT INTO outbox (kind, payload, created_at, next_at)
       SELECT ?1, ?2, ?3, ?3 WHERE ${when === 'always' ? '1' : 'changes() > 0'} RETURNING id`,
    )
    .bind(entry.kind, JSON.stringify(entry.payload), entry.now)
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

/** Tries after which a row is left for a person to look at. */
export const MAX_ATTEMPTS = 30

/** Longest pause between two tries. */
const LONGEST_PAUSE = 6 * 3_600_000

/**
 * Takes a row for one try: nobody else gets it within `leaseMs`. `null` when it is sent, not due, or somebody has it.
 */
export async function takeOutboxRow(
  db: D1Database,
  id: number,
  now: number,
  leaseMs: number,
): Promise<OutboxRow | null> {
  const row = await db
    .prepare(
      `UPDATE outbox SET attempts = attempts + 1, next_at = ?2 + ?3
       WHERE id = ?1 AND sent_at IS NULL AND next_at <= ?2 AND attempts < ?4
       RETURNING id, kind, payload, attempts`,
    )
    .bind(id, now, leaseMs, MAX_ATTEMPTS)
    .first<{ id: number; kind: string; payload: string; attempts: number }>()
  return row ? { ...row, payload: JSON.parse(row.payload) as unknown } : null
}

export async function markSent(db: D1Database, id: number, now: number): Promise<void> {
  await db.prepare('UPDATE outbox SET sent_at = ?2, last_error = NULL WHERE id = ?1').bind(id, now).run()
}

/** Keeps the row for a later try; the pause doubles each time, beginning at half a minute. */
export async function markFailed(
  db: D1Database,
  failure: { id: number; attempts: number; error: string; now: number },
): Promise<void> {
  const { id, attempts, error, now } = failure
  const pause = Math.min(LONGEST_PAUSE, 30_000 * 2 ** Math.min(attempts - 1, 20))
  await db
    .prepare('UPDATE outbox SET last_error = ?2, next_at = ?3 WHERE id = ?1 AND sent_at IS NULL')
    .bind(id, error.slice(0, 500), now + pause)
    .run()
}

/** Keeps the row for later without counting the try: nothing was tried, or the mail service had no time. */
export async function postpone(
  db: D1Database,
  row: { id: number; until: number; reason: string },
): Promise<void> {
  await db
    .prepare(
      'UPDATE outbox SET last_error = ?2, next_at = ?3, attempts = attempts - 1 WHERE id = ?1 AND sent_at IS NULL',
    )
    .bind(row.id, row.reason, row.until)
    .run()
}

/** Makes all rows due that failed before and wait longer than a minute for their next try. */
export async function wakeWaiting(db: D1Database, now: number): Promise<void> {
  await db
    .prepare(
      'UPDATE outbox SET next_at = ?1 WHERE sent_at IS NULL AND next_at > ?1 + 60000 AND attempts BETWEEN 1 AND ?2 - 1',
    )
    .bind(now, MAX_ATTEMPTS)
    .run()
}

/** Gives up on a row: it stays, with its reason, and is not tried again. */
export async function markRefused(db: D1Database, id: number, error: string): Promise<void> {
  await db
    .prepare('UPDATE outbox SET last_error = ?2, attempts = ?3 WHERE id = ?1 AND sent_at IS NULL')
    .bind(id, error.slice(0, 500), MAX_ATTEMPTS)
    .run()
}

export interface DueRow {
  id: number
  /** When it may be sent; in the past for most. */
  dueAt: number
}

/** Rows that are due before `until`, the oldest first; the queue may have lost them or may never have got them. */
export async function findDueRows(db: D1Database, until: number, limit: number): Promise<DueRow[]> {
  const { results } = await db
    .prepare(
      `SELECT id, next_at AS dueAt FROM outbox
       WHERE sent_at IS NULL AND next_at <= ?1 AND attempts < ?2 ORDER BY next_at LIMIT ?3`,
    )
    .bind(until, MAX_ATTEMPTS, limit)
    .all<DueRow>()
  return results
}

/** How many mails left within the last minute; `null` while the mail service takes as many as come. */
export async function readPace(db: D1Database, now: number): Promise<number | null> {
  const row = await db
    .prepare(
      `SELECT (SELECT count(*) FROM outbox WHERE sent_at > ?1) AS sent,
         EXISTS (SELECT 1 FROM outbox WHERE sent_at IS NULL AND next_at > ?1 AND last_error LIKE '429 %') AS throttled`,
    )
    .bind(now - 60_000)
    .first<{ sent: number; throttled: number }>()
  return row?.throttled ? row.sent : null
}

/** Forgets what was sent before `before`, and what was given up on and is older: it names people, and nobody asks. */
export async function deleteSent(db: D1Database, before: number): Promise<void> {
  await db
    .prepare(
      'DELETE FROM outbox WHERE sent_at < ?1 OR (sent_at IS NULL AND attempts >= ?2 AND created_at < ?1)',
    )
    .bind(before, MAX_ATTEMPTS)
    .run()
}
