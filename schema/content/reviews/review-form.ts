/** The form of a product review and its rules. */
import { FIELD_MESSAGES, firstMessage, required, type Validator } from '../../platform/forms/field.ts'
import { isLonger } from '../../platform/limits/text-length.ts'
import { REVIEW_LENGTHS, REVIEW_POINTS, type ReviewPoint } from './review.ts'

export const REVIEW_FIELDS = ['rating', 'title', 'detail', 'nickname'] as const
type ReviewField = (typeof REVIEW_FIELDS)[number]
export type ReviewTexts = Record<ReviewField, string>
export type ReviewErrors = Partial<Record<ReviewField | 'photos', string>>
/** The id of each field that can have an error, and its label in the list of errors. */
export const REVIEW_ERROR_FIELDS: Readonly<Record<keyof ReviewErrors, { id: string; label: string }>> = {
  rating: { id: 'review-rating', label: 'Stars' },
  title: { id: 'review-title', label: 'Title' },
  detail: { id: 'review-detail', label: 'What was it like?' },
  nickname: { id: 'review-nickname', label: 'Your name' },
  photos: { id: 'review-photos', label: 'Photos' },
}
export type ReviewPoints = Record<ReviewPoint, number | null>

export const NO_REVIEW: ReviewTexts = { rating: '', title: '', detail: '', nickname: '' }

export const REVIEW_FORM_MESSAGES = {
  sent: 'Thank you! We’ll check your review for spam, then post it, good or bad.',
  rating: 'Choose one to five stars',
  name: 'Your name, as it is shown',
} as const

const atMost =
  (max: number): Validator =>
  (text) =>
    isLonger(text, max) ? `Please insert less then ${max} characters` : null

/** Reads the points of a form, 1 to 5 each; `null` where the shopper gave none. */
export function reviewPoints(body: Readonly<Record<string, string | undefined>>): ReviewPoints {
  const entries = REVIEW_POINTS.map((point) => [
    point,
    /^[1-5]$/.test(body[point] ?? '') ? Number(body[point]) : null,
  ])
  return Object.fromEntries(entries) as ReviewPoints
}

/** Returns the errors of the form. The caller fills in an empty `nickname` from the session before. */
export function reviewErrors(texts: ReviewTexts): ReviewErrors {
  const rules: Record<ReviewField, readonly Validator[]> = {
    rating: [(text) => (/^[1-5]$/.test(text) ? null : REVIEW_FORM_MESSAGES.rating)],
    title: [required, atMost(REVIEW_LENGTHS.title)],
    detail: [required, atMost(REVIEW_LENGTHS.text)],
    nickname: [
      required,
      (text) => (/\p{L}/u.test(text) ? null : FIELD_MESSAGES.unicodeAlpha),
      atMost(REVIEW_LENGTHS.name),
    ],
  }
  const errors: ReviewErrors = {}
  for (const field of REVIEW_FIELDS) {
    const message = firstMessage(texts[field], rules[field])
    if (message !== null) errors[field] = message
  }
  return errors
}
