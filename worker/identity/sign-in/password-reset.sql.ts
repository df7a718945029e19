/** Links to choose a password: one use, valid for an hour or a day. The key is the SHA-256 of the token in the link. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { passwordReset } from '../../../schema/identity/session/session.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

/** The lifetime of a link in milliseconds; the last link of a day lives longer (worker/account/account.mail.ts). */
export const RESET_LIFE = 60 * 60_000

/** The largest number of valid links of one customer. */
const MAX_LINKS = 3

/**
 * Adds a link unless the customer has `MAX_LINKS` valid ones. Existing links stay valid, so that further requests by other
 * people do not end the customer's link. `addOutbox(…, 'ifChanged')` follows in the same batch.
 */
export function addPasswordReset(
  db: D1Database,
  link: { id: string; customerId: number; now: number; expiresAt: number },
): D1PreparedStatement {
  const { id, customerId, now, expiresAt } = link
  const valid = sql`select count(*) from ${passwordReset}
    where ${passwordReset.customerId} = ${customerId} and ${passwordReset.expiresAt} > ${now}`
  const values = { id, customerId, createdAt: now, expiresAt }
  return toStatement(db, insertFrom(passwordReset, values, sql`where (${valid}) < ${MAX_LINKS}`))
}

/** Returns the condition that a link has this id and has not expired. */
const isValid = (id: string, now: number) => and(eq(passwordReset.id, id), gt(passwordReset.expiresAt, now))

/** Returns the customer of a link; `null` when the link has expired. */
export async function findPasswordReset(
  db: D1Database,
  id: string,
  now: number,
): Promise<{ customerId: number; email: string; firstname: string; expiresAt: number } | null> {
  const { id: customerId, email, firstname } = customer
  const row = await connect(db)
    .select({ customerId, email, firstname, expiresAt: passwordReset.expiresAt })
    .from(passwordReset)
    .innerJoin(customer, eq(customerId, passwordReset.customerId))
    .where(isValid(id, now))
    .get()
  return row ?? null
}

/** Extends a valid link to `expiresAt`. */
export async function prolongPasswordReset(
  db: D1Database,
  id: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> {
  await connect(db)
    .update(passwordReset)
    .set({ expiresAt: sql`max(${passwordReset.expiresAt}, ${expiresAt})` })
    .where(isValid(id, now))
}

/**
 * Returns the statement that sets the password by a valid link. `addOutbox(…, 'ifChanged')` and `endPasswordResets` follow in
 * the same batch.
 */
export function setPasswordByLink(
  db: D1Database,
  { id, hash, now }: { id: string; hash: string; now: number },
): D1PreparedStatement {
  const client = connect(db)
  const owner = client.select({ id: passwordReset.customerId }).from(passwordReset).where(isValid(id, now))
  return toStatement(
    db,
    client
      .update(customer)
      .set({ passwordHash: hash, updatedAt: now })
      .where(sql`${customer.id} = (${owner})`),
  )
}

export function endPasswordResets(db: D1Database, customerId: number): D1PreparedStatement {
  return toStatement(db, connect(db).delete(passwordReset).where(eq(passwordReset.customerId, customerId)))
}
