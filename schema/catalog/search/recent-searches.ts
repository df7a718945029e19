/** Searches made lately in one browser, newest first. */
import { isLongEnough } from './search.ts'

/** More are forgotten. */
export const MAX_RECENT = 5

/** The list with `term` in front, once, however it was written before. */
export function withRecent(recent: readonly string[], term: string): string[] {
  const asked = term.trim().replace(/\s+/g, ' ')
  if (!isLongEnough(asked)) return [...recent]
  const others = recent.filter((other) => other.toLowerCase() !== asked.toLowerCase())
  return [asked, ...others].slice(0, MAX_RECENT)
}

/** What was kept, whatever else may stand there by now. */
export function readRecent(kept: unknown): string[] {
  if (!Array.isArray(kept)) return []
  return kept
    .filter((term): term is string => typeof term === 'string' && isLongEnough(term) && term.length <= 200)
    .slice(0, MAX_RECENT)
}
