/** Links that let their holder choose a password: one use, one hour or one day. The key is the SHA-256 of what the link carries. */

/** Milliseconds that a link lives, but the last one of a day (worker/account/account.mail.ts). */
export const RESET_LIFE = 60 * 60_000

/** Links of one customer that may live at a time. */
const MOST = 3

/**
 * Keeps a link unless as many live already: those stay, so that nobody can end the link that its owner has just got by
 * asking for more. In its batch `addOutbox(…, 'ifChanged')` stands behind it.
 */
export function addPasswordReset(
  db: D1Database,
  link: { id: string; customerId: number; now: number; expiresAt: number },
): D1PreparedStatement {
  const { id, customerId, now, expiresAt } = link
  return db
    .prepare(
      `INSERT INTO password_reset (id, customer_id, created_at, expires_at) SELECT ?1, ?2, ?3, ?4
       WHERE (SELECT count(*) FROM password_reset WHERE customer_id = ?2 AND expires_at > ?3) < ${MOST}`,
    )
    .bind(id, customerId, now, expiresAt)
}

/** Whose link this is, while it lives. */
export async function findPasswordReset(
  db: D1Database,
  id: string,
  now: number,
): Promise<{ customerId: number; email: string; firstname: string; expiresAt: number } | null> {
  return db
    .prepare(
      `SELECT c.id AS customerId, c.email, c.firstname, r.expires_at AS expiresAt FROM password_reset AS r JOIN customer AS c ON c.id = r.customer_id
       WHERE r.id = ?1 AND r.expires_at > ?2`,
    )
    .bind(id, now)
    .first<{ customerId: number; email: string; firstname: string; expiresAt: number }>()
}

/** Lets a link that still lives do so until `expiresAt`. */
export async function prolongPasswordReset(
  db: D1Database,
  id: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> {
  await db
    .prepare('UPDATE password_reset SET expires_at = max(expires_at, ?3) WHERE id = ?1 AND expires_at > ?2')
    .bind(id, now, expiresAt)
    .run()
}

/**
 * Returns the statement that sets the password by a link that is still valid: behind it stand
 * `addOutbox(…, 'ifChanged')` and `endPasswordResets`, in one batch.
 */
export function setPasswordByLink(
  db: D1Database,
  link: { id: string; hash: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE customer SET password_hash = ?2, updated_at = ?3
       WHERE id = (SELECT customer_id FROM password_reset WHERE id = ?1 AND expires_at > ?3)`,
    )
    .bind(link.id, link.hash, link.now)
}

export function endPasswordResets(db: D1Database, customerId: number): D1PreparedStatement {
  return db.prepare('DELETE FROM password_reset WHERE customer_id = ?1').bind(customerId)
}
