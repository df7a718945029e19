import { expect, test } from 'vitest'
import { sequentialTrips } from './flame.ts'
import type { Trip } from './worker/trip-recorder.ts'

const trip = (from: number, to: number | null, kind: Trip['kind'] = 'D1'): Trip => ({
  kind,
  name: '',
  from,
  to,
})

test('trips at the same time count once, and a trip that nobody waits for begins no chain', () => {
  expect(sequentialTrips([], 'D1')).toBe(0)
  expect(sequentialTrips([trip(0, 4), trip(1, 3), trip(2, 6)], 'D1')).toBe(1)
  expect(sequentialTrips([trip(0, 4), trip(1, 3), trip(4, 6), trip(6, 9)], 'D1')).toBe(3)
  expect(sequentialTrips([trip(0, null), trip(1, 2), trip(2, 3, 'object'), trip(5, 6)], 'D1')).toBe(2)
})
