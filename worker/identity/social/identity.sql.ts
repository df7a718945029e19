/** Identities at sign-in providers that sign in to a customer's account. */
import { and, eq, sql } from 'drizzle-orm'
import { customerIdentity } from '../../../schema/identity/session/session.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import type { CustomerSecret } from '../sign-in/customer.sql.ts'
import type { Identity } from './identity.ts'

export type IdentityKey = Pick<Identity, 'provider' | 'subject'>

const isIdentity = ({ provider, subject }: IdentityKey) =>
  and(eq(customerIdentity.provider, provider), eq(customerIdentity.subject, subject))

/** Returns the customer of an identity, found by the provider's id only and never by an e-mail address. */
export async function findCustomerByIdentity(
  db: D1Database,
  identity: IdentityKey,
): Promise<CustomerSecret | null> {
  const { id, email, firstname, passwordHash } = customer
  const row = await connect(db)
    .select({ id, email, firstname, passwordHash })
    .from(customerIdentity)
    .innerJoin(customer, eq(id, customerIdentity.customerId))
    .where(isIdentity(identity))
    .get()
  return row ?? null
}

/** Connects an identity with an account, unless the identity is connected with another account. */
export function addIdentity(
  db: D1Database,
  { now, ...identity }: IdentityKey & { customerId: number; email: string; now: number },
): D1PreparedStatement {
  const insert = connect(db)
    .insert(customerIdentity)
    .values({ ...identity, createdAt: now })
    .onConflictDoNothing({ target: [customerIdentity.provider, customerIdentity.subject] })
  return toStatement(db, insert)
}

/** Returns the value that names an identity in forms. */
export function identityId({ provider, subject }: IdentityKey): string {
  return `${provider}:${subject}`
}

/** Returns the identities of an account, oldest first. */
export async function readIdentities(
  db: D1Database,
  customerId: number,
): Promise<(IdentityKey & { email: string })[]> {
  const { provider, subject, email, createdAt } = customerIdentity
  return connect(db)
    .select({ provider, subject, email })
    .from(customerIdentity)
    .where(eq(customerIdentity.customerId, customerId))
    .orderBy(createdAt, provider)
}

/** Disconnects an identity, unless it is the account's only way to sign in. */
export function removeIdentity(
  db: D1Database,
  { customerId, ...identity }: IdentityKey & { customerId: number },
): D1PreparedStatement {
  const t = customerIdentity
  const hasOther = sql`(
    exists (select 1 from ${customer} where ${customer.id} = ${customerId} and ${customer.passwordHash} is not null)
    or (select count(*) from ${t} where ${t.customerId} = ${customerId}) > 1)`
  const removed = and(isIdentity(identity), eq(t.customerId, customerId), hasOther)
  return toStatement(db, connect(db).delete(t).where(removed))
}

/** Disconnects all identities of an account; for the batch that changes its password or address. */
export function removeIdentities(db: D1Database, customerId: number): D1PreparedStatement {
  const isOwn = eq(customerIdentity.customerId, customerId)
  return toStatement(db, connect(db).delete(customerIdentity).where(isOwn))
}
