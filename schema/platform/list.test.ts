import * as v from 'valibot'
import { expect, test } from 'vitest'
import { firstOf, listOf } from './list.ts'

test('[audit A9] a list is validated up to its maximum and one member more, then refused', () => {
  let count = 0
  const counted = v.check<number, string>(() => {
    count += 1
    return true
  }, '')
  const list = listOf(v.pipe(v.number(), counted), 3)
  expect(v.safeParse(list, [1, 2, 3]).output).toEqual([1, 2, 3])
  expect(count).toBe(3)
  expect(v.safeParse(list, Array(100_000).fill(1)).success).toBe(false)
  expect(count).toBe(7)
  for (const other of ['a', {}, null, 1]) expect(v.safeParse(list, other).success).toBe(false)
})

test('[audit A9] of a list without a maximum only the first members are read, and what was given stays as it was', () => {
  const given = [1, 2, 3]
  expect(v.parse(firstOf(v.number(), 2), given)).toEqual([1, 2])
  expect(given).toEqual([1, 2, 3])
})
