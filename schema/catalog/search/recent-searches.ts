/** Recent searches in one browser, newest first. */
import { isLongEnough } from './search.ts'

/** Largest number of stored searches; older ones are removed. */
export const MAX_RECENT = 5

/** Returns the list with `term` first, without earlier entries of the same term. */
export function withRecent(recent: readonly string[], term: string): string[] {
  const cleaned = term.trim().replace(/\s+/g, ' ')
  if (!isLongEnough(cleaned)) return [...recent]
  const others = recent.filter((other) => other.toLowerCase() !== cleaned.toLowerCase())
  return [cleaned, ...others].slice(0, MAX_RECENT)
}

/** Parses the stored list. */
export function readRecent(stored: unknown): string[] {
  if (!Array.isArray(stored)) return []
  return stored
    .filter((term): term is string => typeof term === 'string' && isLongEnough(term) && term.length <= 200)
    .slice(0, MAX_RECENT)
}
