/** The rating of a model: the average of its approved reviews, which every unit of the model shows ([H13c]). */

/** Stars, 1 to 5, and the number of reviews, at least 1. */
export interface ModelRating {
  average: number
  count: number
}

/** Returns the rating of a model's sums; `null` without reviews. */
export function toModelRating(reviews: number | null, stars: number | null): ModelRating | null {
  return reviews === null || stars === null || reviews < 1
    ? null
    : { average: stars / reviews, count: reviews }
}

/** Minimum ratings that the filter offers. */
export const RATING_STEPS = ['4.5', '4', '3'] as const

/** Returns the value of the rating filter: the average, rounded down to half a star. */
export function ratingValue(rating: ModelRating): string {
  return String(Math.floor(rating.average * 2 + 1e-9) / 2)
}

/** Reviews that every model is given with `PRIOR_AVERAGE`, so that one 5-star review isn't best of all. */
const PRIOR_COUNT = 4
const PRIOR_AVERAGE = 3.8

/** Returns the place of a model in the order "Best rated": thousandths of a star; 0 without reviews, which come last. */
export function ratingRank(rating: ModelRating | null): number {
  if (rating === null) return 0
  const { average, count } = rating
  return Math.round((1000 * (average * count + PRIOR_AVERAGE * PRIOR_COUNT)) / (count + PRIOR_COUNT))
}
