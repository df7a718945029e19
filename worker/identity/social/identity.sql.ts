/** Identities at providers of sign-in that open a customer's account. */
import type { CustomerSecret } from '../sign-in/customer.sql.ts'

export interface IdentityKey {
  provider: 'google' | 'facebook'
  subject: string
}

/** Whose account this identity opens; by the provider's id alone, never by an address. */
export function findCustomerByIdentity(
  db: D1Database,
  { provider, subject }: IdentityKey,
): Promise<CustomerSecret | null> {
  return db
    .prepare(
      `SELECT c.id, c.email, c.firstname, c.password_hash AS passwordHash
       FROM customer_identity AS i JOIN customer AS c ON c.id = i.customer_id
       WHERE i.provider = ?1 AND i.subject = ?2`,
    )
    .bind(provider, subject)
    .first<CustomerSecret>()
}

/** Connects an identity with an account; one that opens another account already is left there. */
export function addIdentity(
  db: D1Database,
  identity: IdentityKey & { customerId: number; email: string; now: number },
): D1PreparedStatement {
  const { provider, subject, customerId, email, now } = identity
  return db
    .prepare(
      `INSERT INTO customer_identity (provider, subject, customer_id, email, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (provider, subject) DO NOTHING`,
    )
    .bind(provider, subject, customerId, email, now)
}

/** What a form calls an identity of its customer. */
export function identityId({ provider, subject }: IdentityKey): string {
  return `${provider}:${subject}`
}

/** The identities that open an account, oldest first. */
export async function readIdentities(
  db: D1Database,
  customerId: number,
): Promise<(IdentityKey & { email: string })[]> {
  const { results } = await db
    .prepare(
      'SELECT provider, subject, email FROM customer_identity WHERE customer_id = ?1 ORDER BY created_at, provider',
    )
    .bind(customerId)
    .all<IdentityKey & { email: string }>()
  return results
}

/** Disconnects one identity of an account, unless nothing else would open the account. */
export function removeIdentity(
  db: D1Database,
  { provider, subject, customerId }: IdentityKey & { customerId: number },
): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM customer_identity WHERE provider = ?1 AND subject = ?2 AND customer_id = ?3 AND (
         EXISTS (SELECT 1 FROM customer WHERE id = ?3 AND password_hash IS NOT NULL)
         OR (SELECT count(*) FROM customer_identity WHERE customer_id = ?3) > 1)`,
    )
    .bind(provider, subject, customerId)
}

/** Disconnects all identities of an account; for the batch that changes its password or address. */
export function removeIdentities(db: D1Database, customerId: number): D1PreparedStatement {
  return db.prepare('DELETE FROM customer_identity WHERE customer_id = ?1').bind(customerId)
}
