import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { addRecentSearch, clearRecentSearches, recentSearches } from './recent-searches.store.ts'

test('[B4] searches are remembered, newest first, until they are cleared', () => {
  stubStorage()
  const own = localStorage
  addRecentSearch(own, 'halden')
  addRecentSearch(own, '225/45R17')
  expect(recentSearches(own)).toEqual(['225/45R17', 'halden'])
  clearRecentSearches(own)
  expect(recentSearches(own)).toEqual([])
})

test('[B4] a browser that stores nothing, or something else, still searches', () => {
  forbidStorage()
  const forbidden = localStorage
  addRecentSearch(forbidden, 'halden')
  clearRecentSearches(forbidden)
  expect(recentSearches(forbidden)).toEqual([])
  stubStorage()
  const odd = localStorage
  odd.setItem('recent-searches', '{broken')
  expect(recentSearches(odd)).toEqual([])
})
