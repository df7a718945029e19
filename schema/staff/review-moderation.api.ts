/** /api/ext/staff/reviews: reviews that await moderation. */
import * as v from 'valibot'

export const REVIEW_MODERATION_QUERY = v.object({
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.transform(Number)), '1'),
})

export const REVIEW_MODERATION_BODY = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  approve: v.boolean(),
  /** The stars of a review that was sent without stars. */
  rating: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), null),
})

const PENDING_REVIEW = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  /** `null` for a review without stars; staff add the stars with the approval. */
  rating: v.nullable(v.number()),
  reviewer: v.string(),
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  customerId: v.nullable(v.number()),
  product: v.nullable(v.object({ id: v.number(), sku: v.string(), name: v.string() })),
  /** Ids of its photos, and of those that staff took down. */
  photos: v.array(v.number()),
  removedPhotos: v.array(v.number()),
  /** The shop's public answer. */
  answer: v.nullable(v.string()),
  /** When someone asked for a second look; `null` when nobody did, or staff left it since. */
  flaggedAt: v.nullable(v.number()),
})
export type PendingReview = v.InferOutput<typeof PENDING_REVIEW>

export const REVIEW_MODERATION_LIST = v.object({ total: v.number(), reviews: v.array(PENDING_REVIEW) })

export const REVIEW_MODERATION_MESSAGES = {
  gone: 'This review isn’t pending, or it has no stars yet.',
} as const
