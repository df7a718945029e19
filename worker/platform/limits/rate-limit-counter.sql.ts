/** Counts attempts within a time window. */

import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { attempt } from '../../../schema/platform/limits/attempt.table.ts'
import { connect, insertFrom, toStatement } from '../drizzle.sql.ts'

/** A counter, and its window in milliseconds. */
export interface AttemptCounter {
  id: string
  windowMs: number
}

const ONE_MORE = sql`${attempt.failures} + 1`
const ONE_LESS = sql`max(0, ${attempt.failures} - 1)`

/** Returns the statement that counts an attempt; after the end of a window, a new window begins. */
function countOne({ id, windowMs }: AttemptCounter, now: number, condition = sql`where true`) {
  const hasEnded = sql`${attempt.since} <= ${now - windowMs}`
  return sql`${insertFrom(attempt, { id, failures: 1, since: now, lastAt: now }, condition)}
    on conflict (id) do update set
      failures = case when ${hasEnded} then 1 else ${ONE_MORE} end,
      since = case when ${hasEnded} then ${now} else ${attempt.since} end, last_at = ${now}`
}

/**
 * Counts an attempt in each counter and returns the number of attempts in the window, including this one. Callers count
 * before they validate the password, so that simultaneous attempts do not all count as the first.
 */
export async function countAttempts(
  db: D1Database,
  counters: readonly AttemptCounter[],
  now: number,
): Promise<number[]> {
  const results = await db.batch<{ failures: number }>(
    counters.map((counter) => toStatement(db, sql`${countOne(counter, now)} returning failures`)),
  )
  return results.map(({ results: [row] }) => row?.failures ?? 0)
}

/**
 * Counts the attempt `name` in each counter unless it is already counted, and returns the number in each window. One
 * transaction, like `countAttempts`.
 */
export async function countAttemptOnce(
  db: D1Database,
  name: string,
  counters: readonly AttemptCounter[],
  now: number,
): Promise<number[]> {
  const client = connect(db)
  const isNew = sql`where exists (select 1 from ${attempt} where ${attempt.id} = ${name} and ${attempt.failures} = 1)`
  const results = await db.batch<{ failures: number }>([
    toStatement(
      db,
      client
        .insert(attempt)
        .values({ id: name, failures: 1, since: now, lastAt: now })
        .onConflictDoUpdate({ target: attempt.id, set: { failures: ONE_MORE, lastAt: now } }),
    ),
    ...counters.map((counter) => toStatement(db, countOne(counter, now, isNew))),
    ...counters.map(({ id, windowMs }) => {
      const isCurrent = and(eq(attempt.id, id), gt(attempt.since, now - windowMs))
      return toStatement(db, client.select({ failures: attempt.failures }).from(attempt).where(isCurrent))
    }),
  ])
  return results.slice(1 + counters.length).map(({ results: [row] }) => row?.failures ?? 0)
}

/** Reverts what `countAttemptOnce` counted for `name`; a second call has no effect. */
export async function revertAttempt(
  db: D1Database,
  name: string,
  counters: readonly AttemptCounter[],
): Promise<void> {
  const client = connect(db)
  await db.batch([
    toStatement(db, client.delete(attempt).where(eq(attempt.id, name))),
    // Each statement depends on the one before: after a statement without changes, the rest changes nothing.
    ...counters.map(({ id }) => {
      const isCounted = and(eq(attempt.id, id), sql`changes() > 0`)
      return toStatement(db, client.update(attempt).set({ failures: ONE_LESS }).where(isCounted))
    }),
  ])
}

/** Reverts attempts after a correct password: counters in `cleared` are deleted, counters in `decremented` lose one. */
export async function resetAttempts(
  db: D1Database,
  cleared: readonly string[],
  decremented: readonly string[],
): Promise<void> {
  const client = connect(db)
  await db.batch([
    ...cleared.map((id) => toStatement(db, client.delete(attempt).where(eq(attempt.id, id)))),
    ...decremented.map((id) =>
      toStatement(db, client.update(attempt).set({ failures: ONE_LESS }).where(eq(attempt.id, id))),
    ),
  ])
}

/** Deletes counters that have not changed for a day. */
export async function deleteOldAttempts(db: D1Database, now: number): Promise<void> {
  await connect(db)
    .delete(attempt)
    .where(lt(attempt.lastAt, now - DAY_MS))
}
