/** Searches made in this browser, stored in it alone. */
import { readRecent, withRecent } from '../../../schema/catalog/search/recent-searches.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

const stored = (storage: Storage) => storedValue('recent-searches', readRecent, () => storage)

export function recentSearches(storage: Storage): string[] {
  return stored(storage).read()
}

export function addRecentSearch(storage: Storage, term: string): void {
  stored(storage).save(withRecent(recentSearches(storage), term))
}

export function clearRecentSearches(storage: Storage): void {
  stored(storage).clear()
}
