/** Reviews and questions that await staff, those that are shown, and those that staff refused or took down. */
import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { product } from '../../schema/catalog/product/product.table.ts'
import { productQuestion } from '../../schema/content/reviews/product-question.table.ts'
import { review, reviewPhoto } from '../../schema/content/reviews/review.table.ts'
import { salesOrder } from '../../schema/orders/order.table.ts'
import type { Actor } from '../../schema/staff/changes/change.ts'
import type { PendingReview } from '../../schema/staff/review-moderation.api.ts'
import { hasBought } from '../content/reviews/bought-products.sql.ts'
import { announceModel } from '../content/reviews/model-changes.sql.ts'
import { PHOTO_IDS, REMOVED_PHOTO_IDS, setPhotoRemoved } from '../content/reviews/photos/review-photos.sql.ts'
import { connect, toStatement } from '../platform/drizzle.sql.ts'
import { addAuditRow } from './changes/audit-log.sql.ts'

export const PENDING_REVIEWS_PER_PAGE = 25

const IS_PENDING = and(eq(review.isApproved, false), isNull(review.refusedAt)) as SQL
const IS_REFUSED = and(eq(review.isApproved, false), isNotNull(review.refusedAt)) as SQL
const IS_FLAGGED = and(eq(review.isApproved, true), isNotNull(review.flaggedAt)) as SQL
const IS_WAITING = and(isNull(productQuestion.answeredAt), isNull(productQuestion.refusedAt)) as SQL
const IS_REFUSED_QUESTION = isNotNull(productQuestion.refusedAt) as SQL
const IS_ANSWERED = and(isNotNull(productQuestion.answeredAt), isNull(productQuestion.refusedAt)) as SQL
const QUESTION_STATES = { waiting: IS_WAITING, answered: IS_ANSWERED, refused: IS_REFUSED_QUESTION }

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

/** Returns the shown reviews that someone asked staff to look at again, the longest waiting first, and their total number. */
export function flaggedReviews(db: D1Database) {
  return readReviews(db, IS_FLAGGED, sql`${review.flaggedAt}, ${review.id}`, 1)
}

/** What staff typed to find shown reviews and questions. */
export interface PostedSearch {
  /** A part of the text, the name or the product's name; or the sku of a product, whose page shows those of its model. */
  text: string
  /** The id of a review, from its address. */
  reviewId: number | null
}

/** Reads what staff typed; of an address of a product page its sku, or the id of the review in it. */
export function parsePostedSearch(query: string): PostedSearch {
  const text = query.trim().slice(0, 200)
  const [, id] = /#review-(\d{1,12})$/.exec(text) ?? []
  const [, sku] = /\/p\/([^/?#]+)/.exec(text) ?? []
  return { text: sku ?? text, reviewId: id === undefined ? null : Number(id) }
}

/** Returns the newest approved reviews that match, and their total number. */
export function postedReviews(db: D1Database, { text, reviewId }: PostedSearch) {
  const isFound =
    reviewId === null
      ? isMatch(review, sql`${review.title} || ' ' || ${review.text} || ' ' || ${review.reviewerName}`, text)
      : eq(review.id, reviewId)
  return readReviews(
    db,
    and(eq(review.isApproved, true), isFound) as SQL,
    sql`${review.createdAt} desc, ${review.id}`,
    1,
  )
}

/** Returns the condition that a text contains `query`, or that the row belongs to the product or model that it names. */
function isMatch(
  { productId, brandSlug, modelSlug }: typeof review | typeof productQuestion,
  texts: SQL,
  query: string,
): SQL {
  const has = (text: SQL) => sql`instr(lower(${text}), lower(${query})) > 0`
  return sql`(${has(texts)} or ${has(sql`replace(coalesce(${brandSlug}, '') || ' ' || coalesce(${modelSlug}, ''), '-', ' ')`)}
    or exists (select 1 from product as named where named.id = ${productId} and ${has(sql`named.name`)})
    or exists (select 1 from product as named where named.sku = ${query}
      and (named.id = ${productId} or (named.brand_slug = ${brandSlug} and named.model_slug = ${modelSlug}))))`
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
        removedPhotos: REMOVED_PHOTO_IDS,
        answer: review.answer,
        flaggedAt: review.flaggedAt,
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

/** Takes an approved review down, or shows one again that was taken down. False when its state is another. */
export async function setReviewShown(
  db: D1Database,
  { id, isShown, now }: { id: number; isShown: boolean; now: number },
): Promise<boolean> {
  const isOther = isShown ? and(IS_REFUSED, isNotNull(review.rating)) : eq(review.isApproved, true)
  const [changed] = await db.batch([
    toStatement(
      db,
      connect(db)
        .update(review)
        .set({ isApproved: isShown, refusedAt: isShown ? null : now })
        .where(and(eq(review.id, id), isOther)),
    ),
    ...announceModel(db, { table: 'review', id, now }),
  ])
  return (changed?.meta.changes ?? 0) > 0
}

/** Sets the public answer of a shown review, with its audit row; `null` takes it down. False when the review is not shown. */
export async function answerReview(
  db: D1Database,
  { id, answer, actor, now }: { id: number; answer: string | null; actor: Actor; now: number },
): Promise<boolean> {
  const isShown = and(eq(review.id, id), eq(review.isApproved, true))
  const shown = await connect(db).select({ answer: review.answer }).from(review).where(isShown).get()
  if (!shown) return false
  const row = {
    ...{ at: now, actor, kind: 'answer', record: 'review', recordId: String(id), version: 1 },
    ...{ before: { answer: shown.answer }, after: { answer }, why: null, key: crypto.randomUUID() },
    ...{ batch: null, undoes: null },
  }
  const [, changed] = await db.batch([
    toStatement(db, addAuditRow(row, sql`true`)),
    toStatement(db, connect(db).update(review).set({ answer }).where(isShown)),
    ...announceModel(db, { table: 'review', id, now }),
  ])
  return (changed?.meta.changes ?? 0) > 0
}

/** Asks for a second look at a shown review, or says that it was looked at and stays. False when its state is another. */
export async function setReviewFlagged(
  db: D1Database,
  { id, isFlagged, now }: { id: number; isFlagged: boolean; now: number },
): Promise<boolean> {
  const { meta } = await connect(db)
    .update(review)
    .set(isFlagged ? { flaggedAt: now } : { flaggedAt: null, checkedAt: now })
    .where(
      and(
        eq(review.id, id),
        isFlagged ? and(eq(review.isApproved, true), isNull(review.flaggedAt)) : IS_FLAGGED,
      ),
    )
  return meta.changes > 0
}

/** Takes a photo of a review down, or shows it again. False when its state is another. */
export async function setPhotoShown(
  db: D1Database,
  { id, isShown, now }: { id: number; isShown: boolean; now: number },
): Promise<boolean> {
  const photo = await connect(db)
    .select({ reviewId: reviewPhoto.reviewId })
    .from(reviewPhoto)
    .where(eq(reviewPhoto.id, id))
    .get()
  if (!photo) return false
  const [changed] = await db.batch([
    toStatement(db, setPhotoRemoved(db, id, isShown ? null : now)),
    ...announceModel(db, { table: 'review', id: photo.reviewId, now }),
  ])
  return (changed?.meta.changes ?? 0) > 0
}

export interface StaffQuestion {
  id: number
  question: string
  /** The shown answer, or the text of one that was taken down. */
  answer: string | null
  isAnswered: boolean
  asker: string
  /** Milliseconds. */
  askedAt: number
  product: { sku: string; slug: string; name: string } | null
}

/** Returns the questions that wait for an answer, the oldest first. */
export function waitingQuestions(db: D1Database): Promise<StaffQuestion[]> {
  return readQuestions(db, IS_WAITING, sql`${productQuestion.askedAt}`)
}

/** Returns the questions that staff refused or took down, the latest first. */
export function refusedQuestions(db: D1Database): Promise<StaffQuestion[]> {
  return readQuestions(db, IS_REFUSED_QUESTION, sql`${productQuestion.refusedAt} desc`)
}

/** Returns the newest shown questions that match. */
export async function postedQuestions(
  db: D1Database,
  { text, reviewId }: PostedSearch,
): Promise<StaffQuestion[]> {
  if (reviewId !== null) return []
  const { question, answer, askerName } = productQuestion
  const texts = sql`${question} || ' ' || coalesce(${answer}, '') || ' ' || ${askerName}`
  const isFound = and(IS_ANSWERED, isMatch(productQuestion, texts, text)) as SQL
  return readQuestions(db, isFound, sql`${productQuestion.answeredAt} desc`)
}

async function readQuestions(db: D1Database, condition: SQL, order: SQL): Promise<StaffQuestion[]> {
  const { id, question, answer, answeredAt, askerName, askedAt, productId } = productQuestion
  const rows = await connect(db)
    .select({
      ...{ id, question, answer, answeredAt, askedAt },
      asker: askerName,
      sku: product.sku,
      slug: product.urlKey,
      name: product.name,
    })
    .from(productQuestion)
    .leftJoin(product, eq(product.id, productId))
    .where(condition)
    .orderBy(order)
    .limit(PENDING_REVIEWS_PER_PAGE)
  return rows.map(({ sku, slug, name, answeredAt, ...rest }) => ({
    ...rest,
    isAnswered: answeredAt !== null,
    product: sku !== null && slug !== null ? { sku, slug, name: name ?? '' } : null,
  }))
}

/** Answers a waiting question; the pages of its model show both. False when no such question waits. */
export function answerQuestion(
  db: D1Database,
  { id, answer, now }: { id: number; answer: string; now: number },
): Promise<boolean> {
  return changeQuestion(db, { id, from: 'waiting', now }, { answer, answeredAt: now })
}

/**
 * Refuses a waiting question or takes an answered one down; with `refusedAt: null` puts a question back as it was before. False
 * when its state is another.
 */
export function setQuestionRefused(
  db: D1Database,
  {
    id,
    from,
    refusedAt,
    now,
  }: { id: number; from: keyof typeof QUESTION_STATES; refusedAt: number | null; now: number },
): Promise<boolean> {
  return changeQuestion(db, { id, from, now }, { refusedAt })
}

/** Takes the answer of a question down; the question waits again, with the text of the answer. */
export function removeAnswer(db: D1Database, id: number, now: number): Promise<boolean> {
  return changeQuestion(db, { id, from: 'answered', now }, { answeredAt: null })
}

async function changeQuestion(
  db: D1Database,
  { id, from, now }: { id: number; from: keyof typeof QUESTION_STATES; now: number },
  values: Partial<typeof productQuestion.$inferInsert>,
): Promise<boolean> {
  const isFrom = and(eq(productQuestion.id, id), QUESTION_STATES[from])
  const [changed] = await db.batch([
    toStatement(db, connect(db).update(productQuestion).set(values).where(isFrom)),
    ...announceModel(db, { table: 'product_question', id, now }),
  ])
  return (changed?.meta.changes ?? 0) > 0
}
