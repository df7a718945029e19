/** Shortens two versions of a long text to the part that differs, for lists of changes (H14l). */

/** Characters around the difference. */
const AROUND = 30
/** Characters of the difference itself. */
const LONGEST = 240

/** Returns both texts without what they share at the beginning and at the end, except a few characters. */
export function differingPart(before: string, after: string): { before: string; after: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const cut = (text: string) => {
    const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, text.length - end + AROUND)]
    const part = text.slice(from, Math.min(to, from + LONGEST))
    return `${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''}`
  }
  return { before: cut(before), after: cut(after) }
}
