/** Reviews of products; reviews of the shop itself have no `productId`. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const review = sqliteTable(
  'review',
  {
    id: integer('id').primaryKey(),
    productId: integer('product_id'),
    customerId: integer('customer_id'),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Stars, 1 to 5; `null` only before moderation. */
    rating: integer('rating'),
    reviewerName: text('reviewer_name').notNull(),
    reviewerPhoto: text('reviewer_photo'),
    /** False before moderation. */
    isApproved: integer('is_approved', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_on').notNull(),
    /** True for demo data, which the generator replaces. */
    demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('review_product').on(t.productId, t.createdAt),
    index('review_created').on(t.createdAt),
    check(
      'review_rating',
      sql`(rating is not null and rating between 1 and 5) or (rating is null and is_approved = 0)`,
    ),
  ],
)
