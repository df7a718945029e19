import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { readFinder, type StoredFinder, storeFinder } from './finder.store.ts'

test('[B1] the finder is read as it was stored; an invalid value is null', () => {
  stubStorage()
  expect(readFinder()).toBeNull()
  const stored: StoredFinder = {
    mode: 'car',
    size: { width: 225, aspect: 45, rim: 17 },
    car: ['2018', 'bmw'],
  }
  storeFinder(stored)
  expect(readFinder()).toEqual(stored)
  for (const invalid of ['{"mode":"boat","size":null,"car":[]}', '{"mode":"car"}', '{', '[]']) {
    sessionStorage.setItem('finder', invalid)
    expect(readFinder(), invalid).toBeNull()
  }
})

test('[B1] where storage is forbidden the finder still works', () => {
  forbidStorage()
  expect(readFinder()).toBeNull()
  expect(() => storeFinder({ mode: 'size', size: null, car: [] })).not.toThrow()
})
