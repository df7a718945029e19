import { expect, test } from 'vitest'
import { readFinder, type StoredFinder, storeFinder } from './finder.store.ts'

function storage() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
}

test('[B1] the finder is read as it was left; what is no finder is none', () => {
  const tab = storage()
  expect(readFinder(() => tab)).toBeNull()
  const left: StoredFinder = {
    mode: 'car',
    size: { width: 225, aspect: 45, rim: 17 },
    car: ['2018', 'bmw'],
  }
  storeFinder(left, () => tab)
  expect(readFinder(() => tab)).toEqual(left)
  for (const odd of ['{"mode":"boat","size":null,"car":[]}', '{"mode":"car"}', '{', '[]']) {
    tab.setItem('finder', odd)
    expect(
      readFinder(() => tab),
      odd,
    ).toBeNull()
  }
})

test('[B1] where storage is forbidden the finder still works', () => {
  const forbidden = () => {
    throw new Error('denied')
  }
  expect(readFinder(forbidden)).toBeNull()
  expect(() => storeFinder({ mode: 'size', size: null, car: [] }, forbidden)).not.toThrow()
})
