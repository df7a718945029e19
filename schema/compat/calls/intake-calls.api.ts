/** The calls of the intake page: drafts of units and their numbers. */
import * as v from 'valibot'
import {
  INTAKE_PARAMS,
  INTAKE_REFUSAL,
  INTAKE_REPLY,
  NUMBERS_REPLY,
  SAVE_INTAKE_BODY,
} from '../../staff/intake/intake.api.ts'
import { type ApiCall, failure, result, textReply, UNAUTHORIZED_REPLY, VIOLATIONS } from './call.api.ts'

const COMMON = { 401: UNAUTHORIZED_REPLY, 403: textReply('The role may not take in tires.') }
const INVALID = failure(v.union([v.string(), VIOLATIONS]), 'The body is invalid.')

export const INTAKE_CALLS: readonly ApiCall[] = [
  {
    id: 'reserveNumbers',
    method: 'POST',
    path: '/api/ext/staff/intake/numbers',
    tag: 'Account',
    summary: 'Reserves numbers of units for a phone that may lose reception.',
    who: 'staff',
    replies: { 200: result(NUMBERS_REPLY, 'Skus that nobody else gets.'), ...COMMON },
  },
  {
    id: 'saveIntake',
    method: 'PUT',
    path: '/api/ext/staff/intake/:key',
    tag: 'Account',
    summary: 'Saves the draft of a unit, and says what is missing.',
    who: 'staff',
    params: INTAKE_PARAMS,
    body: SAVE_INTAKE_BODY,
    replies: {
      200: result(INTAKE_REPLY, 'The draft is stored; a newer one stays.'),
      400: INVALID,
      404: textReply('The key is invalid.'),
      409: failure(INTAKE_REFUSAL, 'The unit is on sale or scrapped.'),
      ...COMMON,
    },
  },
]
