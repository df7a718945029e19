/** Counts of tries at a door within a window of time. */

/** A counter, and what it takes. Milliseconds. */
export interface AttemptCounter {
  id: string
  windowMs: number
}

/**
 * Counts a try in each counter and answers how many there were in its window, this one among them. Counted before the
 * password is looked at, so that tries at one moment are not all the first.
 */
export async function countAttempts(
  db: D1Database,
  counters: readonly AttemptCounter[],
  now: number,
): Promise<number[]> {
  const results = await db.batch<{ failures: number }>(
    counters.map(({ id, windowMs }) =>
      db
        .prepare(
          `INSERT INTO sign_in_attempt (id, failures, since, last_at) VALUES (?1, 1, ?2, ?2)
           ON CONFLICT (id) DO UPDATE SET
             failures = CASE WHEN since <= ?3 THEN 1 ELSE failures + 1 END,
             since = CASE WHEN since <= ?3 THEN ?2 ELSE since END, last_at = ?2
           RETURNING failures`,
        )
        .bind(id, now, now - windowMs),
    ),
  )
  return results.map(({ results: [row] }) => row?.failures ?? 0)
}

/**
 * Counts what is called `name` in each counter unless it is counted already, and answers how many there are. At one
 * moment, as `countAttempts` does.
 */
export async function countAttemptOnce(
  db: D1Database,
  name: string,
  counters: readonly AttemptCounter[],
  now: number,
): Promise<number[]> {
  const isNew = 'EXISTS (SELECT 1 FROM sign_in_attempt WHERE id = ?4 AND failures = 1)'
  const results = await db.batch<{ failures: number }>([
    db
      .prepare(
        `INSERT INTO sign_in_attempt (id, failures, since, last_at) VALUES (?1, 1, ?2, ?2)
         ON CONFLICT (id) DO UPDATE SET failures = failures + 1, last_at = ?2`,
      )
      .bind(name, now),
    ...counters.map(({ id, windowMs }) =>
      db
        .prepare(
          `INSERT INTO sign_in_attempt (id, failures, since, last_at) SELECT ?1, 1, ?2, ?2 WHERE ${isNew}
           ON CONFLICT (id) DO UPDATE SET
             failures = CASE WHEN since <= ?3 THEN 1 ELSE failures + 1 END,
             since = CASE WHEN since <= ?3 THEN ?2 ELSE since END, last_at = ?2`,
        )
        .bind(id, now, now - windowMs, name),
    ),
    ...counters.map(({ id, windowMs }) =>
      db
        .prepare('SELECT failures FROM sign_in_attempt WHERE id = ?1 AND since > ?2')
        .bind(id, now - windowMs),
    ),
  ])
  return results.slice(1 + counters.length).map(({ results: [row] }) => row?.failures ?? 0)
}

/** Takes back what `countAttemptOnce` counted under this name, once. */
export async function uncountAttempt(
  db: D1Database,
  name: string,
  counters: readonly AttemptCounter[],
): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM sign_in_attempt WHERE id = ?1').bind(name),
    // Each behind the one before: what changed nothing ends the row.
    ...counters.map(({ id }) =>
      db
        .prepare('UPDATE sign_in_attempt SET failures = max(0, failures - 1) WHERE id = ?1 AND changes() > 0')
        .bind(id),
    ),
  ])
}

/** Takes back the tries of somebody who turned out to be right: `forgiven` begin anew, `lessened` by one. */
export async function resetAttempts(
  db: D1Database,
  forgiven: readonly string[],
  lessened: readonly string[],
): Promise<void> {
  await db.batch([
    ...forgiven.map((id) => db.prepare('DELETE FROM sign_in_attempt WHERE id = ?1').bind(id)),
    ...lessened.map((id) =>
      db.prepare('UPDATE sign_in_attempt SET failures = max(0, failures - 1) WHERE id = ?1').bind(id),
    ),
  ])
}

/** Deletes what no longer counts: sessions and links that ended, tries of a day ago. */
export async function deleteExpiredSessions(db: D1Database, now: number): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM customer_session WHERE expires_at <= ?1').bind(now),
    db.prepare('DELETE FROM password_reset WHERE expires_at <= ?1').bind(now),
    db.prepare('DELETE FROM email_confirmation WHERE expires_at <= ?1').bind(now),
    db.prepare('DELETE FROM sign_in_attempt WHERE last_at < ?1').bind(now - 86_400_000),
  ])
}
