import { expect, test } from 'vitest'
import { clearCompare, readCompared, saveCompared } from './compare.store.ts'

function memory(held: Record<string, string> = {}) {
  return {
    held,
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      held[key] = value
    },
    removeItem: (key: string) => {
      delete held[key]
    },
  }
}

test('[F6] what was chosen is there again on the next page, and gone after logout', () => {
  const storage = memory()
  const list = [{ sku: 'TL-1', title: 'Halden Velo Sport' }]
  saveCompared(storage, list)
  expect(readCompared(storage)).toEqual(list)
  clearCompare(storage)
  expect(readCompared(storage)).toEqual([])
  expect(storage.held).toEqual({})
})

test('[F6] foreign, broken and forbidden storage counts as nothing chosen', () => {
  expect(readCompared(memory({ compare: '{' }))).toEqual([])
  expect(readCompared(memory({ compare: '"x"' }))).toEqual([])
  expect(readCompared(memory({ compare: '[{"sku":1},null,{"sku":"a","title":"A"}]' }))).toEqual([
    { sku: 'a', title: 'A' },
  ])
  const forbidden = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
    removeItem: () => {
      throw new Error('denied')
    },
  }
  expect(readCompared(forbidden)).toEqual([])
  saveCompared(forbidden, [])
})
