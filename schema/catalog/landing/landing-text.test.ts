import { expect, test } from 'vitest'
import { updatingDay } from '../../platform/shop-calendar.ts'
import { formatUpdatingDate, renderTemplate, splitAtDate, UPDATING_TIME } from './landing-text.ts'

test.each([
  ['in the afternoon', '2026-11-21T22:00:00Z', 'November 21, 2026'],
  ['a minute before midnight in winter', '2026-11-22T05:59:00Z', 'November 21, 2026'],
  ['exactly midnight in winter', '2026-11-22T06:00:00Z', 'November 21, 2026'],
  ['in the minute after midnight', '2026-11-22T06:00:59.999Z', 'November 21, 2026'],
  ['12.01AM in winter', '2026-11-22T06:01:00Z', 'November 22, 2026'],
  ['exactly midnight in summer', '2026-07-04T05:00:00Z', 'July 3, 2026'],
  ['12.01AM in summer', '2026-07-04T05:01:00Z', 'July 4, 2026'],
  ['midnight in UTC, evening in Chicago', '2026-07-04T00:00:00Z', 'July 3, 2026'],
  ['midnight of the day that clocks go forward', '2026-03-08T06:00:00Z', 'March 7, 2026'],
  ['midnight after clocks went forward', '2026-03-09T05:00:00Z', 'March 8, 2026'],
  ['midnight of the day that clocks go back', '2026-11-01T05:00:00Z', 'October 31, 2026'],
  ['1 a.m. after clocks went back', '2026-11-01T07:00:00Z', 'November 1, 2026'],
  ['midnight after clocks went back', '2026-11-02T06:00:00Z', 'November 1, 2026'],
  ['exactly midnight of the new year', '2027-01-01T06:00:00Z', 'December 31, 2026'],
])('[B6] the updating date: %s', (_, at, date) => {
  expect(formatUpdatingDate(updatingDay(Date.parse(at)))).toBe(date)
})

test('[B6] the time is fixed', () => {
  expect(renderTemplate('Counted {date} at {time}.', { date: 'July 4, 2026', time: UPDATING_TIME })).toBe(
    'Counted July 4, 2026 at 12.01AM.',
  )
})

test('[B6] a placeholder without a value is removed', () => {
  expect(renderTemplate('{brand} tires in {size}', { brand: 'Halden' })).toBe('Halden tires in')
  expect(renderTemplate('Tires {color} of {brand}, {mood} .', { brand: 'Halden' })).toBe('Tires of Halden,.')
  expect(renderTemplate('Keep  these {count}', { count: '2' })).toBe('Keep  these 2')
})

test('[B6] a placeholder inside a value is not replaced', () => {
  expect(renderTemplate('{name} {count}', { name: '{count}', count: '3' })).toBe('{count} 3')
})

test('a text is split at its date, so that the date can have its own markup', () => {
  expect(splitAtDate('Counted {date} at {time}.')).toEqual(['Counted', ' at {time}.'])
  expect(splitAtDate('No date')).toEqual(['No date'])
})
