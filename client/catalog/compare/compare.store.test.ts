import { expect, test } from 'vitest'
import {
  forbidStorage,
  storedKeys,
  stubStorage,
} from '../../platform/storage/testing/memory-storage.harness.ts'
import { readCompared, saveCompared } from './compare.store.ts'

test('[F6] what was chosen is there again on the next page, and an empty list leaves nothing', () => {
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
])('[F6] of foreign and broken storage only what can be compared counts: %s', (text, expected) => {
  stubStorage()
  localStorage.setItem('compare', text)
  expect(readCompared()).toEqual(expected)
})

test('[F6] forbidden storage counts as nothing chosen', () => {
  forbidStorage()
  expect(readCompared()).toEqual([])
  saveCompared([])
})
