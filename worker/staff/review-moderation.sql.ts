/** The reviews that wait for moderation. */
import { and, count, eq, sql } from 'drizzle-orm'
import { product } from '../../schema/catalog/product/product.table.ts'
import { review } from '../../schema/content/reviews/review.table.ts'
import { config } from '../../schema/platform/config.table.ts'
import { connect, toStatement } from '../platform/drizzle.sql.ts'

export interface PendingReview {
  id: number
  title: string
  text: string
  /** `null` where no stars were given; staff add them with the approval. */
  rating: number | null
  reviewer: string
  /** Milliseconds. */
  createdAt: number
  customerId: number | null
  product: { id: number; sku: string; name: string } | null
}

export const PENDING_REVIEWS_PER_PAGE = 25

const IS_PENDING = eq(review.isApproved, false)

/** The oldest first, with how many wait. One batch. */
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
 * Approves a review with its own stars or, where it has none, with `rating`; cached pages are rendered anew. False when
 * there is no such pending review, or when it has no stars at all.
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
    // Cached pages show reviews; they go by the version of the catalog.
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

/** Deletes a pending review; an approved one stays. False when there is none. */
export async function rejectReview(db: D1Database, id: number): Promise<boolean> {
  const { meta } = await connect(db)
    .delete(review)
    .where(and(eq(review.id, id), IS_PENDING))
  return meta.changes > 0
}
