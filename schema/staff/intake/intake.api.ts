/** /api/ext/staff/intake: drafts of units, their numbers, photos and prices, and putting a unit on sale (H14). */
import * as v from 'valibot'
import { DRAFT_CHECK } from './check-draft.ts'
import { INTAKE_DRAFT } from './intake-draft.ts'

/** The largest draft in bytes. */
export const MAX_DRAFT_BYTES = 16_384

/** Name of a draft: an id that the phone makes, so that a repeated request is the same draft. */
export const INTAKE_PARAMS = v.object({ key: v.pipe(v.string(), v.uuid()) })

export const SAVE_INTAKE_BODY = v.object({
  draft: INTAKE_DRAFT,
  /** Counts the changes of the draft on the phone; an older draft never replaces a newer one. */
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The number that the phone took from its block. */
  sku: v.optional(v.pipe(v.string(), v.maxLength(20))),
})

export const INTAKE_REPLY = v.object({
  sku: v.string(),
  /** The revision that is stored. */
  revision: v.number(),
  /** True when the phone's number belongs to another tire: its label has to be printed again. */
  isRenumbered: v.boolean(),
  check: DRAFT_CHECK,
})

export const NUMBERS_REPLY = v.object({ skus: v.array(v.string()) })

export const INTAKE_MESSAGES = {
  key: 'This draft has no valid key.',
  draft: 'We couldn’t read this draft. Reload the page and try again.',
  noSuggestion: 'This shop suggests no prices.',
  published: 'This tire is on sale already.',
  scrapped: 'This tire is scrapped already.',
} as const

/** Why a draft is refused; `sku` names the unit that it became. */
export const INTAKE_REFUSAL = v.object({
  code: v.picklist(['published', 'scrapped']),
  message: v.string(),
  sku: v.string(),
})
