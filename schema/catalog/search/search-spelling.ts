/** Spelling correction of names. */

/**
 * Returns the number of edits between two words: a letter inserted, deleted, replaced, or two adjacent letters swapped
 * (optimal string alignment distance). Counting stops above `max` and returns `max + 1`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      let min = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + other)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        min = Math.min(min, at(before, j - 2) + 1)
      }
      next.push(min)
    }
    if (Math.min(...next) > max) return max + 1
    before = row
    row = next
  }
  return Math.min(at(row, b.length), max + 1)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER
}

/** Shorter words are too similar to each other for a correction. */
const MIN_WORD_LENGTH = 4

/** Returns the largest number of edits that is accepted for a word. */
function maxEdits(word: string): number {
  return word.length <= 5 ? 1 : 2
}

/**
 * Returns the nearest known word, the first of equally near words; `null` when `word` is the beginning of a known
 * word (and so not misspelled), when it is short or a number, or when no known word is near.
 */
export function nearestWord(word: string, known: readonly string[]): string | null {
  if (word.length < MIN_WORD_LENGTH || !/\p{L}/u.test(word)) return null
  if (known.some((other) => other.startsWith(word))) return null
  let best: string | null = null
  let min = maxEdits(word) + 1
  for (const other of known) {
    if (other.length < MIN_WORD_LENGTH) continue
    const distance = editDistance(word, other, min - 1)
    if (distance < min) {
      min = distance
      best = other
    }
  }
  return best
}
