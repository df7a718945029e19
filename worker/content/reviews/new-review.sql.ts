/** Writes reviews, votes and questions of shoppers. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { productQuestion } from '../../../schema/content/reviews/product-question.table.ts'
import type { NewReview } from '../../../schema/content/reviews/review.api.ts'
import { review, reviewPhoto, reviewVote } from '../../../schema/content/reviews/review.table.ts'
import type { ReviewPoints } from '../../../schema/content/reviews/review-form.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { IS_VIEWABLE } from '../../catalog/index/listed-condition.sql.ts'
import { batchOf, connect, insertFrom } from '../../platform/drizzle.sql.ts'
import { hasBought } from './bought-products.sql.ts'

/** What the shop's form has beside the fields of the API. */
export interface ReviewExtras {
  points: ReviewPoints
  /** The order in a signed link, which has a unit of the product's model; `null` without one. */
  orderNumber: string | null
  photos: readonly { fileKey: string; contentType: string }[]
}

/** Returns whether an order has a unit of the product's model, was delivered, and is neither canceled nor refunded. */
export async function isOfOrder(db: D1Database, productId: number, orderNumber: string): Promise<boolean> {
  const isOrder = sql`${salesOrder.orderNumber} = ${orderNumber}`
  const row = await connect(db).get<{ found: number }>(sql`select ${hasBought(productId, isOrder)} as found`)
  return row?.found === 1
}

/** Returns whether the reviewer has bought the model, by the order in a signed link or by an order of the account. */
function isVerified({ productId, customerId }: NewReview, orderNumber: string | null): SQL {
  const orders: SQL[] = []
  if (orderNumber !== null) orders.push(sql`${salesOrder.orderNumber} = ${orderNumber}`)
  if (customerId !== null) orders.push(sql`${salesOrder.customerId} = ${customerId}`)
  return orders.length === 0 ? sql`0` : hasBought(productId, sql`(${sql.join(orders, sql` or `)})`)
}

/**
 * Saves a review that awaits approval. The same text of the same reviewer about a product, and a second review of a model
 * from one order, are saved once. `found` is false for a product without a page, `saved` for a repeated review.
 */
export async function addReview(
  db: D1Database,
  draft: NewReview,
  now: number,
  extras: ReviewExtras | null = null,
): Promise<{ found: boolean; saved: boolean }> {
  const { productId, title, text, rating, reviewerName, customerId } = draft
  const orderNumber = extras?.orderNumber ?? null
  const source = sql`from ${product} where ${product.id} = ${productId} and ${IS_VIEWABLE}`
  const isNew = sql`not exists (select 1 from ${review} where ${review.productId} = ${productId}
    and ${review.text} = ${text} and ${review.reviewerName} = ${reviewerName})
    and not exists (select 1 from ${review} where ${review.orderNumber} = ${orderNumber}
      and ${review.brandSlug} = ${product.brandSlug} and ${review.modelSlug} = ${product.modelSlug})`
  const values = {
    ...{ productId, title, text, rating, reviewerName, customerId, orderNumber },
    ...extras?.points,
    isApproved: false,
    isVerified: isVerified(draft, orderNumber),
    createdAt: now,
  }
  const photos = JSON.stringify(extras?.photos ?? [])
  const [inserted, , found] = await batchOf(db, [
    insertFrom(review, values, sql`${source} and ${isNew}`, { orIgnore: true }),
    insertFrom(
      reviewPhoto,
      {
        reviewId: sql`own.id`,
        fileKey: sql`photo.value ->> 'fileKey'`,
        contentType: sql`photo.value ->> 'contentType'`,
      },
      sql`from json_each(${photos}) as photo, (select max(${review.id}) as id from ${review}
        where ${review.productId} = ${productId} and ${review.text} = ${text} and ${review.createdAt} = ${now}) as own
        where changes() > 0`,
    ),
    sql`select ${product.id} as id ${source}`,
  ])
  return { found: (found?.results.length ?? 0) > 0, saved: (inserted?.meta.changes ?? 0) > 0 }
}

/** Counts a vote for an approved review; a repeated vote of the same voter, or of the same network and day, changes nothing. */
export async function addVote(
  db: D1Database,
  reviewId: number,
  { voter, networkDay }: { voter: string; networkDay: string | null },
  now: number,
): Promise<void> {
  const isShown = sql`from ${review} where ${review.id} = ${reviewId} and ${review.isApproved} = 1`
  await batchOf(db, [
    insertFrom(reviewVote, { reviewId, voter, networkDay, createdAt: now }, isShown, { orIgnore: true }),
  ])
}

/** Asks staff to look at an approved review again, unless they have done so since a report. */
export async function reportReview(db: D1Database, reviewId: number, now: number): Promise<void> {
  await batchOf(db, [
    sql`update ${review} set flagged_on = ${now} where ${review.id} = ${reviewId} and ${review.isApproved} = 1
      and ${review.flaggedAt} is null and ${review.checkedAt} is null`,
  ])
}

/** Saves a question that awaits an answer; the same question about a product waits once. */
export async function addQuestion(
  db: D1Database,
  draft: { productId: number; question: string; askerName: string; customerId: number | null },
  now: number,
): Promise<void> {
  const { productId, question } = draft
  const { brandSlug, modelSlug } = product
  await batchOf(db, [
    insertFrom(
      productQuestion,
      { ...draft, brandSlug, modelSlug, askedAt: now },
      sql`from ${product} where ${product.id} = ${productId} and not exists (select 1 from ${productQuestion}
        where ${productQuestion.productId} = ${productId} and ${productQuestion.question} = ${question})`,
    ),
  ])
}
