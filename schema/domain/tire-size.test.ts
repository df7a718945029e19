import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTireSize, overallDiameter, parseTireSize, sizeSlug } from './tire-size.ts'

test('[C1] a size is understood in every spelling a shopper uses', () => {
  for (const text of [
    '225/45R17',
    '2254517',
    '225 45 17',
    '225-45-17',
    ' 225/45 r17 ',
    'P225/45R17',
    '225-45r17',
  ]) {
    expect(parseTireSize(text)).toEqual({ width: 225, aspect: 45, construction: 'R', rim: 17 })
  }
  expect(parseTireSize('255/40ZR19')?.construction).toBe('ZR')
  expect(parseTireSize('225/70R19.5')?.rim).toBe(19.5)
})

test('what is no size is refused', () => {
  for (const text of [
    '',
    'tire',
    '22/45R17',
    '225/45R99',
    '999/45R17',
    '225/45',
    '2254517999',
    '225/05R17',
  ]) {
    expect(parseTireSize(text)).toBeNull()
  }
})

test('a formatted size and its slug parse back to the same size', () => {
  const size = fc.record({
    width: fc.integer({ min: 100, max: 455 }),
    aspect: fc.integer({ min: 20, max: 95 }),
    construction: fc.constantFrom('R', 'ZR', 'D', 'B' as const),
    rim: fc.constantFrom(13, 14, 15, 16, 17, 18, 19, 19.5, 20, 22, 22.5, 24),
  })
  fc.assert(
    fc.property(size, (s) => {
      expect(parseTireSize(formatTireSize(s as never))).toEqual(s)
      expect(parseTireSize(sizeSlug(formatTireSize(s as never)))).toEqual(s)
    }),
  )
})

test('the overall diameter of 225/45R17 is 24.97 inches', () => {
  expect(overallDiameter({ width: 225, aspect: 45, construction: 'R', rim: 17 })).toBeCloseTo(24.97, 2)
})
