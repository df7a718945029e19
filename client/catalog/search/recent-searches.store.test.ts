import { expect, test } from 'vitest'
import { addRecentSearch, clearRecentSearches, recentSearches } from './recent-searches.store.ts'

function storage(): Storage {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  } as unknown as Storage
}
const forbidden = {
  getItem: () => {
    throw new Error('forbidden')
  },
  setItem: () => {
    throw new Error('forbidden')
  },
  removeItem: () => {
    throw new Error('forbidden')
  },
}

test('[B4] searches are remembered, newest first, until they are cleared', () => {
  const own = storage()
  addRecentSearch(own, 'halden')
  addRecentSearch(own, '225/45R17')
  expect(recentSearches(own)).toEqual(['225/45R17', 'halden'])
  clearRecentSearches(own)
  expect(recentSearches(own)).toEqual([])
})

test('[B4] a browser that keeps nothing, or something else, still searches', () => {
  addRecentSearch(forbidden, 'halden')
  clearRecentSearches(forbidden)
  expect(recentSearches(forbidden)).toEqual([])
  const odd = storage()
  odd.setItem('recent-searches', '{broken')
  expect(recentSearches(odd)).toEqual([])
})
