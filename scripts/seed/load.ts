/** Puts the embedded shop into a target and tells how far it is. */
import { getTableName } from 'drizzle-orm'
import { customer, customerAddress } from '../../schema/tables/customer.ts'
import { staffMember } from '../../schema/tables/session.ts'
import { zipCode } from '../../schema/tables/zip.ts'
import { zipRows } from '../zip.ts'
import { ADDRESS_ROWS, customerRows, DEMO_ACCOUNTS, STAFF_ROWS } from './customers.ts'
import { emptyFacets } from './facets.ts'
import { shopFiles } from './files.ts'
import { CLEAR_ORDERS, orderRows } from './orders.ts'
import { derivedRows, fixedRows, SEEDED_TABLES, type ShopSize, unitRows } from './shop.ts'
import { insertStatements, literal, type Rows, rowsOf } from './sql.ts'
import type { Target } from './target.ts'

/** `done` of `total`, both in units of the phase. */
export type Progress = (phase: string, done: number, total: number) => void

/** Empties the shop's own tables and fills them; orders, carts and registered customers stay. */
export async function loadShop(target: Target, shop: ShopSize, progress: Progress): Promise<void> {
  await target.run(clearStatements())

  progress('Rules, places and texts', 0, 1)
  await write(target, [
    ...fixedRows(shop),
    rowsOf(zipCode, await zipRows()),
    ...customers(),
    ...orderRows(shop),
  ])
  progress('Rules, places and texts', 1, 1)

  const facets = emptyFacets()
  progress('Tires', 0, shop.size)
  for (const rows of unitRows(shop, facets, 2000)) {
    await write(target, rows)
    progress('Tires', facets.units, shop.size)
  }

  progress('Landings, categories and reviews', 0, 1)
  await write(target, derivedRows(shop, facets))
  for (const { key, file, contentType } of shopFiles()) await target.put(key, file, contentType)
  progress('Landings, categories and reviews', 1, 1)
}

async function write(target: Target, tables: readonly Rows[]): Promise<void> {
  for (const rows of tables) await target.run([...insertStatements(rows)])
}

function customers(): Rows[] {
  return [
    rowsOf(customer, customerRows()),
    rowsOf(customerAddress, ADDRESS_ROWS),
    rowsOf(staffMember, STAFF_ROWS),
  ]
}

/** Only the demo customers, their addresses and what the seed had them order are replaced. */
function clearStatements(): string[] {
  const emails = DEMO_ACCOUNTS.map(({ email }) => literal(email))
  return [
    ...CLEAR_ORDERS,
    `DELETE FROM "customer_address" WHERE customer_id IN (SELECT id FROM "customer" WHERE email IN (${emails.join(',')}))`,
    `DELETE FROM "customer" WHERE email IN (${emails.join(',')})`,
    ...SEEDED_TABLES.map((table) => `DELETE FROM "${getTableName(table)}"`),
  ]
}
