import { expect, test, vi } from 'vitest'
import { isLonger } from './text-length.ts'

test('[API4] characters are counted, not UTF-16 units', () => {
  expect([isLonger('', 0), isLonger('abc', 3), isLonger('abcd', 3)]).toEqual([false, false, true])
  expect([isLonger('🛞🛞🛞', 3), isLonger('🛞🛞🛞🛞', 3), isLonger('🛞', 0)]).toEqual([false, true, true])
})

test('[audit A9] a text that is far too long is not iterated', () => {
  const iterate = vi.spyOn(String.prototype, Symbol.iterator)
  expect(isLonger('x'.repeat(1_000), 60)).toBe(true)
  expect(isLonger('x'.repeat(60), 60)).toBe(false)
  expect(iterate).not.toHaveBeenCalled()
})
