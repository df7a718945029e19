import * as v from 'valibot'
import { expect, test } from 'vitest'
import { boundedList, truncatedList } from './list.ts'

test('[audit A9] a list above its maximum is refused after the maximum and one more member are validated', () => {
  let count = 0
  const counted = v.check<number, string>(() => {
    count += 1
    return true
  }, '')
  const list = boundedList(v.pipe(v.number(), counted), 3)
  expect(v.safeParse(list, [1, 2, 3]).output).toEqual([1, 2, 3])
  expect(count).toBe(3)
  expect(v.safeParse(list, Array(100_000).fill(1)).success).toBe(false)
  expect(count).toBe(7)
  for (const other of ['a', {}, null, 1]) expect(v.safeParse(list, other).success).toBe(false)
})

test('[audit A9] `firstOf` reads only the first members of a list and does not change the list', () => {
  const input = [1, 2, 3]
  expect(v.parse(truncatedList(v.number(), 2), input)).toEqual([1, 2])
  expect(input).toEqual([1, 2, 3])
})
