import { expect, test } from 'vitest'
import { clearViewed, keepViewed, readViewed } from './recently-viewed.store.ts'
import { keepWishes, NO_WISHES, readWishes } from './wish-list.store.ts'

function storage(text?: string) {
  const kept = new Map(text === undefined ? [] : [['wish-list', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
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

test('[F6] a list is kept with its owner and read back', () => {
  const browser = storage()
  expect(keepWishes(browser, { of: 'customer', skus: ['TL-1'] })).toBe(true)
  expect(readWishes(browser)).toEqual({ of: 'customer', skus: ['TL-1'] })
  keepWishes(browser, NO_WISHES)
  expect(browser.getItem('wish-list')).toBeNull()
})

test.each([
  '{',
  '[]',
  '{"of":"somebody","skus":[]}',
  '{"of":"guest","skus":[1]}',
  '{"of":"guest","skus":["x"]',
])('[F6] what something else wrote is an empty list: %s', (text) => {
  expect(readWishes(storage(text))).toEqual(NO_WISHES)
})

test('[F6] a browser that keeps nothing says so and breaks nothing', () => {
  for (const nothing of [null, forbidden]) {
    expect(readWishes(nothing)).toEqual(NO_WISHES)
    expect(keepWishes(nothing, { of: 'guest', skus: ['TL-1'] })).toBe(false)
    keepViewed(nothing, 'TL-1')
    clearViewed(nothing)
    expect(readViewed(nothing)).toEqual([])
  }
})

test('[F4] what was looked at is kept newest first, and forgotten at the sign-out', () => {
  const browser = storage()
  for (const sku of ['TL-1', 'TL-2', 'TL-1']) keepViewed(browser, sku)
  expect(readViewed(browser)).toEqual(['TL-1', 'TL-2'])
  clearViewed(browser)
  expect(readViewed(browser)).toEqual([])
})
