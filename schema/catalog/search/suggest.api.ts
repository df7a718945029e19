/** GET /api/ext/suggest?q=: suggestions while the shopper types. */
import * as v from 'valibot'
import { FITTING_TIRE } from '../vehicle/fitment.ts'

const SUGGESTION = v.object({
  label: v.string(),
  href: v.string(),
  /** A count or a price. */
  note: v.nullable(v.string()),
  /** Address of a picture, 350 pixels wide. */
  picture: v.nullable(v.string()),
  /** The values of a suggested tire that a car is compared with. */
  tire: v.exactOptional(FITTING_TIRE),
})
export type Suggestion = v.InferOutput<typeof SUGGESTION>

const SUGGESTION_GROUP = v.object({ label: v.string(), items: v.array(SUGGESTION) })
export type SuggestionGroup = v.InferOutput<typeof SUGGESTION_GROUP>

export const SUGGESTIONS = v.object({
  /** In display order; empty groups are omitted. */
  groups: v.array(SUGGESTION_GROUP),
  /** The corrected term when the typed term has no results; the groups then belong to the corrected term. */
  meant: v.nullable(v.string()),
})
export type Suggestions = v.InferOutput<typeof SUGGESTIONS>

/** Largest number of entries of all groups together. */
export const MAX_SUGGESTIONS = 8
