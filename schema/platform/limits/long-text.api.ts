/** Length limits of queries without a fixed form. */

/** Longest text or name of a query. */
export const MAX_QUERY_TEXT = 8_000

/** Returns whether a text or a name in it is too long. Without recursion, because input may be nested very deep. */
export function holdsLongText(value: unknown, max = MAX_QUERY_TEXT): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && one.length > max) return true
    if (typeof one !== 'object' || one === null) continue
    for (const [name, inner] of Object.entries(one)) {
      if (name.length > max) return true
      left.push(inner)
    }
  }
  return false
}
