/** Loads the demo tires into a target and reports the progress. */

import { coupon } from '../../schema/cart/coupon/coupon.table.ts'
import { attributeOption } from '../../schema/catalog/attributes/attribute.table.ts'
import { customer, customerAddress } from '../../schema/identity/sign-in/customer.table.ts'
import { versionStatements } from '../load/catalog-version.ts'
import { landingStatements } from '../load/landing.ts'
import type { Progress } from '../load/progress.ts'
import { insertStatements, literal, type Rows, rowsOf } from '../load/sql.ts'
import type { Target } from '../load/target.ts'
import { ADDRESS_ROWS, customerRows, DEMO_ACCOUNTS } from './customers.ts'
import { emptyFacets } from './facets.ts'
import { shopFiles } from './files.ts'
import { landingPages } from './landings.ts'
import { CLEAR_ORDERS, orderRows } from './orders.ts'
import { derivedRows, type ShopSize, unitRows } from './shop.ts'

export interface DemoShop extends ShopSize {
  /** Demo customers with public passwords, and their orders; only for a local database. */
  accounts: boolean
}

/** Replaces the demo tires of the target; a merchant's rows, orders and registered customers stay. */
export async function loadShop(target: Target, shop: DemoShop, progress: Progress): Promise<void> {
  await target.run([
    'INSERT INTO "demo_gate" ("asked") VALUES (1)',
    ...(shop.accounts ? CLEAR_ACCOUNTS : []),
    ...CLEAR_TIRES,
  ])
  if (shop.accounts) await write(target, [...accountRows(), ...orderRows(shop)])

  const facets = emptyFacets()
  progress('Tires', 0, shop.size)
  for (const rows of unitRows(shop, facets, 2000)) {
    await write(target, rows)
    progress('Tires', facets.units, shop.size)
  }

  progress('Landings, categories and reviews', 0, 1)
  await write(target, derivedRows(shop, facets))
  await target.run([
    ...landingStatements(landingPages(facets), true),
    ...versionStatements(`seed-${shop.seed}-${shop.size}`),
  ])
  for (const { key, file, contentType } of shopFiles()) await target.put(key, file, contentType)
  progress('Landings, categories and reviews', 1, 1)
}

/** Tables where a merchant may have a row with the same key; the merchant's row stays. */
const SHARED: readonly Rows['table'][] = [attributeOption, coupon]

async function write(target: Target, tables: readonly Rows[]): Promise<void> {
  for (const rows of tables) {
    await target.run([
      ...insertStatements(rows, SHARED.includes(rows.table) ? ' ON CONFLICT DO NOTHING' : ''),
    ])
  }
}

function accountRows(): Rows[] {
  return [rowsOf(customer, customerRows()), rowsOf(customerAddress, ADDRESS_ROWS)]
}

const EMAILS = DEMO_ACCOUNTS.map(({ email }) => literal(email)).join(',')
const CLEAR_ACCOUNTS: readonly string[] = [
  ...CLEAR_ORDERS,
  `DELETE FROM "customer_address" WHERE customer_id IN (SELECT id FROM "customer" WHERE email IN (${EMAILS}))`,
  `DELETE FROM "customer" WHERE email IN (${EMAILS})`,
]

const OF_TIRES = 'product_id IN (SELECT id FROM "product" WHERE demo)'
/** Deletes demo tires with all rows that refer to them, also customers' reviews. */
const CLEAR_TIRES: readonly string[] = [
  `DELETE FROM "bundle_link" WHERE option_id IN (SELECT option_id FROM "bundle_option" WHERE ${OF_TIRES})`,
  ...['bundle_option', 'custom_option', 'downloadable_link', 'product_link'].map(
    (table) => `DELETE FROM "${table}" WHERE ${OF_TIRES}`,
  ),
  ...['product_category', 'product_media'].map((table) => `DELETE FROM "${table}" WHERE ${OF_TIRES}`),
  'DELETE FROM "cart_extra" WHERE sku IN (SELECT sku FROM "product" WHERE demo)',
  `DELETE FROM "review" WHERE demo OR ${OF_TIRES}`,
  `DELETE FROM "product_question" WHERE demo OR ${OF_TIRES}`,
  'DELETE FROM "stock" WHERE stock_sku IN (SELECT stock_sku FROM "product" WHERE demo)',
  `DELETE FROM "url_map" WHERE type = 'landing' AND target_id IN (SELECT id FROM "landing" WHERE demo)`,
  ...['landing', 'attribute_option', 'coupon', 'product'].map((table) => `DELETE FROM "${table}" WHERE demo`),
]
