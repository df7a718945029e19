/** Reads the reviews and questions that the page of a product shows: those of its model, or of a product without a model its own. */
import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Condition } from '../../../schema/catalog/product/product.ts'
import { productQuestion } from '../../../schema/content/reviews/product-question.table.ts'
import { review } from '../../../schema/content/reviews/review.table.ts'
import { type Distribution, REVIEW_POINTS, type ReviewPoint } from '../../../schema/content/reviews/review.ts'
import type { connect } from '../../platform/drizzle.sql.ts'
import { PHOTO_IDS } from './photos/review-photos.sql.ts'

export interface ProductReview {
  id: number
  title: string
  text: string
  rating: number
  reviewer: string
  /** Milliseconds. */
  createdAt: number
  isVerified: boolean
  /** The size and condition of the tire that the review was written for. */
  size: string | null
  condition: Condition | null
  helpful: number
  /** The shop's public answer. */
  answer: string | null
  /** Ids of its photos. */
  photos: number[]
}

export interface ReviewSummary {
  count: number
  /** The average of all approved reviews; 0 without reviews. */
  average: number
  stars: Distribution
  /** The average of each point, and how many reviews give it. */
  points: Record<ReviewPoint, { average: number; count: number }>
}

export interface AnsweredQuestion {
  id: number
  question: string
  asker: string
  answer: string
  /** Milliseconds. */
  askedAt: number
}

/** Returns the condition that a row belongs to the model of a product; `productId` is a subquery. */
function isAbout({ productId, brandSlug, modelSlug }: typeof review | typeof productQuestion, id: SQL): SQL {
  const own = (column: 'brand_slug' | 'model_slug') =>
    sql`(select ${sql.raw(column)} from product where id = ${id})`
  return sql`((${brandSlug} = ${own('brand_slug')} and ${modelSlug} = ${own('model_slug')}) or ${productId} = ${id})`
}

/**
 * Returns the statements of the reviews, the most helpful first, of the summary of all of them, and of the questions. With
 * `stars` only the reviews with that number of stars.
 */
export function reviewStatements(
  client: ReturnType<typeof connect>,
  productId: SQL,
  { reviews, stars, questions }: { reviews: number; stars: number | null; questions: number },
) {
  const { id, title, text, rating, reviewerName, createdAt, isVerified, size, condition, helpful, answer } =
    review
  const isOfProduct = isAbout(review, productId)
  const withStars = (stars: number) => sql<number>`coalesce(sum(${rating} = ${stars}), 0)`
  const ofPoint = (point: ReviewPoint) =>
    sql`${point}, json_array(avg(${review[point]}), count(${review[point]}))`
  return [
    client
      .select({
        ...{ id, title, text, createdAt, isVerified, size, condition, helpful, answer },
        rating: sql<number>`coalesce(${rating}, 0)`,
        reviewer: reviewerName,
        photos: PHOTO_IDS,
      })
      .from(review)
      .where(
        and(
          isOfProduct,
          eq(review.isApproved, true),
          sql`${text} <> ''`,
          stars === null ? undefined : eq(rating, stars),
        ),
      )
      .orderBy(desc(helpful), desc(createdAt), desc(id))
      .limit(reviews),
    client
      .select({
        count: count(),
        average: sql<number>`coalesce(avg(${rating}), 0)`,
        stars: sql`json_array(${sql.join([1, 2, 3, 4, 5].map(withStars), sql`, `)})`.mapWith(toDistribution),
        points: sql`json_object(${sql.join(REVIEW_POINTS.map(ofPoint), sql`, `)})`.mapWith(toPoints),
      })
      .from(review)
      .where(and(isOfProduct, eq(review.isApproved, true))),
    client
      .select({
        id: productQuestion.id,
        question: productQuestion.question,
        asker: productQuestion.askerName,
        answer: sql<string>`${productQuestion.answer}`,
        askedAt: productQuestion.askedAt,
      })
      .from(productQuestion)
      .where(
        and(
          isAbout(productQuestion, productId),
          isNotNull(productQuestion.answeredAt),
          isNull(productQuestion.refusedAt),
        ),
      )
      .orderBy(desc(productQuestion.answeredAt), desc(productQuestion.id))
      .limit(questions),
  ] as const
}

function toDistribution(list: string): Distribution {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = JSON.parse(list) as number[]
  return { 1: one, 2: two, 3: three, 4: four, 5: five }
}

function toPoints(list: string): ReviewSummary['points'] {
  const values = JSON.parse(list) as Record<ReviewPoint, [average: number | null, count: number]>
  return Object.fromEntries(
    REVIEW_POINTS.map((point) => [point, { average: values[point][0] ?? 0, count: values[point][1] }]),
  ) as ReviewSummary['points']
}
