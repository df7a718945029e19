/** The form that answers the application of a dealer (H14k). */
import * as v from 'valibot'
import { APPLICATION_ANSWERS, APPLICATION_REASONS } from '../../account/dealer/dealer-application.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { CALENDAR_DAY } from './dealer-record.ts'

/** A choice or a date that was left empty. */
const EMPTY = v.pipe(
  v.literal(''),
  v.transform(() => null),
)

export const DEALER_FORM = v.object({
  customer: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
  version: FORM_VERSION,
  key: CHANGE_KEY,
  answer: v.picklist(APPLICATION_ANSWERS),
  reason: v.optional(v.union([EMPTY, v.picklist(APPLICATION_REASONS)]), ''),
  certificateUntil: v.optional(v.union([EMPTY, CALENDAR_DAY]), ''),
})

export const DEALER_ANSWERED = {
  approved: 'Approved. The dealer gets an email.',
  asked: 'Asked. The dealer gets an email.',
  refused: 'Refused. The dealer gets an email.',
} as const
