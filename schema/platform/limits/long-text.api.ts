/** Length limits of queries without a fixed schema. */

/** Largest number of characters of a text or name in a query. */
export const MAX_QUERY_TEXT = 8_000

/** Checks whether a text or name in the value is longer than `max`. Not recursive, because input may be nested very deep. */
export function hasLongText(value: unknown, max = MAX_QUERY_TEXT): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const current = pending.pop()
    if (typeof current === 'string' && current.length > max) return true
    if (typeof current !== 'object' || current === null) continue
    for (const [name, inner] of Object.entries(current)) {
      if (name.length > max) return true
      pending.push(inner)
    }
  }
  return false
}
