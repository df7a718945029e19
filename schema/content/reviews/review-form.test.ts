import { expect, test } from 'vitest'
import { REVIEW_LENGTHS } from './review.ts'
import { NO_REVIEW, reviewErrors } from './review-form.ts'

const good = { rating: '4', title: 'Quiet', detail: 'Quiet in the rain.', nickname: 'Ada' }

test('a review has one to five stars, a title, a text and a name with a letter in it', () => {
  expect(reviewErrors(good)).toEqual({})
  expect(Object.keys(reviewErrors(NO_REVIEW))).toEqual(['rating', 'title', 'detail', 'nickname'])
  for (const rating of ['0', '6', '4.5', '44', 'x']) {
    expect(reviewErrors({ ...good, rating })).toEqual({ rating: 'Choose one to five stars' })
  }
  expect(reviewErrors({ ...good, nickname: '1234' })).toHaveProperty('nickname')
})

test('each text has a maximum length', () => {
  const lengths = { title: REVIEW_LENGTHS.title, detail: REVIEW_LENGTHS.text, nickname: REVIEW_LENGTHS.name }
  for (const [field, max] of Object.entries(lengths)) {
    expect(reviewErrors({ ...good, [field]: 'é'.repeat(max) })).toEqual({})
    expect(reviewErrors({ ...good, [field]: 'é'.repeat(max + 1) })).toEqual({
      [field]: `Please insert less then ${max} characters`,
    })
  }
})
