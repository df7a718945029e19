import { expect, test } from 'vitest'
import { speedInMph } from './speed-symbol.ts'

test('[C1] a speed symbol in upper or lower case has its speed in miles per hour; H is between U and V', () => {
  expect(['U', 'h', 'V', 'w', 'Y'].map(speedInMph)).toEqual([124, 130, 149, 168, 186])
  expect(speedInMph('?')).toBeNull()
  expect(speedInMph('')).toBeNull()
})
