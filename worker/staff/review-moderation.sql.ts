/** Reviews that await moderation. */
import { and, count, eq, sql } from 'drizzle-orm'
import { product } from '../../schema/catalog/product/product.table.ts'
import { review } from '../../schema/content/reviews/review.table.ts'
import { config } from '../../schema/platform/config.table.ts'
import type { PendingReview } from '../../schema/staff/review-moderation.api.ts'
import { connect, toStatement } from '../platform/drizzle.sql.ts'

export const PENDING_REVIEWS_PER_PAGE = 25

const IS_PENDING = eq(review.isApproved, false)

/** Returns a page of pending reviews, the oldest first, and their total number, in one batch. */
export async function pendingReviews(
  db: D1Database,
  page: number,
): Promise<{ reviews: PendingReview[]; total: number }> {
  const client = connect(db)
  const { title, text, rating, reviewerName: reviewer, createdAt, customerId } = review
  const [rows, [counted]] = await client.batch([
    client
      .select({
        reviewId: sql<number>`${review.id}`.as('review_id'),
        title,
        text,
        rating,
        reviewer,
        createdAt,
        customerId,
        id: product.id,
        sku: product.sku,
        name: product.name,
      })
      .from(review)
      .leftJoin(product, eq(product.id, review.productId))
      .where(IS_PENDING)
      .orderBy(createdAt, review.id)
      .limit(PENDING_REVIEWS_PER_PAGE)
      .offset((page - 1) * PENDING_REVIEWS_PER_PAGE),
    client.select({ total: count() }).from(review).where(IS_PENDING),
  ])
  const reviews = rows.map(({ reviewId, id, sku, name, ...rest }) => ({
    ...rest,
    id: reviewId,
    product: id !== null && sku !== null ? { id, sku, name: name ?? '' } : null,
  }))
  return { reviews, total: counted?.total ?? 0 }
}

/**
 * Approves a review with its own stars, or with `rating` if it has none; cached pages are rendered again.
 * False when no such review is pending, or when neither the review nor `rating` has stars.
 */
export async function approveReview(
  db: D1Database,
  { id, rating, now }: { id: number; rating: number | null; now: number },
): Promise<boolean> {
  const client = connect(db)
  const stars = sql`coalesce(${review.rating}, ${rating})`
  const [approved] = await db.batch([
    toStatement(
      db,
      client
        .update(review)
        .set({ isApproved: true, rating: stars })
        .where(and(eq(review.id, id), IS_PENDING, sql`${stars} between 1 and 5`)),
    ),
    // Cached pages show reviews, and a new version of the catalog makes them stale.
    toStatement(
      db,
      client
        .update(config)
        .set({ value: `reviews-${now}` })
        .where(and(eq(config.path, 'catalog/version'), sql`changes() > 0`)),
    ),
  ])
  return (approved?.meta.changes ?? 0) > 0
}

/** Deletes a pending review, never an approved one. False when no such review is pending. */
export async function rejectReview(db: D1Database, id: number): Promise<boolean> {
  const { meta } = await connect(db)
    .delete(review)
    .where(and(eq(review.id, id), IS_PENDING))
  return meta.changes > 0
}
