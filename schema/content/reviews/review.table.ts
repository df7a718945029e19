/** Reviews of products with their photos and votes; reviews of the shop itself have no `productId`. */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CONDITIONS } from '../../catalog/product/product.ts'

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
    /** Model, size and condition of the product; a trigger fills them in, and they stay when the product is deleted. */
    brandSlug: text('brand_slug'),
    modelSlug: text('model_slug'),
    size: text('size'),
    condition: text('condition', { enum: CONDITIONS }),
    /** Points for single aspects, 1 to 5; `null` where the shopper gave none. */
    wet: integer('wet'),
    dry: integer('dry'),
    snow: integer('snow'),
    noise: integer('noise'),
    wear: integer('wear'),
    /** Whether an order of the reviewer contains the product. */
    isVerified: integer('is_verified', { mode: 'boolean' }).notNull().default(false),
    /** The order whose mail asked for the review. */
    orderNumber: text('order_number'),
    /** Number of votes; a trigger counts them. */
    helpful: integer('helpful').notNull().default(0),
    /** When staff refused it or took it down; `null` for a pending or approved review. */
    refusedAt: integer('refused_on'),
    /** What the shop answers in public, under the review. */
    answer: text('answer'),
    /** When a shopper or staff asked for a second look; the review stays on the shop meanwhile. */
    flaggedAt: integer('flagged_on'),
    /** When staff looked again and left it; later reports of shoppers change nothing. */
    checkedAt: integer('checked_on'),
  },
  (t) => [
    index('review_product').on(t.productId, t.createdAt),
    index('review_created').on(t.createdAt),
    index('review_pending').on(t.createdAt).where(sql`is_approved = 0 and refused_on is null`),
    index('review_model').on(t.brandSlug, t.modelSlug, t.createdAt),
    uniqueIndex('review_order').on(t.orderNumber, t.productId).where(sql`order_number is not null`),
    index('review_flagged').on(t.flaggedAt).where(sql`flagged_on is not null and is_approved = 1`),
    index('review_customer').on(t.customerId),
    check(
      'review_rating',
      sql`(rating is not null and rating between 1 and 5) or (rating is null and is_approved = 0)`,
    ),
  ],
)

/**
 * Votes "helpful", one per shopper. `voter` is `customer:ID`, or a hash of the browser's device name. A browser without cookies
 * has a new name for each vote, so guests also have one vote per network and day.
 */
export const reviewVote = sqliteTable(
  'review_vote',
  {
    reviewId: integer('review_id').notNull(),
    voter: text('voter').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Hash of a guest's network and the day; `null` for a customer. */
    networkDay: text('network_day'),
  },
  (t) => [
    primaryKey({ columns: [t.reviewId, t.voter] }),
    uniqueIndex('review_vote_network').on(t.reviewId, t.networkDay),
  ],
)

/** Photos of reviews, which have the state of their review. */
export const reviewPhoto = sqliteTable(
  'review_photo',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    reviewId: integer('review_id').notNull(),
    /** Key of the file in the bucket. */
    fileKey: text('file_key').notNull(),
    contentType: text('content_type').notNull(),
    /** When staff took it down; `null` for a photo that is shown with its review. */
    removedAt: integer('removed_at'),
  },
  (t) => [index('review_photo_review').on(t.reviewId)],
)

/** Orders whose buyer was asked for reviews. */
export const reviewRequest = sqliteTable('review_request', {
  orderNumber: text('order_number').primaryKey(),
  requestedAt: integer('requested_at').notNull(),
})

/** Mailboxes that want no requests for reviews. */
export const reviewRequestStop = sqliteTable('review_request_stop', {
  email: text('email').primaryKey(),
  createdAt: integer('created_at').notNull(),
})
