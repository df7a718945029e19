import { expect, test } from 'vitest'
import { clearViewed, readViewed, saveViewed } from './recently-viewed.store.ts'
import { EMPTY_WISH_LIST, readWishList, saveWishList } from './wish-list.store.ts'

function storage(text?: string) {
  const held = new Map(text === undefined ? [] : [['wish-list', text]])
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
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

test('[F6] a list is stored with its owner and read back', () => {
  const browser = storage()
  expect(saveWishList(browser, { of: 'customer', skus: ['TL-1'] })).toBe(true)
  expect(readWishList(browser)).toEqual({ of: 'customer', skus: ['TL-1'] })
  saveWishList(browser, EMPTY_WISH_LIST)
  expect(browser.getItem('wish-list')).toBeNull()
})

test.each([
  '{',
  '[]',
  '{"of":"somebody","skus":[]}',
  '{"of":"guest","skus":[1]}',
  '{"of":"guest","skus":["x"]',
])('[F6] what something else wrote is an empty list: %s', (text) => {
  expect(readWishList(storage(text))).toEqual(EMPTY_WISH_LIST)
})

test('[F6] a browser that keeps nothing says so and breaks nothing', () => {
  for (const nothing of [null, forbidden]) {
    expect(readWishList(nothing)).toEqual(EMPTY_WISH_LIST)
    expect(saveWishList(nothing, { of: 'guest', skus: ['TL-1'] })).toBe(false)
    saveViewed(nothing, 'TL-1')
    clearViewed(nothing)
    expect(readViewed(nothing)).toEqual([])
  }
})

test('[F4] what was looked at is stored newest first, and forgotten at the sign-out', () => {
  const browser = storage()
  for (const sku of ['TL-1', 'TL-2', 'TL-1']) saveViewed(browser, sku)
  expect(readViewed(browser)).toEqual(['TL-1', 'TL-2'])
  clearViewed(browser)
  expect(readViewed(browser)).toEqual([])
})
