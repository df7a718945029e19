/** /api/ext/staff/intake: drafts of units, their numbers, photos and prices, and putting a unit on sale (H14). */
import * as v from 'valibot'
import { LARGE_PHOTO, SMALL_PHOTO } from '../../catalog/images/photo-name.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { UNIT_STATES } from '../units/unit-state.ts'
import { DRAFT_CHECK } from './check-draft.ts'
import { INTAKE_DRAFT, PHOTO_SLOTS } from './intake-draft.ts'

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

export const PHOTO_PARAMS = v.object({
  key: CHANGE_KEY,
  slot: v.picklist(PHOTO_SLOTS),
})

export const PHOTO_QUERY = v.object({
  /** Pixels of the longer side, at most. */
  size: v.pipe(
    v.picklist(['1600', '480']),
    v.transform((size) => (size === '480' ? SMALL_PHOTO : LARGE_PHOTO)),
  ),
  /** Difference hash of the picture: both sizes of one photo have the same. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
})

/** Name of the stored photo below `/photos/`. */
export const PHOTO_REPLY = v.object({ name: v.string() })

export const PHOTO_REFUSAL = v.object({
  code: v.picklist(['photo-size', 'photo-type', 'photo-pixels', 'photo-draft']),
  message: v.string(),
})

export const NUMBERS_REPLY = v.object({ skus: v.array(v.string()) })

export const INTAKE_MESSAGES = {
  key: 'This draft has no valid key.',
  draft: 'We couldn’t read this draft. Reload the page and try again.',
  noSuggestion: 'This shop suggests no prices.',
  unknown: 'This tire isn’t saved yet. It’s sent again.',
  incomplete: 'Something is missing. See the blocks with a mark.',
  'not-scrap': 'Only a tire with a red finding and a photo can be scrapped here.',
  sellable: 'Nothing speaks against this tire, so it isn’t scrapped. Put it on sale instead.',
  older:
    'You sent a newer page of this tire before, so nothing is on sale yet. Check this page and send it again.',
  'sku-taken': 'Another product has its number, so it got a new one. Print a new label, then put it on sale.',
  published: 'This tire is on sale already.',
  scrapped: 'This tire is scrapped already.',
} as const

/** The unit of a published or scrapped draft; `href` is its product page. */
export const PUBLISH_REPLY = v.object({ sku: v.string(), state: v.picklist(UNIT_STATES), href: v.string() })
export const SCRAP_REPLY = v.object({ sku: v.string() })

/** What is missing before a unit can be put on sale or scrapped. */
export const INCOMPLETE = v.object({ code: v.literal('incomplete'), message: v.string(), check: DRAFT_CHECK })

/** Why a draft is refused; `sku` names the unit that it became, or its new number. */
export const INTAKE_REFUSAL = v.object({
  code: v.picklist(['published', 'scrapped', 'sku-taken']),
  message: v.string(),
  sku: v.string(),
})
