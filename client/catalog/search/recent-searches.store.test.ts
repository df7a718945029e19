import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.store.ts'

test('[B4] searches are stored, newest first, until they are cleared', () => {
  stubStorage()
  addRecentSearch('halden')
  addRecentSearch('225/45R17')
  expect(readRecentSearches()).toEqual(['225/45R17', 'halden'])
  clearRecentSearches()
  expect(readRecentSearches()).toEqual([])
})

test('[B4] without storage, or with a malformed value, there are no recent searches', () => {
  forbidStorage()
  addRecentSearch('halden')
  clearRecentSearches()
  expect(readRecentSearches()).toEqual([])
  stubStorage()
  localStorage.setItem('recent-searches', '{broken')
  expect(readRecentSearches()).toEqual([])
})
