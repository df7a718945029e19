/** Identities at providers of sign-in that open a customer's account. */
import type { CustomerSecret } from './customer.ts'

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
