/** The form of a question about a product and its rules. */
import { FIELD_MESSAGES, firstMessage, required, type Validator } from '../../platform/forms/field.ts'
import { isLonger } from '../../platform/limits/text-length.ts'

const QUESTION_FIELDS = ['question', 'nickname'] as const
type QuestionField = (typeof QUESTION_FIELDS)[number]
export type QuestionTexts = Record<QuestionField, string>
export type QuestionErrors = Partial<Record<QuestionField, string>>

export const NO_QUESTION: QuestionTexts = { question: '', nickname: '' }
export const QUESTION_LENGTHS: Readonly<Record<QuestionField, number>> = { question: 500, nickname: 60 }
/** Largest length of an answer of the shop. */
export const ANSWER_MAX = 2000

/** Reads the fields of a form: without spaces at the ends and without control characters. */
export function questionTexts(body: Readonly<Record<string, string | undefined>>): QuestionTexts {
  const text = (field: QuestionField) => (body[field] ?? '').replace(/[^\P{C}\n]/gu, '').trim()
  return { question: text('question'), nickname: text('nickname') }
}

/** Returns the errors of the form. */
export function questionErrors(texts: QuestionTexts): QuestionErrors {
  const atMost =
    (field: QuestionField): Validator =>
    (text) =>
      isLonger(text, QUESTION_LENGTHS[field])
        ? `Please insert less then ${QUESTION_LENGTHS[field]} characters`
        : null
  const hasLetter: Validator = (text) => (/\p{L}/u.test(text) ? null : FIELD_MESSAGES.unicodeAlpha)
  const errors: QuestionErrors = {}
  for (const field of QUESTION_FIELDS) {
    const message = firstMessage(texts[field], [required, hasLetter, atMost(field)])
    if (message !== null) errors[field] = message
  }
  return errors
}
