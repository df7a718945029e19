/** Customers as their sign-in needs them. A customer's own things are asked for with the customer's id. */

/** What a sign-in looks at. */
export interface CustomerSecret {
  id: number
  email: string
  firstname: string
  /** `null` when the account only signs in elsewhere. */
  passwordHash: string | null
}

const SECRET = 'SELECT id, email, firstname, password_hash AS passwordHash FROM customer'

/** By address, however it is spelled. */
export function findCustomerByEmail(db: D1Database, email: string): Promise<CustomerSecret | null> {
  return db.prepare(`${SECRET} WHERE email = ?1`).bind(email.trim().toLowerCase()).first<CustomerSecret>()
}

export function findCustomerSecret(db: D1Database, id: number): Promise<CustomerSecret | null> {
  return db.prepare(`${SECRET} WHERE id = ?1`).bind(id).first<CustomerSecret>()
}
