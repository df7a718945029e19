/** Approved reviews, and the numbers of all approved ones by stars. */
import { eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { Condition } from '../../../schema/catalog/product/product.ts'
import { review } from '../../../schema/content/reviews/review.table.ts'
import {
  averageRating,
  countReviews,
  type Distribution,
  MAX_REVIEWS,
  type ReviewKind,
  type ReviewQuery,
} from '../../../schema/content/reviews/review.ts'
import { IS_VIEWABLE } from '../../catalog/index/listed-condition.sql.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'

export interface ShownReview {
  id: number
  title: string
  text: string
  rating: number
  reviewer: string
  /** Milliseconds. */
  createdAt: number
  isVerified: boolean
  /** The size and condition of the tire; `null` for other products and for the shop. */
  size: string | null
  condition: Condition | null
  /** The shop's public answer. */
  answer: string | null
  /** The reviewed product; `null` for a review of the shop. */
  product: { sku: string; slug: string; name: string } | null
}

export interface ShownReviews {
  shown: ShownReview[]
  fiveStar: number
  all: number
  /** The average of all approved reviews. */
  rating: number
}

export interface ReviewList {
  /** 5-star reviews with text, newest first. */
  top: ShownReview[]
  /** The requested page. */
  list: ShownReview[]
  /** Numbers of approved reviews by kind and stars. */
  stars: Record<ReviewKind, Distribution>
}

const COLUMNS = sql`${review.id} as id, ${review.title} as title, ${review.text} as text, ${review.rating} as rating,
  ${review.reviewerName} as reviewer, ${review.createdAt} as createdAt, ${review.isVerified} as isVerified,
  ${review.size} as size, ${review.condition} as condition, ${review.answer} as answer`
const WITH_PRODUCT = sql`select ${COLUMNS}, ${product.sku} as sku, ${product.urlKey} as slug, ${product.name} as name
  from ${review} left join ${product} on ${product.id} = ${review.productId} and ${IS_VIEWABLE}`
const IS_SHOWN = sql`${review.isApproved} = 1 and ${review.text} <> ''`
const NEWEST = sql`order by ${review.createdAt} desc, ${review.id} desc`

type Row = Record<string, string | number | null>

/** Converts a row of `review`, with the sku, slug and name of its product if they were selected. */
function toReview(row: Row): ShownReview {
  const {
    id,
    title,
    text,
    rating,
    reviewer,
    createdAt,
    isVerified,
    size,
    condition,
    answer,
    sku,
    slug,
    name,
  } = row
  return {
    id: Number(id),
    title: String(title),
    text: String(text),
    rating: Number(rating),
    reviewer: String(reviewer),
    createdAt: Number(createdAt),
    isVerified: isVerified === 1,
    size: size === null ? null : String(size),
    condition: condition as Condition | null,
    answer: answer === null ? null : String(answer),
    product: sku && slug ? { sku: String(sku), slug: String(slug), name: String(name) } : null,
  }
}

/** Returns the query of the newest 5-star reviews with text. */
function topQuery(limit: number): SQL {
  return sql`${WITH_PRODUCT} where ${IS_SHOWN} and ${review.rating} = 5 ${NEWEST} limit ${limit}`
}

const COUNTS = sql`select ${review.productId} is null as ofShop, ${review.rating} as rating, count(*) as n from ${review}
  where ${review.isApproved} = 1 group by 1, 2`

function distributions(rows: readonly Row[]): ReviewList['stars'] {
  const none = (): Distribution => ({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })
  const stars = { all: none(), shop: none(), tires: none() }
  for (const { ofShop, rating, n } of rows) {
    const value = Number(rating) as keyof Distribution
    stars.all[value] += Number(n)
    stars[ofShop ? 'shop' : 'tires'][value] += Number(n)
  }
  return stars
}

/** Returns the newest 5-star reviews with the numbers of all; `null` without any review. One batch. */
export async function topReviews(db: D1Database, limit: number): Promise<ShownReviews | null> {
  const [shown, counted] = await batchOf(db, [topQuery(limit), COUNTS])
  const { all } = distributions(counted?.results ?? [])
  if (countReviews(all) === 0) return null
  return {
    shown: (shown?.results ?? []).map(toReview),
    fiveStar: all[5],
    all: countReviews(all),
    rating: averageRating(all),
  }
}

/** Returns a page of `MAX_REVIEWS` approved reviews, newest first, with the top reviews. One batch. */
export async function listReviews(
  db: D1Database,
  { kind, stars, page, top }: ReviewQuery,
): Promise<ReviewList> {
  const { productId, rating, isApproved } = review
  const isAbout = { all: sql`1`, shop: isNull(productId), tires: isNotNull(productId) }[kind]
  const hasStars = stars === null ? sql`1` : eq(rating, stars)
  const [first, list, counted] = await batchOf(db, [
    topQuery(top),
    sql`${WITH_PRODUCT} where ${isApproved} = 1 and ${isAbout} and ${hasStars} ${NEWEST}
      limit ${MAX_REVIEWS} offset ${(page - 1) * MAX_REVIEWS}`,
    COUNTS,
  ])
  return {
    top: (first?.results ?? []).map(toReview),
    list: (list?.results ?? []).map(toReview),
    stars: distributions(counted?.results ?? []),
  }
}
