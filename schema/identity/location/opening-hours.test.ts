import { expect, test } from 'vitest'
import { isOpenAt, openingHours } from './opening-hours.ts'

test('[H5] opening hours are converted to the format of schema.org', () => {
  expect(openingHours('Mon to Fri 8 a.m. to 6 p.m., Sat 8:30 a.m. to 12 p.m.')).toEqual([
    'Mo-Fr 08:00-18:00',
    'Sa 08:30-12:00',
  ])
})

test('[H5] unreadable parts are omitted', () => {
  expect(openingHours('by appointment, Sun 12 a.m. to 1 a.m.')).toEqual(['Su 00:00-01:00'])
})

test('[G6] a store is open by its hours and its local time', () => {
  const hours = 'Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m., Sun closed'
  const open = (iso: string) => isOpenAt(hours, Date.parse(iso), 'America/Chicago')
  // A Friday in November: Chicago is six hours behind.
  expect(open('2026-11-20T13:59:00Z')).toBe(false)
  expect(open('2026-11-20T14:00:00Z')).toBe(true)
  expect(open('2026-11-20T23:59:00Z')).toBe(true)
  expect(open('2026-11-21T00:00:00Z')).toBe(false)
  // Open on Saturday until 2 p.m., closed on Sunday. Late Friday in Chicago is Saturday in UTC.
  expect(open('2026-11-21T19:59:00Z')).toBe(true)
  expect(open('2026-11-21T20:00:00Z')).toBe(false)
  expect(open('2026-11-22T18:00:00Z')).toBe(false)
  expect(isOpenAt('Sat to Mon 9 a.m. to 5 p.m.', Date.parse('2026-11-22T18:00:00Z'), 'America/Chicago')).toBe(
    true,
  )
})
