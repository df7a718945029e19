/** Counts attempts within a window of time. */

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

/** Returns the statement that counts an attempt; a window that ended begins anew. */
function countOne({ id, windowMs }: AttemptCounter, now: number, condition = sql`where true`) {
  const hasEnded = sql`${attempt.since} <= ${now - windowMs}`
  return sql`${insertFrom(attempt, { id, failures: 1, since: now, lastAt: now }, condition)}
    on conflict (id) do update set
      failures = case when ${hasEnded} then 1 else ${ONE_MORE} end,
      since = case when ${hasEnded} then ${now} else ${attempt.since} end, last_at = ${now}`
}

/**
 * Counts an attempt in each counter and returns how many there were in its window, this one among them. Counted before
 * the password is validated, so that simultaneous attempts are not all the first.
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
 * Counts what is called `name` in each counter unless it is counted already, and returns how many there are. At one
 * moment, as `countAttempts` does.
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

/** Reverts what `countAttemptOnce` counted under this name, once. */
export async function uncountAttempt(
  db: D1Database,
  name: string,
  counters: readonly AttemptCounter[],
): Promise<void> {
  const client = connect(db)
  await db.batch([
    toStatement(db, client.delete(attempt).where(eq(attempt.id, name))),
    // Each behind the one before: a statement that changed nothing ends the row.
    ...counters.map(({ id }) => {
      const isCounted = and(eq(attempt.id, id), sql`changes() > 0`)
      return toStatement(db, client.update(attempt).set({ failures: ONE_LESS }).where(isCounted))
    }),
  ])
}

/** Reverts the attempts of a person whose password was right: `forgiven` begin anew, `lessened` lose one. */
export async function resetAttempts(
  db: D1Database,
  forgiven: readonly string[],
  lessened: readonly string[],
): Promise<void> {
  const client = connect(db)
  await db.batch([
    ...forgiven.map((id) => toStatement(db, client.delete(attempt).where(eq(attempt.id, id)))),
    ...lessened.map((id) =>
      toStatement(db, client.update(attempt).set({ failures: ONE_LESS }).where(eq(attempt.id, id))),
    ),
  ])
}

/** Deletes attempts of a day ago. */
export async function deleteOldAttempts(db: D1Database, now: number): Promise<void> {
  await connect(db)
    .delete(attempt)
    .where(lt(attempt.lastAt, now - DAY_MS))
}
