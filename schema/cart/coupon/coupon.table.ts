/** Coupons and their uses. A use is written in the batch of its order. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { COUPON_KIND_NAMES } from './coupon-kinds.ts'

export const coupon = sqliteTable(
  'coupon',
  {
    /** Upper case. */
    code: text('code').primaryKey(),
    kind: text('kind', { enum: COUPON_KIND_NAMES }).notNull(),
    /** The unit depends on the kind (coupon-kinds.ts). */
    value: integer('value').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    minSubtotal: integer('min_subtotal').notNull(),
    startsAt: integer('starts_at'),
    endsAt: integer('ends_at'),
    usageLimit: integer('usage_limit'),
    perCustomerLimit: integer('per_customer_limit'),
    firstOrderOnly: integer('first_order_only', { mode: 'boolean' }).notNull(),
    timesUsed: integer('times_used').notNull().default(0),
    description: text('description').notNull(),
    /** True for a coupon of the demonstration shop, which its generator replaces. */
    demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  () => [
    check('coupon_usage', sql`usage_limit is null or times_used <= usage_limit`),
    check('coupon_used', sql`times_used >= 0`),
  ],
)

export const couponUse = sqliteTable(
  'coupon_use',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    code: text('code').notNull(),
    orderId: integer('order_id').notNull(),
    customerId: integer('customer_id'),
    email: text('email').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (t) => [
    uniqueIndex('coupon_use_order').on(t.orderId, t.code),
    index('coupon_use_email').on(t.code, t.email),
  ],
)
