/** Addresses that wait for the link in a mail to them. The key is the SHA-256 of what the link carries. */
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { emailConfirmation } from '../../../schema/identity/session/session.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface EmailConfirmation {
  customerId: number
  /** The address that waits. */
  email: string
  /** The address that the account has. */
  before: string
  hasPassword: boolean
}

/** The condition that a link is of this id and still valid. */
const isValid = (id: string, now: number) =>
  and(eq(emailConfirmation.id, id), gt(emailConfirmation.expiresAt, now))

/**
 * Saves the link of an account, in place of an earlier one. `of` is the account's present address, because a new account
 * has no id yet when its welcome is written.
 */
export function addEmailConfirmation(
  db: D1Database,
  {
    id,
    of,
    email,
    now,
    expiresAt,
  }: { id: string; of: string; email: string; now: number; expiresAt: number },
): D1PreparedStatement {
  const insert = insertFrom(
    emailConfirmation,
    { id, customerId: customer.id, email, createdAt: now, expiresAt },
    sql`from ${customer} where ${customer.email} = ${of}`,
  )
  return toStatement(
    db,
    sql`${insert} on conflict (customer_id) do update set
      id = excluded.id, email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
}

/** Returns what a link is about, while the link is valid. */
export async function findEmailConfirmation(
  db: D1Database,
  id: string,
  now: number,
): Promise<EmailConfirmation | null> {
  const { customerId, email } = emailConfirmation
  const row = await connect(db)
    .select({ customerId, email, before: customer.email, passwordHash: customer.passwordHash })
    .from(emailConfirmation)
    .innerJoin(customer, eq(customer.id, customerId))
    .where(isValid(id, now))
    .get()
  if (!row) return null
  const { passwordHash, ...confirmation } = row
  return { ...confirmation, hasPassword: passwordHash !== null }
}

/** Returns the address that waits for its confirmation; `null` when there is none. */
export async function findAwaitedEmail(
  db: D1Database,
  customerId: number,
  now: number,
): Promise<string | null> {
  const { email, expiresAt } = emailConfirmation
  const row = await connect(db)
    .select({ email })
    .from(emailConfirmation)
    .innerJoin(customer, eq(customer.id, emailConfirmation.customerId))
    .where(and(eq(customer.id, customerId), ne(email, customer.email), gt(expiresAt, now)))
    .get()
  return row?.email ?? null
}

/** Sets the account's address by a link that is still valid; behind it stands `addOutbox(…, 'ifChanged')`. */
export function setEmailByLink(
  db: D1Database,
  { id, now }: { id: string; now: number },
): D1PreparedStatement {
  return toStatement(
    db,
    connect(db)
      .update(customer)
      .set({ email: sql`${emailConfirmation.email}`, emailConfirmedAt: now, updatedAt: now })
      .from(emailConfirmation)
      .where(and(eq(emailConfirmation.customerId, customer.id), isValid(id, now))),
  )
}

/** Notes that the mailbox of this address is the account's. */
export function confirmMailbox(
  db: D1Database,
  { customerId, email, now }: { customerId: number; email: string; now: number },
): D1PreparedStatement {
  return toStatement(
    db,
    connect(db)
      .update(customer)
      .set({ emailConfirmedAt: sql`coalesce(${customer.emailConfirmedAt}, ${now})` })
      .where(and(eq(customer.id, customerId), eq(customer.email, email))),
  )
}

export function endEmailConfirmations(db: D1Database, customerId: number): D1PreparedStatement {
  const isOwn = eq(emailConfirmation.customerId, customerId)
  return toStatement(db, connect(db).delete(emailConfirmation).where(isOwn))
}
