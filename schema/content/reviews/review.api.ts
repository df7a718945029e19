/** POST /api/review/create (C12). */
import * as v from 'valibot'
import { TOO_MANY_REVIEWS } from '../../platform/limits/limits.ts'
import { REVIEW_LENGTHS } from './review.ts'

/** A required text without control characters; line ends stay. */
const line = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max, `should have at most ${max} characters`),
    v.transform((text) => text.replace(/[^\P{C}\n]/gu, '').trim()),
    v.minLength(1, 'should not be empty'),
  )

/** Unknown keys are allowed; the author comes from the session. */
export const REVIEW_BODY = v.looseObject({
  review: v.looseObject({
    product_id: v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/))]),
      v.transform(Number),
      v.safeInteger(),
    ),
    title: line(REVIEW_LENGTHS.title),
    detail: line(REVIEW_LENGTHS.text),
    nickname: line(REVIEW_LENGTHS.name),
    review_entity: v.optional(v.literal('product'), 'product'),
    /** Stars; clients of the API send none. */
    rating: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), null),
  }),
})

export const REVIEW_API_MESSAGES = {
  product: 'We couldn’t find that product.',
  tooMany: TOO_MANY_REVIEWS,
} as const

/** The API's status of a review that awaits moderation. */
const PENDING = 2

export interface NewReview {
  productId: number
  title: string
  text: string
  reviewerName: string
  /** `null` without stars; staff then set them on approval. */
  rating: number | null
  /** The signed-in customer; `null` for a guest. */
  customerId: number | null
}

/** Converts the body of a request to a review. */
export function newReview(
  { review }: v.InferOutput<typeof REVIEW_BODY>,
  customerId: number | null,
): NewReview {
  const { product_id: productId, title, detail: text, nickname: reviewerName, rating } = review
  return { productId, title, text, reviewerName, rating: rating ?? null, customerId }
}

/** The result for a new review. */
export const CREATED_REVIEW = v.object({
  entity_pk_value: v.number(),
  review_entity: v.string(),
  review_status: v.number(),
  title: v.string(),
  detail: v.string(),
  nickname: v.string(),
})

/** Returns the result for a new review. */
export function createdReview({
  productId,
  title,
  text,
  reviewerName,
}: NewReview): v.InferOutput<typeof CREATED_REVIEW> {
  const fields = { title, detail: text, nickname: reviewerName }
  return { entity_pk_value: productId, review_entity: 'product', review_status: PENDING, ...fields }
}
