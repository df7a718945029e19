/** The form that saves and deletes named views, and its messages. */
import * as v from 'valibot'
import { numberText } from '../../platform/forms/number-text.ts'

/** Views of one person. */
export const VIEWS_MAX = 50

export const SAVED_VIEW_FORM = v.variant('action', [
  v.object({
    action: v.literal('save'),
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
    query: v.pipe(v.string(), v.maxLength(2_000)),
    /** A box that is not checked sends nothing. */
    shared: v.pipe(
      v.optional(v.string(), ''),
      v.transform((value) => value !== ''),
    ),
  }),
  v.object({
    action: v.literal('delete'),
    id: numberText(9),
  }),
])

export const SAVED_VIEW_MESSAGES = {
  saved: 'The view is saved.',
  deleted: 'The view is deleted.',
  gone: 'This view isn’t yours, or it’s gone.',
  full: `You have ${VIEWS_MAX} views. Delete one first.`,
} as const
