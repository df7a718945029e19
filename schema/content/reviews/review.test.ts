import { expect, test } from 'vitest'
import {
  averageRating,
  countReviews,
  MAX_REVIEWS,
  parseReviewQuery,
  REVIEWS_PER_PAGE,
  reviewSearch,
} from './review.ts'

const parse = (search: string) => {
  const params = new Map(search.split('&').map((pair) => [pair.split('=')[0], pair.split('=')[1]]))
  return parseReviewQuery((name) => params.get(name))
}

test('[C12] five 5-star reviews are shown first, on request 25', () => {
  expect(REVIEWS_PER_PAGE).toBe(5)
  expect(MAX_REVIEWS).toBe(25)
  expect(parse('').top).toBe(5)
  expect(parse('top=25').top).toBe(25)
  for (const odd of ['top=26', 'top=0', 'top=9999', 'top=x']) expect(parse(odd).top).toBe(5)
})

test('[B8] a query has one canonical form, and invalid values are ignored', () => {
  for (const canonical of ['', 'of=shop', 'of=tires&stars=2&page=3&top=25', 'stars=5']) {
    expect(reviewSearch(parse(canonical))).toBe(canonical)
  }
  expect(reviewSearch(parse('page=1&stars=9&of=cars&page=-1&top=5'))).toBe('')
  expect(reviewSearch(parse('page=0003'))).toBe('')
})

test('the average includes all reviews', () => {
  const stars = { 1: 1, 2: 0, 3: 0, 4: 1, 5: 2 }
  expect(countReviews(stars)).toBe(4)
  expect(averageRating(stars)).toBe(3.75)
  expect(averageRating({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })).toBe(0)
})
