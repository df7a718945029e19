import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/duration.ts'
import {
  arrivalDate,
  formatCutoff,
  formatDay,
  parseClosedDays,
  shipDate,
  shipsToday,
} from '../../platform/shop-calendar.ts'
import { changeClosedDays, closedPeriods, promiseChanges, readPeriod } from './closed-days.ts'

/** Friday, December 18, 2026, 10 a.m. in Chicago. */
const NOW = Date.UTC(2026, 11, 18, 16)

test('[H14l] a closed day moves the shipping day, the arrival and the cut-off, and carriers go on', () => {
  const closed = parseClosedDays('2026-12-18,2026-12-21')
  expect(formatDay(shipDate(NOW, closed))).toBe('Tue, Dec 22')
  // Christmas Day is a holiday of the carriers.
  expect(formatDay(arrivalDate(NOW, closed))).toBe('Mon, Dec 28')
  expect(formatDay(arrivalDate(NOW))).toBe('Wed, Dec 23')
  expect([shipsToday(NOW), shipsToday(NOW, closed)]).toEqual([true, false])
  expect(formatCutoff(NOW, closed)).toBe('Ships Tue, Dec 22')
  // A parcel that left before is on its way while the shop is closed.
  expect(formatDay(arrivalDate(NOW, parseClosedDays('2026-12-22')))).toBe('Wed, Dec 23')
})

test('[H14l] whatever days are closed, nothing ships on them and no promise comes earlier', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
      fc.integer({ min: 0, max: 960 }),
      (days, hours) => {
        const start = Date.UTC(2026, 11, 1)
        const closed = days.map((day) => start + day * DAY_MS)
        const at = start + hours * 3_600_000
        expect(closed).not.toContain(shipDate(at, closed))
        expect(arrivalDate(at, closed)).toBeGreaterThanOrEqual(arrivalDate(at))
      },
    ),
  )
})

test('[H14l] periods are read, added, and opened again; days that are over are dropped', () => {
  expect(readPeriod({ from: '2026-12-24', to: '' }, NOW)).toEqual({ from: '2026-12-24', to: '2026-12-24' })
  expect(readPeriod({ from: '2026-12-17', to: '' }, NOW)).toBe('from')
  expect(readPeriod({ from: '2027-02-30', to: '' }, NOW)).toBe('from')
  // The preview looks at every day until then.
  expect(readPeriod({ from: '9999-12-01', to: '' }, NOW)).toBe('from')
  expect(readPeriod({ from: '2026-12-24', to: '2026-12-23' }, NOW)).toBe('to')
  expect(readPeriod({ from: '2026-12-24', to: '2027-03-01' }, NOW)).toBe('to')
  const added = changeClosedDays(
    '2026-01-05,2026-12-30',
    { from: '2026-12-24', to: '2026-12-26' },
    { isAdded: true, now: NOW },
  )
  expect(added).toBe('2026-12-24,2026-12-25,2026-12-26,2026-12-30')
  expect(closedPeriods(added, NOW)).toEqual([
    { from: '2026-12-24', to: '2026-12-26' },
    { from: '2026-12-30', to: '2026-12-30' },
  ])
  const opened = changeClosedDays(
    added,
    { from: '2026-12-24', to: '2026-12-26' },
    { isAdded: false, now: NOW },
  )
  expect(opened).toBe('2026-12-30')
})

test('[H14l] a preview names the days on which an order is promised something else', () => {
  const changes = promiseChanges([], parseClosedDays('2026-12-21,2026-12-25'), NOW)
  expect(
    changes.map(({ ordered, ships, arrives, arrivedBefore }) =>
      [ordered, ships, arrives, arrivedBefore].map(formatDay),
    ),
  ).toEqual([
    ['Sat, Dec 19', 'Tue, Dec 22', 'Mon, Dec 28', 'Thu, Dec 24'],
    ['Sun, Dec 20', 'Tue, Dec 22', 'Mon, Dec 28', 'Thu, Dec 24'],
    ['Mon, Dec 21', 'Tue, Dec 22', 'Mon, Dec 28', 'Thu, Dec 24'],
  ])
})
