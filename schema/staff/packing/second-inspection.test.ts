import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEFORE_SENT } from '../../catalog/product/product.ts'
import { findDifferences, isInspectionDue } from './second-inspection.ts'

test('[H14o] a reading within 1/32 in of the report is the same, one further away is asked for again', () => {
  const grooves = [
    [7, 7.5, 6],
    [5, 5, 5],
  ]
  expect(findDifferences({ grooves }, grooves)).toEqual([])
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 6, maxLength: 6 }),
      (halves: readonly number[]) => {
        const now = grooves.map((depths, tire) =>
          depths.map((depth, at) => depth + (halves[tire * 3 + at] ?? 0) / 2),
        )
        const expected = halves.flatMap((half, place) => (half > 2 || half < -2 ? [place] : []))
        expect(findDifferences({ grooves }, now)).toEqual(expected)
      },
    ),
  )
})

test('[H14o] a second inspection is due while the report promises it', () => {
  expect(isInspectionDue({ secondInspection: { by: BEFORE_SENT, on: '' } })).toBe(true)
  expect(isInspectionDue({ secondInspection: { by: 'Robin', on: '2026-11-01' } })).toBe(false)
  expect(isInspectionDue(null)).toBe(false)
})
