/** Customers. Every query of a customer's data contains the customer's id. */
import { and, eq, isNotNull, notInArray, type SQL } from 'drizzle-orm'
import { customer, customerAddress } from '../../../schema/identity/sign-in/customer.table.ts'
import type { AddressChange, Customer, ProfileChange } from '../../../schema/identity/sign-in/customer.ts'
import { connect, inList, toStatement } from '../../platform/drizzle.sql.ts'

/** The fields of a customer that a sign-in checks. */
export interface CustomerSecret {
  id: number
  email: string
  firstname: string
  /** `null` when the account only signs in by a provider. */
  passwordHash: string | null
}

async function findSecret(db: D1Database, condition: SQL): Promise<CustomerSecret | null> {
  const { id, email, firstname, passwordHash } = customer
  const row = await connect(db)
    .select({ id, email, firstname, passwordHash })
    .from(customer)
    .where(condition)
    .get()
  return row ?? null
}

/** Returns the customer of an e-mail address, ignoring case. */
export function findCustomerByEmail(db: D1Database, email: string): Promise<CustomerSecret | null> {
  return findSecret(db, eq(customer.email, email.trim().toLowerCase()))
}

export function findCustomerSecret(db: D1Database, id: number): Promise<CustomerSecret | null> {
  return findSecret(db, eq(customer.id, id))
}

/** Returns whether this e-mail address is the customer's and is confirmed. */
export async function ownsMailbox(db: D1Database, id: number, email: string): Promise<boolean> {
  const row = await connect(db)
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.id, id), eq(customer.email, email), isNotNull(customer.emailConfirmedAt)))
    .get()
  return row !== undefined
}

/** Returns the customer with the address book; `null` when the account was deleted. */
export async function readCustomer(db: D1Database, id: number): Promise<Customer | null> {
  const client = connect(db)
  const t = customerAddress
  const [[row], addresses] = await client.batch([
    client.select().from(customer).where(eq(customer.id, id)),
    client.select().from(t).where(eq(t.customerId, id)).orderBy(t.id),
  ])
  if (!row) return null
  const { companyName, companyEmail, ein, passwordHash, emailConfirmedAt: _, ...fields } = row
  return {
    ...fields,
    company: companyName === null ? null : { companyName, companyEmail: companyEmail ?? '', ein: ein ?? '' },
    hasPassword: passwordHash !== null,
    addresses: addresses.map(({ customerId: _, ...address }) => address),
  }
}

export interface NewCustomer {
  email: string
  firstname: string
  lastname: string
  telephone: string
  groupId: number
  passwordHash: string | null
  /** When the customer confirmed the address; `null` until then. */
  emailConfirmedAt: number | null
  now: number
}

/** Inserts a customer and returns the id; for a batch. The unique index makes it fail when the e-mail address is taken. */
export function insertCustomer(db: D1Database, { now, email, ...fields }: NewCustomer): D1PreparedStatement {
  const values = {
    ...fields,
    email: email.trim().toLowerCase(),
    isFirstLogin: true,
    createdAt: now,
    updatedAt: now,
  }
  return toStatement(db, connect(db).insert(customer).values(values).returning({ id: customer.id }))
}

/** Returns whether a batch failed because another customer has the e-mail address. */
export function isEmailTaken(error: unknown): boolean {
  return String(error).includes('UNIQUE constraint failed: customer.email')
}

export function setPasswordHash(
  db: D1Database,
  { customerId, hash, now }: { customerId: number; hash: string; now: number },
): D1PreparedStatement {
  const change = connect(db).update(customer).set({ passwordHash: hash, updatedAt: now })
  return toStatement(db, change.where(eq(customer.id, customerId)))
}

/** Replaces the hash `old` by one with the current parameters, unless the password changed meanwhile. */
export async function replaceHash(db: D1Database, id: number, old: string, hash: string): Promise<void> {
  await connect(db)
    .update(customer)
    .set({ passwordHash: hash })
    .where(and(eq(customer.id, id), eq(customer.passwordHash, old)))
}

/** Changes the fields of a customer except the e-mail address; absent fields stay unchanged. */
export function updateCustomer(
  db: D1Database,
  customerId: number,
  { firstname, lastname, telephone, isFirstLogin }: Omit<ProfileChange, 'addresses' | 'email'>,
  now: number,
): D1PreparedStatement {
  const change = connect(db)
    .update(customer)
    .set({ firstname, lastname, telephone, isFirstLogin, updatedAt: now })
  return toStatement(db, change.where(eq(customer.id, customerId)))
}

/** Returns the statements that replace the address book by `addresses` and delete all other addresses. */
export function replaceAddresses(
  db: D1Database,
  customerId: number,
  addresses: readonly AddressChange[],
): D1PreparedStatement[] {
  const { id, customerId: owner } = customerAddress
  const remaining = addresses.flatMap((address) => (address.id === null ? [] : [address.id]))
  const removed = and(eq(owner, customerId), notInArray(id, inList(remaining)))
  return [
    toStatement(db, connect(db).delete(customerAddress).where(removed)),
    ...addresses.map((address) => writeAddress(db, customerId, address)),
  ]
}

/** Inserts an address, or updates the one with its id if it belongs to this customer; for a batch. */
export function writeAddress(
  db: D1Database,
  customerId: number,
  { id, ...address }: AddressChange,
): D1PreparedStatement {
  const client = connect(db)
  const t = customerAddress
  return toStatement(
    db,
    id === null
      ? client.insert(t).values({ ...address, customerId })
      : client
          .update(t)
          .set(address)
          .where(and(eq(t.customerId, customerId), eq(t.id, id))),
  )
}
