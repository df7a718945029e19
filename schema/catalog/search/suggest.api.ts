/** GET /api/ext/suggest?q=: what the search panel offers while somebody types. */
import * as v from 'valibot'

const SUGGESTION = v.object({
  label: v.string(),
  href: v.string(),
  /** How many there are, or what one costs. */
  note: v.nullable(v.string()),
  /** Address of a picture, 350 pixels wide; it shows what the label says. */
  picture: v.nullable(v.string()),
})
export type Suggestion = v.InferOutput<typeof SUGGESTION>

const SUGGESTION_GROUP = v.object({ label: v.string(), items: v.array(SUGGESTION) })
export type SuggestionGroup = v.InferOutput<typeof SUGGESTION_GROUP>

export const SUGGESTIONS = v.object({
  /** In the order shown; none is empty. */
  groups: v.array(SUGGESTION_GROUP),
  /** The term as it was probably meant, when what was typed finds nothing and the groups are for this instead. */
  meant: v.nullable(v.string()),
})
export type Suggestions = v.InferOutput<typeof SUGGESTIONS>

/** Most entries of all groups together. */
export const MAX_SUGGESTIONS = 8
