/** Measures how easy the shop's texts are to read, for `npm run figures`. */
import { findVisibleTexts } from './texts.ts'

export interface Readability {
  texts: number
  words: number
  /** Flesch-Kincaid: the school year in the U.S. that can read the sentences. */
  grade: number
  /** Contractions per 100 words. */
  contractions: number
  /** The sentences with the most words, as `file:line: sentence`. */
  longest: string[]
}

const WORD = /[A-Za-z]+(?:[’'][A-Za-z]+)*/g
/** Shorter ones, such as `Sold.`, are labels. */
const MIN_WORDS = 3
const CONTRACTION = /[’'](?:d|ll|m|re|t|ve)\b|\b(?:here|how|it|that|there|what|who)[’']s\b/gi

/** Estimates the syllables of a word by its groups of vowels, without a silent `e`. */
export function countSyllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
    .match(/[aeiouy]+/g)
  return Math.max(1, groups?.length ?? 0)
}

/** Measures the sentences of texts; labels and headings, which have no full stop, only count as words. */
export function measureReadability(texts = findVisibleTexts()): Readability {
  const sentences = texts
    .flatMap(({ file, line, text }) =>
      (text.match(/[^.!?]+[.!?](?=\s|$)/g) ?? []).map((sentence) => ({
        place: `${file}:${line}: ${sentence.trim()}`,
        words: sentence.match(WORD) ?? [],
      })),
    )
    .filter(({ words }) => words.length >= MIN_WORDS)
  const words = sentences.flatMap((sentence) => sentence.words)
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
  const all = texts.map(({ text }) => text).join('\n')
  const total = all.match(WORD)?.length ?? 0
  return {
    texts: texts.length,
    words: total,
    grade: 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59,
    contractions: (100 * (all.match(CONTRACTION)?.length ?? 0)) / total,
    longest: sentences
      .sort((a, b) => b.words.length - a.words.length)
      .slice(0, 5)
      .map(({ place }) => place),
  }
}
