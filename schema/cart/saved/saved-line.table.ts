/**
 * Lines that a shopper has saved for later: in the account of a customer, or under the key of a guest's cart, from which they move to
 * the account at the sign-in.
 */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'
import type { ProductOption } from '../cart.ts'

export const savedLine = sqliteTable(
  'saved_line',
  {
    /** Never used again, because it names the addition that moves the line back to the cart. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** One of the two owners is set. */
    customerId: integer('customer_id').references(() => customer.id, { onDelete: 'cascade' }),
    cartKey: text('cart_key'),
    sku: text('sku').notNull(),
    parentSku: text('parent_sku'),
    option: text('option', { mode: 'json' }).$type<ProductOption>(),
    /** The sku and the choices as text: an item is saved once. */
    itemKey: text('item_key').notNull(),
    qty: integer('qty').notNull(),
    /** The time of the last save; for a guest, of a later change of the cart (see `renewSavedLines`). */
    savedAt: integer('saved_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_line_customer').on(t.customerId, t.itemKey).where(sql`customer_id is not null`),
    uniqueIndex('saved_line_guest').on(t.cartKey, t.itemKey).where(sql`cart_key is not null`),
    index('saved_line_age').on(t.savedAt).where(sql`cart_key is not null`),
  ],
)
