import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { EMPTY_WISH_LIST, readWishList, saveWishList } from './wish-list.store.ts'

test('[F6] a list is stored with its owner and read back', () => {
  stubStorage()
  expect(saveWishList({ of: 'customer', skus: ['TL-1'] })).toBe(true)
  expect(readWishList()).toEqual({ of: 'customer', skus: ['TL-1'] })
  saveWishList(EMPTY_WISH_LIST)
  expect(localStorage.getItem('wish-list')).toBeNull()
})

test.each([
  '{',
  '[]',
  '{"of":"somebody","skus":[]}',
  '{"of":"guest","skus":[1]}',
  '{"of":"guest","skus":["x"]',
])('[F6] an invalid stored text is read as an empty list: %s', (text) => {
  stubStorage()
  localStorage.setItem('wish-list', text)
  expect(readWishList()).toEqual(EMPTY_WISH_LIST)
})

test('[F6] without browser storage saving returns false and nothing throws', () => {
  forbidStorage()
  expect(readWishList()).toEqual(EMPTY_WISH_LIST)
  expect(saveWishList({ of: 'guest', skus: ['TL-1'] })).toBe(false)
})
