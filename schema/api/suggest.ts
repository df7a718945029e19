/** GET /api/ext/suggest?q=: what the search panel offers while somebody types. */

export interface Suggestion {
  label: string
  href: string
  /** How many there are, or what one costs. */
  note: string | null
  /** Address of a picture, 350 pixels wide; it shows what the label says. */
  picture: string | null
}

export interface SuggestionGroup {
  label: string
  items: Suggestion[]
}

export interface Suggestions {
  /** In the order shown; none is empty. */
  groups: SuggestionGroup[]
  /** The term as it was probably meant, when what was typed finds nothing and the groups are for this instead. */
  meant: string | null
}

/** Most entries of all groups together. */
export const MAX_SUGGESTIONS = 8
