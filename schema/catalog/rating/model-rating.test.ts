import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratingRank, ratingValue, toModelRating } from './model-rating.ts'

const rating = (average: number, count: number) => ({ average, count })

test('[H13c] a rating is the average of a model; without reviews there is none', () => {
  expect(toModelRating(4, 17)).toEqual({ average: 4.25, count: 4 })
  expect(toModelRating(0, 0)).toBeNull()
  expect(toModelRating(null, null)).toBeNull()
})

test('[H13c] the filter rounds down to half a star, so that "4 stars and up" has nothing below 4', () => {
  expect(ratingValue(rating(4.49, 3))).toBe('4')
  expect(ratingValue(rating(4.5, 3))).toBe('4.5')
  expect(ratingValue(rating(3.99, 3))).toBe('3.5')
  expect(ratingValue(rating(5, 3))).toBe('5')
})

test('[H13c] one 5-star review is not better than many good ones, and models without reviews are last', () => {
  expect(ratingRank(rating(5, 1))).toBeLessThan(ratingRank(rating(4.7, 30)))
  expect(ratingRank(rating(5, 40))).toBeGreaterThan(ratingRank(rating(4.7, 40)))
  expect(ratingRank(rating(1, 90))).toBeGreaterThan(ratingRank(null))
})

test('[H13c] one more 5-star review never lowers a rank', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(1000), (count, part) => {
      const average = 1 + (4 * part) / 1000
      const more = rating((average * count + 5) / (count + 1), count + 1)
      expect(ratingRank(more)).toBeGreaterThanOrEqual(ratingRank(rating(average, count)))
    }),
  )
})
