/** Names that were nearly typed right. */

/**
 * Edits between two words: a letter more, less, another one, or two swapped. Counting stops above `most`, and the
 * answer is then `most + 1`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + other)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(before, j - 2) + 1)
      }
      next.push(least)
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return Math.min(at(row, b.length), most + 1)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER
}

/** Words shorter than this are too alike to guess. */
const MIN_WORD_LENGTH = 4

/** Edits that a word of this length may be away from what was meant. */
function tolerance(word: string): number {
  return word.length <= 5 ? 1 : 2
}

/**
 * The known word that `word` most likely was to be; `null` when it begins a known word (then it is not misspelt),
 * when it is short or a number, or when none is near. Of equally near ones the first in the list.
 */
export function nearestWord(word: string, known: readonly string[]): string | null {
  if (word.length < MIN_WORD_LENGTH || !/\p{L}/u.test(word)) return null
  if (known.some((other) => other.startsWith(word))) return null
  let best: string | null = null
  let least = tolerance(word) + 1
  for (const other of known) {
    if (other.length < MIN_WORD_LENGTH) continue
    const distance = editDistance(word, other, least - 1)
    if (distance < least) {
      least = distance
      best = other
    }
  }
  return best
}
