/** Reviews and the query of the page that lists them all (B8, C12). */

export const REVIEWS_PER_PAGE = 5
export const MAX_REVIEWS = 25

/** The points that a review can give beside its stars, 1 to 5 each, and their labels; 5 for noise is quiet. */
export const REVIEW_POINTS = ['wet', 'dry', 'snow', 'noise', 'wear'] as const
export type ReviewPoint = (typeof REVIEW_POINTS)[number]
export const POINT_LABELS: Readonly<Record<ReviewPoint, string>> = {
  wet: 'Wet grip',
  dry: 'Dry grip',
  snow: 'Snow',
  noise: 'Quietness',
  wear: 'Tread life',
}

/** Answered questions that a product page shows. */
export const QUESTIONS_PER_PAGE = 6

/** What the shop does with a review before it is shown. */
export const REVIEW_POLICY = 'We check every review for spam. We keep the bad ones.'

/** When questions are answered, as a part of a sentence. */
export const QUESTION_ANSWERED = 'usually within a business day'

/** What shoppers read after a vote and after a question. */
export const REVIEW_MESSAGES = {
  reported: 'Thanks! We’ll look at this review again. It stays here until then.',
  voted: 'Thanks! We count one vote per shopper.',
  asked: `Thanks! We’ll answer here, ${QUESTION_ANSWERED}.`,
} as const

/** Largest lengths of the fields. */
export const REVIEW_LENGTHS = { title: 150, text: 4000, name: 60 } as const

/** Text reviews are of the shop, product reviews of a tire (B8). */
export const REVIEW_KINDS = ['all', 'shop', 'tires'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

export interface ReviewQuery {
  kind: ReviewKind
  /** Shows only reviews with this number of stars; `null` shows all. */
  stars: number | null
  /** From 1. */
  page: number
  /** How many 5-star reviews are shown first. */
  top: number
}

const DEFAULT_QUERY: ReviewQuery = { kind: 'all', stars: null, page: 1, top: REVIEWS_PER_PAGE }

/** Parses the query of the reviews page; invalid values are ignored. */
export function parseReviewQuery(param: (name: string) => string | undefined): ReviewQuery {
  const page = param('page') ?? ''
  const stars = param('stars') ?? ''
  return {
    kind: REVIEW_KINDS.find((known) => known === param('of')) ?? 'all',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
    top: param('top') === String(MAX_REVIEWS) ? MAX_REVIEWS : REVIEWS_PER_PAGE,
  }
}

/** Returns the query string without "?" in a fixed order; empty for the default page. */
export function reviewSearch(query: ReviewQuery): string {
  const { kind, stars, page, top } = query
  const params = new Map<string, string>()
  if (kind !== DEFAULT_QUERY.kind) params.set('of', kind)
  if (stars !== null) params.set('stars', String(stars))
  if (page > 1) params.set('page', String(page))
  if (top !== DEFAULT_QUERY.top) params.set('top', String(top))
  return [...params].map(([name, value]) => `${name}=${value}`).join('&')
}

/** Numbers of approved reviews by stars, 1 to 5. */
export type Distribution = Record<1 | 2 | 3 | 4 | 5, number>

export function countReviews(stars: Distribution): number {
  return stars[1] + stars[2] + stars[3] + stars[4] + stars[5]
}

/** Returns the average; 0 without reviews. */
export function averageRating(stars: Distribution): number {
  const count = countReviews(stars)
  return count === 0 ? 0 : (stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5]) / count
}
