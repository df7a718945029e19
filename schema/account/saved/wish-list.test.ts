import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addWish, mergeWishes, removeWish, VIEWED_MOST, viewed, WISH_MOST } from './wish-list.ts'

test('[F6] a product is added once, the newest first, and removed', () => {
  const list = addWish(addWish([], 'TL-1'), 'TL-2')
  expect(list).toEqual(['TL-2', 'TL-1'])
  expect(addWish(list, 'TL-1')).toBe(list)
  expect(removeWish(list, 'TL-2')).toEqual(['TL-1'])
  expect(removeWish(list, 'TL-9')).toBe(list)
})

test('[F6] a list is bounded, and two lists become one without losing or doubling', () => {
  const skus = fc.uniqueArray(
    fc.integer({ min: 0, max: 150 }).map((n) => `TL-${n}`),
    { maxLength: WISH_MOST },
  )
  fc.assert(
    fc.property(skus, skus, (guest, customer) => {
      const both = mergeWishes(guest, customer)
      expect(new Set(both).size).toBe(both.length)
      expect(both.length).toBe(Math.min(WISH_MOST, new Set([...guest, ...customer]).size))
      expect(both.slice(0, guest.length)).toEqual(guest)
    }),
  )
})

test('[F4] what is looked at again moves to the front of what was looked at', () => {
  expect(viewed(['TL-1', 'TL-2'], 'TL-2')).toEqual(['TL-2', 'TL-1'])
  const many = Array.from({ length: 40 }, (_, at) => `TL-${at}`).reduce<readonly string[]>(viewed, [])
  expect(many).toHaveLength(VIEWED_MOST)
  expect(many[0]).toBe('TL-39')
})
