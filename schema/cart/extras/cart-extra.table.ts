/** The services and mounting kits that the cart offers for its tires; without rows the cart offers none. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { TIRE_SERVICES } from './tire-services.ts'

export const CART_EXTRA_KINDS = [...TIRE_SERVICES, 'kit'] as const

export const cartExtra = sqliteTable('cart_extra', {
  sku: text('sku').primaryKey(),
  kind: text('kind', { enum: CART_EXTRA_KINDS }).notNull(),
  /** How many tires one unit is for. */
  tires: integer('tires').notNull(),
  /** The first kit in stock is offered. */
  position: integer('position').notNull().default(0),
})
