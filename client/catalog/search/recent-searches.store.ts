/** The recent searches of this browser, stored only in it. */
import { readRecent, withRecent } from '../../../schema/catalog/search/recent-searches.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

const recent = storedValue('recent-searches', readRecent)

export const { read: readRecentSearches, clear: clearRecentSearches } = recent

export function addRecentSearch(term: string): void {
  recent.save(withRecent(recent.read(), term))
}
