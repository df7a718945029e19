/** Reviews that may be shown (approved, 5 stars, with text) and the honest numbers beside them. */
import type { NewReview } from '../../../schema/content/reviews/review.api.ts'
import {
  averageRating,
  countReviews,
  type Distribution,
  MAX_REVIEWS,
  type ReviewKind,
  type ReviewQuery,
} from '../../../schema/content/reviews/review.ts'
import { OPENABLE } from '../../catalog/index/listed-condition.sql.ts'

export interface ShownReview {
  id: number
  title: string
  text: string
  rating: number
  reviewer: string
  /** Milliseconds. */
  createdAt: number
  /** The product it is about; `null` for the shop itself. */
  product: { sku: string; slug: string; name: string } | null
}

export interface ShownReviews {
  shown: ShownReview[]
  fiveStar: number
  all: number
  /** Average of all approved ones. */
  rating: number
}

export interface ReviewList {
  /** 5-star ones with text, newest first. */
  top: ShownReview[]
  /** The page that was asked for. */
  list: ShownReview[]
  /** Approved ones by stars, of each kind. */
  stars: Record<ReviewKind, Distribution>
}

const COLUMNS = `r.id, r.title, r.text, r.rating, r.reviewer_name as reviewer, r.created_on as createdAt,
  p.sku, p.url_key as slug, p.name from review r left join product p on p.id = r.product_id and ${OPENABLE}`
const NEWEST = 'order by r.created_on desc, r.id desc'

type Row = Record<string, string | number | null>

/** A row of `review` with the sku, slug and name of its product, where those were asked for. */
export function toReview({
  id,
  title,
  text,
  rating,
  reviewer,
  createdAt,
  sku,
  slug,
  name,
}: Row): ShownReview {
  return {
    id: Number(id),
    title: String(title),
    text: String(text),
    rating: Number(rating),
    reviewer: String(reviewer),
    createdAt: Number(createdAt),
    product: sku && slug ? { sku: String(sku), slug: String(slug), name: String(name) } : null,
  }
}

function topOf(db: D1Database, limit: number): D1PreparedStatement {
  return db
    .prepare(`select ${COLUMNS} where r.is_approved = 1 and r.rating = 5 and r.text <> '' ${NEWEST} limit ?`)
    .bind(limit)
}

function numbers(db: D1Database): D1PreparedStatement {
  return db.prepare(
    'select product_id is null as ofShop, rating, count(*) as n from review where is_approved = 1 group by 1, 2',
  )
}

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

/** Newest first; `null` when nobody has written yet. One batch. */
export async function topReviews(db: D1Database, limit: number): Promise<ShownReviews | null> {
  const [shown, counted] = await db.batch<Row>([topOf(db, limit), numbers(db)])
  const { all } = distributions(counted?.results ?? [])
  if (countReviews(all) === 0) return null
  return {
    shown: (shown?.results ?? []).map(toReview),
    fiveStar: all[5],
    all: countReviews(all),
    rating: averageRating(all),
  }
}

/** All approved reviews, newest first, a page of `MAX_REVIEWS`, with those that stand in front. One batch. */
export async function listReviews(
  db: D1Database,
  { kind, stars, page, top }: ReviewQuery,
): Promise<ReviewList> {
  const about = { all: '', shop: 'and r.product_id is null', tires: 'and r.product_id is not null' }[kind]
  const [first, list, counted] = await db.batch<Row>([
    topOf(db, top),
    db
      .prepare(
        `select ${COLUMNS} where r.is_approved = 1 ${about} and (?1 is null or r.rating = ?1) ${NEWEST}
         limit ?2 offset ?3`,
      )
      .bind(stars, MAX_REVIEWS, (page - 1) * MAX_REVIEWS),
    numbers(db),
  ])
  return {
    top: (first?.results ?? []).map(toReview),
    list: (list?.results ?? []).map(toReview),
    stars: distributions(counted?.results ?? []),
  }
}

/**
 * Saves a review that waits for approval. The same text about the same product is saved once. False for a product that
 * has no page.
 */
export async function addReview(db: D1Database, review: NewReview, now: number): Promise<boolean> {
  const { productId, title, text, rating, reviewerName, customerId } = review
  const [, product] = await db.batch<Row>([
    db
      .prepare(
        `insert into review (product_id, title, text, rating, reviewer_name, is_approved, created_on, customer_id)
         select p.id, ?2, ?3, ?4, ?5, 0, ?6, ?7 from product p
         where p.id = ?1 and ${OPENABLE} and not exists (
           select 1 from review r where r.product_id = p.id and r.text = ?3 and r.reviewer_name = ?5)`,
      )
      .bind(productId, title, text, rating, reviewerName, now, customerId),
    db.prepare(`select p.id from product p where p.id = ? and ${OPENABLE}`).bind(productId),
  ])
  return (product?.results.length ?? 0) > 0
}
