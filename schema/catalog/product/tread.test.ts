import { expect, test } from 'vitest'
import { usableTread, usableTreadPercent } from './tread.ts'

test('[F6] a tire below the legal minimum has no usable tread', () => {
  expect(usableTread(6.5)).toBe(4.5)
  expect(usableTread(1.5)).toBe(0)
})

test('[C1] the shallowest groove decides the usable tread in percent', () => {
  expect(usableTreadPercent([[9, 9, 8, 9]], 10)).toBe(75)
  expect(usableTreadPercent([[9], [2]], 10)).toBe(0)
  expect(usableTreadPercent([], 10)).toBe(0)
  expect(usableTreadPercent([[12]], 10)).toBe(100)
})
