/** Addresses that wait for the link in a mail to them. The key is the SHA-256 of what the link carries. */

export interface EmailConfirmation {
  customerId: number
  /** The address that waits. */
  email: string
  /** The address that the account has. */
  before: string
  hasPassword: boolean
}

/**
 * Keeps the link of an account, in place of an earlier one. `of` is the account's present address, because a new account
 * has no id yet when its welcome is written.
 */
export function addEmailConfirmation(
  db: D1Database,
  link: { id: string; of: string; email: string; now: number; expiresAt: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO email_confirmation (id, customer_id, email, created_at, expires_at)
       SELECT ?1, id, ?3, ?4, ?5 FROM customer WHERE email = ?2
       ON CONFLICT (customer_id) DO UPDATE SET
         id = excluded.id, email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    )
    .bind(link.id, link.of, link.email, link.now, link.expiresAt)
}

/** What a link is about, while it lives. */
export async function findEmailConfirmation(
  db: D1Database,
  id: string,
  now: number,
): Promise<EmailConfirmation | null> {
  const row = await db
    .prepare(
      `SELECT e.customer_id AS customerId, e.email, c.email AS before, c.password_hash IS NOT NULL AS hasPassword
       FROM email_confirmation AS e JOIN customer AS c ON c.id = e.customer_id WHERE e.id = ?1 AND e.expires_at > ?2`,
    )
    .bind(id, now)
    .first<Omit<EmailConfirmation, 'hasPassword'> & { hasPassword: number }>()
  return row && { ...row, hasPassword: row.hasPassword === 1 }
}

/** The address that waits for an account; `null` when none does. */
export function findAwaitedEmail(db: D1Database, customerId: number, now: number): Promise<string | null> {
  return db
    .prepare(
      `SELECT e.email FROM email_confirmation AS e JOIN customer AS c ON c.id = e.customer_id
       WHERE c.id = ?1 AND e.email <> c.email AND e.expires_at > ?2`,
    )
    .bind(customerId, now)
    .first<string>('email')
}

/** Gives the account the address of a link that still lives; behind it stands `addOutbox(…, 'ifChanged')`. */
export function setEmailByLink(db: D1Database, link: { id: string; now: number }): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE customer SET email = e.email, email_confirmed_at = ?2, updated_at = ?2 FROM email_confirmation AS e
       WHERE e.customer_id = customer.id AND e.id = ?1 AND e.expires_at > ?2`,
    )
    .bind(link.id, link.now)
}

/** Notes that the mailbox of this address is the account's. */
export function confirmMailbox(
  db: D1Database,
  mailbox: { customerId: number; email: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE customer SET email_confirmed_at = coalesce(email_confirmed_at, ?3) WHERE id = ?1 AND email = ?2',
    )
    .bind(mailbox.customerId, mailbox.email, mailbox.now)
}

export function endEmailConfirmations(db: D1Database, customerId: number): D1PreparedStatement {
  return db.prepare('DELETE FROM email_confirmation WHERE customer_id = ?1').bind(customerId)
}
