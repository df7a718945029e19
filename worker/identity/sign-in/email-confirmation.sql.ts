/** Unconfirmed e-mail addresses with the links sent to them. The key is the SHA-256 of the token in the link. */
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { emailConfirmation } from '../../../schema/identity/session/session.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface EmailConfirmation {
  customerId: number
  /** The unconfirmed address. */
  email: string
  /** The current address of the account. */
  before: string
  hasPassword: boolean
}

/** Returns the condition that a link has this id and has not expired. */
const isValid = (id: string, now: number) =>
  and(eq(emailConfirmation.id, id), gt(emailConfirmation.expiresAt, now))

/**
 * Saves the link of an account and replaces an earlier one. `of` is the current address of the account, because a new account
 * has no id yet when its welcome mail is written.
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

/** Returns the confirmation of a link; `null` when the link has expired. */
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

/** Returns the unconfirmed new address of a customer; `null` without one. */
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

/** Sets the account's address by a valid link; `addOutbox(…, 'ifChanged')` follows in the same batch. */
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

/** Marks the e-mail address of an account as confirmed. */
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
