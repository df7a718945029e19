/** What is too long to be looked at, in a question whose form is free. */

/** Signs of one text or name of a question. */
export const MAX_QUERY_TEXT = 8_000

/** Whether a text or a name in it is too long. Without recursion: what comes from outside may be nested very deep. */
export function holdsLongText(value: unknown, most = MAX_QUERY_TEXT): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && one.length > most) return true
    if (typeof one !== 'object' || one === null) continue
    for (const [name, inner] of Object.entries(one)) {
      if (name.length > most) return true
      left.push(inner)
    }
  }
  return false
}
