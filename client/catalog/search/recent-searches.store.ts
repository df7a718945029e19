/** Searches made in this browser, stored in it alone. */
import { readRecent, withRecent } from '../../../schema/catalog/search/recent-searches.ts'

const KEY = 'recent-searches'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function recentSearches(storage: TextStorage): string[] {
  try {
    return readRecent(JSON.parse(storage.getItem(KEY) ?? '[]'))
  } catch {
    // Storage may be forbidden or hold something else; then nothing is remembered.
    return []
  }
}

export function addRecentSearch(storage: TextStorage, term: string): void {
  try {
    storage.setItem(KEY, JSON.stringify(withRecent(recentSearches(storage), term)))
  } catch {
    // Full or forbidden: it is only a comfort.
  }
}

export function clearRecentSearches(storage: TextStorage): void {
  try {
    storage.removeItem(KEY)
  } catch {
    // Forbidden: then nothing was stored either.
  }
}
