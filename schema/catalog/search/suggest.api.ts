/** GET /api/ext/suggest?q=: suggestions while typing. */
import * as v from 'valibot'

const SUGGESTION = v.object({
  label: v.string(),
  href: v.string(),
  /** A count or a price. */
  note: v.nullable(v.string()),
  /** Address of a picture, 350 pixels wide. */
  picture: v.nullable(v.string()),
})
export type Suggestion = v.InferOutput<typeof SUGGESTION>

const SUGGESTION_GROUP = v.object({ label: v.string(), items: v.array(SUGGESTION) })
export type SuggestionGroup = v.InferOutput<typeof SUGGESTION_GROUP>

export const SUGGESTIONS = v.object({
  /** In display order; none is empty. */
  groups: v.array(SUGGESTION_GROUP),
  /** The corrected term, when the typed one finds nothing; the groups are for this term. */
  meant: v.nullable(v.string()),
})
export type Suggestions = v.InferOutput<typeof SUGGESTIONS>

/** Largest number of entries of all groups together. */
export const MAX_SUGGESTIONS = 8
