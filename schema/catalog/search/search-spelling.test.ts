import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, nearestWord } from './search-spelling.ts'

test.each([
  ['halden', 'halden', 0],
  ['halen', 'halden', 1],
  ['haldne', 'halden', 1],
  ['hlaen', 'halden', 2],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('[C9] the distance from "%s" to "%s" is %i edits', (a, b, edits) => {
  expect(editDistance(a, b, 5)).toBe(edits)
  expect(editDistance(b, a, 5)).toBe(edits)
})

test('[C9] counting stops one above the limit', () => {
  expect(editDistance('abcdefgh', 'zyxwvuts', 2)).toBe(3)
  const word = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 2)).toBe(Math.min(3, editDistance(a, b, 20)))
    }),
  )
})

test('[C9] short words, numbers and beginnings of names are not corrected', () => {
  const known = ['halden', 'norwind', 'neve']
  expect(nearestWord('halen', known)).toBe('halden')
  expect(nearestWord('nev', known)).toBeNull()
  expect(nearestWord('1234', known)).toBeNull()
  expect(nearestWord('norw', known)).toBeNull()
  expect(nearestWord('nothing', known)).toBeNull()
})
