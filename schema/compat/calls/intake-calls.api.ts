/** The calls of the intake page: drafts of units and their numbers. */
import * as v from 'valibot'
import {
  INCOMPLETE,
  INTAKE_PARAMS,
  INTAKE_REFUSAL,
  INTAKE_REPLY,
  NUMBERS_REPLY,
  PHOTO_PARAMS,
  PHOTO_QUERY,
  PHOTO_REFUSAL,
  PHOTO_REPLY,
  PUBLISH_REPLY,
  SAVE_INTAKE_BODY,
  SCRAP_REPLY,
} from '../../staff/intake/intake.api.ts'
import {
  ALIKE_QUERY,
  ALIKE_REPLY,
  CHOICES_QUERY,
  CHOICES_REPLY,
  SUGGESTION_QUERY,
} from '../../staff/intake/intake-queries.api.ts'
import { PRICE_SUGGESTION } from '../../staff/intake/price/price-suggestion.ts'
import { type ApiCall, failure, result, textReply, UNAUTHORIZED_REPLY, VIOLATIONS } from './call.api.ts'

const COMMON = { 401: UNAUTHORIZED_REPLY, 403: textReply('The role may not take in tires.') }
const INVALID = failure(v.union([v.string(), VIOLATIONS]), 'The body is invalid.')

export const INTAKE_CALLS: readonly ApiCall[] = [
  {
    id: 'intakeSuggestion',
    method: 'GET',
    path: '/api/ext/staff/intake/suggestion',
    tag: 'Account',
    summary: 'Suggests the price of a used tire, with the tires that it is compared with.',
    who: 'staff',
    query: SUGGESTION_QUERY,
    replies: {
      200: result(PRICE_SUGGESTION, 'The price; `null` when nothing is known.'),
      400: INVALID,
      404: textReply('The shop suggests no prices.'),
      ...COMMON,
    },
  },
  {
    id: 'intakeAlike',
    method: 'GET',
    path: '/api/ext/staff/intake/alike',
    tag: 'Account',
    summary: 'Finds units that may be this very tire, and units that make a set with it.',
    who: 'staff',
    query: ALIKE_QUERY,
    replies: { 200: result(ALIKE_REPLY, 'Both lists; they may be empty.'), 400: INVALID, ...COMMON },
  },
  {
    id: 'intakeChoices',
    method: 'GET',
    path: '/api/ext/staff/intake/choices',
    tag: 'Account',
    summary: 'Returns the sizes and brands of the yard, or the models of a size.',
    who: 'staff',
    query: CHOICES_QUERY,
    replies: { 200: result(CHOICES_REPLY, 'The most frequent or newest first.'), 400: INVALID, ...COMMON },
  },
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
  {
    id: 'storeIntakePhoto',
    method: 'PUT',
    path: '/api/ext/staff/intake/:key/photos/:slot',
    tag: 'Account',
    summary: 'Stores a photo of a unit, a JPEG file of up to 1 MB, without its metadata.',
    who: 'staff',
    params: PHOTO_PARAMS,
    query: PHOTO_QUERY,
    replies: {
      200: result(PHOTO_REPLY, 'The photo is stored; the same one again changes nothing.'),
      400: failure(v.union([VIOLATIONS, PHOTO_REFUSAL]), 'The query or the file is invalid.'),
      404: textReply('The key or the slot is invalid.'),
      409: failure(PHOTO_REFUSAL, 'The draft is not stored yet.'),
      413: failure(v.union([v.string(), PHOTO_REFUSAL]), 'The file is too large.'),
      ...COMMON,
    },
  },
  {
    id: 'publishIntake',
    method: 'POST',
    path: '/api/ext/staff/intake/:key/publish',
    tag: 'Account',
    summary: 'Puts the unit of a draft on sale; a repeated call finds the same unit.',
    who: 'staff',
    params: INTAKE_PARAMS,
    replies: {
      200: result(PUBLISH_REPLY, 'The unit exists.'),
      404: textReply('The draft is not stored.'),
      409: failure(
        v.union([INCOMPLETE, INTAKE_REFUSAL]),
        'The draft is incomplete, scrapped, or its number is taken.',
      ),
      ...COMMON,
    },
  },
  {
    id: 'scrapIntake',
    method: 'POST',
    path: '/api/ext/staff/intake/:key/scrap',
    tag: 'Account',
    summary: 'Ends a draft whose tire must not be sold.',
    who: 'staff',
    params: INTAKE_PARAMS,
    replies: {
      200: result(SCRAP_REPLY, 'The tire is scrapped.'),
      404: textReply('The draft is not stored.'),
      409: failure(
        v.union([INCOMPLETE, INTAKE_REFUSAL]),
        'The tire may be sold, has no photo, or is on sale.',
      ),
      ...COMMON,
    },
  },
]
