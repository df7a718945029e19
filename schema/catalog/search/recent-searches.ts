/** Recent searches of one browser, newest first. */
import { isLongEnough } from './search.ts'

/** Older ones are dropped. */
export const MAX_RECENT = 5

/** Returns the list with `term` in front, without earlier spellings of the term. */
export function withRecent(recent: readonly string[], term: string): string[] {
  const asked = term.trim().replace(/\s+/g, ' ')
  if (!isLongEnough(asked)) return [...recent]
  const others = recent.filter((other) => other.toLowerCase() !== asked.toLowerCase())
  return [asked, ...others].slice(0, MAX_RECENT)
}

/** Parses the stored list. */
export function readRecent(stored: unknown): string[] {
  if (!Array.isArray(stored)) return []
  return stored
    .filter((term): term is string => typeof term === 'string' && isLongEnough(term) && term.length <= 200)
    .slice(0, MAX_RECENT)
}
