/** One address of a customer's book at a time. Whose book it is, is part of every question. */
import type { AddressChange } from '../../../schema/identity/sign-in/customer.ts'
import { writeAddress } from './customer.sql.ts'

/** What an address may be the default for. */
export type DefaultFor = 'shipping' | 'billing'

const COLUMNS = { shipping: 'default_shipping', billing: 'default_billing' } as const

/** Takes the default away from every other address; for the batch that gives it to one. */
export function clearDefault(
  db: D1Database,
  customerId: number,
  kind: DefaultFor,
  except: number | null,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE customer_address SET ${COLUMNS[kind]} = 0 WHERE customer_id = ?1 AND id IS NOT ?2 AND ${COLUMNS[kind]} = 1`,
    )
    .bind(customerId, except)
}

/** Writes addresses into the book; each takes its defaults away from all others. */
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

/** Makes an address the default, where it is this customer's. */
export function makeDefault(
  db: D1Database,
  customerId: number,
  addressId: number,
  kind: DefaultFor,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE customer_address SET ${COLUMNS[kind]} = 1 WHERE customer_id = ?1 AND id = ?2`)
    .bind(customerId, addressId)
}

/** False when the customer has no such address. */
export async function removeAddress(db: D1Database, customerId: number, addressId: number): Promise<boolean> {
  const { meta } = await db
    .prepare('DELETE FROM customer_address WHERE customer_id = ?1 AND id = ?2')
    .bind(customerId, addressId)
    .run()
  return meta.changes === 1
}
