/**
 * Tags of lists: a page that shows a list has the tag of the list's narrowest filter, and an event of a product has the
 * tags of all lists that may contain the product. So a new unit makes only the lists of its like stale.
 */

/** Filters that narrow a list, the narrowest first. A product has at most one value of each. */
const NARROWING = ['size', 'model', 'brand', 'rim'] as const
/** Tag of lists without one of these filters. */
const EVERY_PRODUCT = 'list:'

/** Returns the tags of a page with a list that has these filter values. */
export function tagsOfList(choices: Readonly<Record<string, readonly string[] | undefined>>): string[] {
  const filter = NARROWING.find((name) => (choices[name] ?? []).length > 0)
  return filter ? (choices[filter] ?? []).map((value) => tagOf(filter, value)) : [EVERY_PRODUCT]
}

/** Returns the tags of all lists that may contain a product with these values. */
export function listTags(values: Readonly<Record<string, string | number | null>>): string[] {
  const tags = NARROWING.flatMap((filter) => {
    const value = values[filter] ?? null
    return value === null ? [] : [tagOf(filter, String(value))]
  })
  return [EVERY_PRODUCT, ...tags]
}

/** Tags are stored in a header as a list with commas. */
function tagOf(filter: string, value: string): string {
  return `list:${filter}=${encodeURIComponent(value)}`
}
