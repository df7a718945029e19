import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addRecentlyViewed,
  addWishListItem,
  mergeWishLists,
  RECENTLY_VIEWED_MAX,
  removeWishListItem,
  WISH_LIST_MAX,
} from './wish-list.ts'

test('[F6] a product is added once, at the front, and can be removed', () => {
  const list = addWishListItem(addWishListItem([], 'TL-1'), 'TL-2')
  expect(list).toEqual(['TL-2', 'TL-1'])
  expect(addWishListItem(list, 'TL-1')).toBe(list)
  expect(removeWishListItem(list, 'TL-2')).toEqual(['TL-1'])
  expect(removeWishListItem(list, 'TL-9')).toBe(list)
})

test('[F6] a list has a maximum length, and two lists are merged without losses or duplicates', () => {
  const skus = fc.uniqueArray(
    fc.integer({ min: 0, max: 150 }).map((n) => `TL-${n}`),
    { maxLength: WISH_LIST_MAX },
  )
  fc.assert(
    fc.property(skus, skus, (guest, customer) => {
      const merged = mergeWishLists(guest, customer)
      expect(new Set(merged).size).toBe(merged.length)
      expect(merged.length).toBe(Math.min(WISH_LIST_MAX, new Set([...guest, ...customer]).size))
      expect(merged.slice(0, guest.length)).toEqual(guest)
    }),
  )
})

test('[F4] a product that is viewed again moves to the front', () => {
  expect(addRecentlyViewed(['TL-1', 'TL-2'], 'TL-2')).toEqual(['TL-2', 'TL-1'])
  const many = Array.from({ length: 40 }, (_, index) => `TL-${index}`).reduce<readonly string[]>(
    addRecentlyViewed,
    [],
  )
  expect(many).toHaveLength(RECENTLY_VIEWED_MAX)
  expect(many[0]).toBe('TL-39')
})
