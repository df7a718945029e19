import { expect, test } from 'vitest'
import {
  forbidStorage,
  storedKeys,
  stubStorage,
} from '../../platform/storage/testing/memory-storage.harness.ts'
import { readCompared, saveCompared } from './compare.store.ts'

test('[F6] the chosen tires are read on the next page; an empty list removes the key', () => {
  stubStorage()
  const list = [{ sku: 'TL-1', title: 'Halden Velo Sport' }]
  saveCompared(list)
  expect(readCompared()).toEqual(list)
  saveCompared([])
  expect(readCompared()).toEqual([])
  expect(storedKeys(localStorage)).toEqual([])
})

test.each([
  ['{', []],
  ['"x"', []],
  ['[{"sku":1},null,{"sku":"a","title":"A"}]', [{ sku: 'a', title: 'A' }]],
])('[F6] only valid entries are read from a malformed value: %s', (text, expected) => {
  stubStorage()
  localStorage.setItem('compare', text)
  expect(readCompared()).toEqual(expected)
})

test('[F6] without storage nothing is chosen', () => {
  forbidStorage()
  expect(readCompared()).toEqual([])
  saveCompared([])
})
