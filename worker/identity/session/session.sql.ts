/** Sessions of customers. The key is a hash, so that nobody who reads the table is somebody else. */

export type SessionKind = 'page' | 'wire'

/** A living session with what decides about its customer. */
export interface SessionRow {
  id: string
  kind: SessionKind
  customerId: number
  groupId: number
  isStaff: boolean
  agent: string
  network: string
  /** Milliseconds, like every moment here. */
  createdAt: number
  seenAt: number
}

/** The session of this key, unless it has ended. One read by primary key. */
export async function findSession(
  db: D1Database,
  id: string,
  kind: SessionKind,
  now: number,
): Promise<SessionRow | null> {
  const row = await db
    .prepare(
      `SELECT s.id, s.kind, s.customer_id, c.group_id, m.customer_id AS staff, s.agent, s.network, s.created_at, s.seen_at
       FROM customer_session AS s JOIN customer AS c ON c.id = s.customer_id
       LEFT JOIN staff_member AS m ON m.customer_id = s.customer_id
       WHERE s.id = ?1 AND s.kind = ?2 AND s.expires_at > ?3`,
    )
    .bind(id, kind, now)
    .first<{
      id: string
      kind: SessionKind
      customer_id: number
      group_id: number
      staff: number | null
      agent: string
      network: string
      created_at: number
      seen_at: number
    }>()
  if (!row) return null
  return {
    id: row.id,
    kind: row.kind,
    customerId: row.customer_id,
    groupId: row.group_id,
    isStaff: row.staff !== null,
    agent: row.agent,
    network: row.network,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }
}

export interface NewSession {
  id: string
  kind: SessionKind
  customerId: number
  agent: string
  network: string
  now: number
  expiresAt: number
}

export function addSession(db: D1Database, session: NewSession): D1PreparedStatement {
  const { id, kind, customerId, agent, network, now, expiresAt } = session
  return db
    .prepare(
      `INSERT INTO customer_session (id, customer_id, kind, agent, network, created_at, seen_at, expires_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)`,
    )
    .bind(id, customerId, kind, agent, network, now, expiresAt)
}

/** Notes that it was used, and lets it live on. */
export async function touchSession(
  db: D1Database,
  seen: { id: string; network: string; now: number; expiresAt: number },
): Promise<void> {
  await db
    .prepare('UPDATE customer_session SET seen_at = ?2, expires_at = ?3, network = ?4 WHERE id = ?1')
    .bind(seen.id, seen.now, seen.expiresAt, seen.network)
    .run()
}

export async function endSession(db: D1Database, id: string): Promise<void> {
  await db.prepare('DELETE FROM customer_session WHERE id = ?1').bind(id).run()
}

/** Ends every session of a customer, but for `except`; for the batch that changes a password. */
export function endSessionsOf(
  db: D1Database,
  customerId: number,
  except: string | null = null,
): D1PreparedStatement {
  return db
    .prepare('DELETE FROM customer_session WHERE customer_id = ?1 AND id IS NOT ?2')
    .bind(customerId, except)
}
