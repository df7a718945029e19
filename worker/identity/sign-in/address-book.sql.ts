/** Changes single addresses of a customer's address book. Every condition contains the customer's id. */
import { and, eq, sql } from 'drizzle-orm'
import { customerAddress } from '../../../schema/identity/sign-in/customer.table.ts'
import type { AddressChange } from '../../../schema/identity/sign-in/customer.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { writeAddress } from './customer.sql.ts'

/** The purposes that have a default address. */
export type DefaultFor = 'shipping' | 'billing'

const COLUMNS = { shipping: 'defaultShipping', billing: 'defaultBilling' } as const

const isAddress = (customerId: number, id: number) =>
  and(eq(customerAddress.customerId, customerId), eq(customerAddress.id, id))

/** Clears the default flag of every other address; for the batch that sets the flag of one. */
export function clearDefault(
  db: D1Database,
  customerId: number,
  kind: DefaultFor,
  except: number | null,
): D1PreparedStatement {
  const t = customerAddress
  const isOther = and(eq(t.customerId, customerId), sql`${t.id} is not ${except}`, eq(t[COLUMNS[kind]], true))
  return toStatement(
    db,
    connect(db)
      .update(t)
      .set({ [COLUMNS[kind]]: false })
      .where(isOther),
  )
}

/** Writes addresses into the address book; a default address replaces the previous default. */
export function saveAddressBook(
  db: D1Database,
  customerId: number,
  changes: readonly AddressChange[],
): D1PreparedStatement[] {
  return changes.flatMap((address) => [
    ...(address.defaultShipping ? [clearDefault(db, customerId, 'shipping', address.id)] : []),
    ...(address.defaultBilling ? [clearDefault(db, customerId, 'billing', address.id)] : []),
    writeAddress(db, customerId, address),
  ])
}

/** Makes an address of this customer the default. */
export function makeDefault(
  db: D1Database,
  customerId: number,
  addressId: number,
  kind: DefaultFor,
): D1PreparedStatement {
  return toStatement(
    db,
    connect(db)
      .update(customerAddress)
      .set({ [COLUMNS[kind]]: true })
      .where(isAddress(customerId, addressId)),
  )
}

/** Deletes an address; returns false when the customer has no such address. */
export async function removeAddress(db: D1Database, customerId: number, addressId: number): Promise<boolean> {
  const { meta } = await connect(db).delete(customerAddress).where(isAddress(customerId, addressId))
  return meta.changes === 1
}
