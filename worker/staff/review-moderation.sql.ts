/** Reviews and questions that await staff, and those that staff refused. */
import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { product } from '../../schema/catalog/product/product.table.ts'
import { productQuestion } from '../../schema/content/reviews/product-question.table.ts'
import { review } from '../../schema/content/reviews/review.table.ts'
import { salesOrder } from '../../schema/orders/order.table.ts'
import type { PendingReview } from '../../schema/staff/review-moderation.api.ts'
import { hasBought } from '../content/reviews/bought-products.sql.ts'
import { announceModel } from '../content/reviews/model-changes.sql.ts'
import { PHOTO_IDS } from '../content/reviews/photos/review-photos.sql.ts'
import { connect, toStatement } from '../platform/drizzle.sql.ts'

export const PENDING_REVIEWS_PER_PAGE = 25

const IS_PENDING = and(eq(review.isApproved, false), isNull(review.refusedAt)) as SQL
const IS_REFUSED = and(eq(review.isApproved, false), isNotNull(review.refusedAt)) as SQL
const IS_WAITING = and(isNull(productQuestion.answeredAt), isNull(productQuestion.refusedAt)) as SQL
const IS_REFUSED_QUESTION = and(
  isNull(productQuestion.answeredAt),
  isNotNull(productQuestion.refusedAt),
) as SQL

/** Whether the reviewer has bought the model. Without the product's row its model is unknown, so the stored value stays. */
const IS_VERIFIED_NOW = sql<boolean>`case when exists (select 1 from product where product.id = review.product_id)
  then ${hasBought(
    sql`review.product_id`,
    sql`(${salesOrder.orderNumber} = review.order_number or ${salesOrder.customerId} = review.customer_id)`,
  )} else review.is_verified end`

const PRODUCT = { id: product.id, sku: product.sku, name: product.name }

/** Returns a page of pending reviews, the oldest first, and their total number, in one batch. */
export function pendingReviews(db: D1Database, page: number) {
  return readReviews(db, IS_PENDING, sql`${review.createdAt}, ${review.id}`, page)
}

/** Returns a page of refused reviews, the latest refusal first, and their total number. */
export function refusedReviews(db: D1Database, page: number) {
  return readReviews(db, IS_REFUSED, sql`${review.refusedAt} desc, ${review.id}`, page)
}

async function readReviews(
  db: D1Database,
  condition: SQL,
  order: SQL,
  page: number,
): Promise<{ reviews: PendingReview[]; total: number }> {
  const client = connect(db)
  const { title, text, rating, reviewerName: reviewer, createdAt, customerId } = review
  const [rows, [counted]] = await client.batch([
    client
      .select({
        ...PRODUCT,
        ...{ title, text, rating, reviewer, createdAt, customerId },
        reviewId: sql<number>`${review.id}`.as('review_id'),
        photos: PHOTO_IDS,
      })
      .from(review)
      .leftJoin(product, eq(product.id, review.productId))
      .where(condition)
      .orderBy(order)
      .limit(PENDING_REVIEWS_PER_PAGE)
      .offset((page - 1) * PENDING_REVIEWS_PER_PAGE),
    client.select({ total: count() }).from(review).where(condition),
  ])
  const reviews = rows.map(({ reviewId, id, sku, name, ...rest }) => ({
    ...rest,
    id: reviewId,
    product: id !== null && sku !== null ? { id, sku, name: name ?? '' } : null,
  }))
  return { reviews, total: counted?.total ?? 0 }
}

/**
 * Approves a review with its own stars, or with `rating` if it has none; the lists and pages of its model show it from then on.
 * Whether it is of a verified buyer is read again: the order may have been delivered, or refunded, since it was written.
 * False when no such review is pending, or when neither the review nor `rating` has stars.
 */
export async function approveReview(
  db: D1Database,
  { id, rating, now }: { id: number; rating: number | null; now: number },
): Promise<boolean> {
  const stars = sql`coalesce(${review.rating}, ${rating})`
  const [approved] = await db.batch([
    toStatement(
      db,
      connect(db)
        .update(review)
        .set({ isApproved: true, rating: stars, isVerified: IS_VERIFIED_NOW })
        .where(and(eq(review.id, id), IS_PENDING, sql`${stars} between 1 and 5`)),
    ),
    ...announceModel(db, { table: 'review', id, now }),
  ])
  return (approved?.meta.changes ?? 0) > 0
}

/** Refuses a pending review, never an approved one; it stays for `restoreReview`. False when no such review is pending. */
export async function rejectReview(db: D1Database, id: number, now: number): Promise<boolean> {
  const { meta } = await connect(db)
    .update(review)
    .set({ refusedAt: now })
    .where(and(eq(review.id, id), IS_PENDING))
  return meta.changes > 0
}

/** Makes a refused review pending again. False when no such review was refused. */
export async function restoreReview(db: D1Database, id: number): Promise<boolean> {
  const { meta } = await connect(db)
    .update(review)
    .set({ refusedAt: null })
    .where(and(eq(review.id, id), IS_REFUSED))
  return meta.changes > 0
}

export interface StaffQuestion {
  id: number
  question: string
  asker: string
  /** Milliseconds. */
  askedAt: number
  product: { sku: string; slug: string; name: string } | null
}

/** Returns the questions that wait for an answer, the oldest first; with `refused` those that staff refused. */
export async function readQuestions(db: D1Database, refused: boolean): Promise<StaffQuestion[]> {
  const { id, question, askerName, askedAt, productId, refusedAt } = productQuestion
  const rows = await connect(db)
    .select({
      id,
      question,
      asker: askerName,
      askedAt,
      sku: product.sku,
      slug: product.urlKey,
      name: product.name,
    })
    .from(productQuestion)
    .leftJoin(product, eq(product.id, productId))
    .where(refused ? IS_REFUSED_QUESTION : IS_WAITING)
    .orderBy(refused ? desc(refusedAt) : askedAt)
    .limit(PENDING_REVIEWS_PER_PAGE)
  return rows.map(({ sku, slug, name, ...rest }) => ({
    ...rest,
    product: sku !== null && slug !== null ? { sku, slug, name: name ?? '' } : null,
  }))
}

/** Answers a waiting question; the pages of its model show both. False when no such question waits. */
export async function answerQuestion(
  db: D1Database,
  { id, answer, now }: { id: number; answer: string; now: number },
): Promise<boolean> {
  const [answered] = await db.batch([
    toStatement(
      db,
      connect(db)
        .update(productQuestion)
        .set({ answer, answeredAt: now })
        .where(and(eq(productQuestion.id, id), IS_WAITING)),
    ),
    ...announceModel(db, { table: 'product_question', id, now }),
  ])
  return (answered?.meta.changes ?? 0) > 0
}

/** Refuses a waiting question, or with `null` makes a refused one wait again. False when no such question is there. */
export async function setQuestionRefused(
  db: D1Database,
  id: number,
  refusedAt: number | null,
): Promise<boolean> {
  const { meta } = await connect(db)
    .update(productQuestion)
    .set({ refusedAt })
    .where(and(eq(productQuestion.id, id), refusedAt === null ? IS_REFUSED_QUESTION : IS_WAITING))
  return meta.changes > 0
}
