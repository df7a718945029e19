import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arrivalDate,
  formatCutoff,
  formatDay,
  shipDate,
  shipsToday,
  shopDay,
  shopDayEnd,
} from './shop-calendar.ts'

const at = (text: string) => Date.parse(text)
const shipping = (text: string) => formatDay(shipDate(at(text)))
const arrival = (text: string) => formatDay(arrivalDate(at(text)))

test('[G7] an order before 1 p.m. in Chicago ships the same day, an order at 1 p.m. the next day', () => {
  expect(shipping('2026-11-18T12:59:59-06:00')).toBe('Wed, Nov 18')
  expect(shipping('2026-11-18T13:00:00-06:00')).toBe('Thu, Nov 19')
  expect(shipsToday(at('2026-11-18T12:59:59-06:00'))).toBe(true)
  expect(shipsToday(at('2026-11-18T13:00:00-06:00'))).toBe(false)
})

test('[G7] the cut-off follows daylight saving: 1 p.m. is 18:00 UTC in summer and 19:00 UTC in winter', () => {
  expect(shipping('2026-07-15T17:59:00Z')).toBe('Wed, Jul 15')
  expect(shipping('2026-07-15T18:00:00Z')).toBe('Thu, Jul 16')
  expect(shipping('2026-12-16T18:59:00Z')).toBe('Wed, Dec 16')
  expect(shipping('2026-12-16T19:00:00Z')).toBe('Thu, Dec 17')
})

test('[G7] no day is lost or counted twice around both clock changes of 2026', () => {
  expect(arrival('2026-03-06T12:00:00-06:00')).toBe('Wed, Mar 11')
  expect(arrival('2026-10-30T12:00:00-05:00')).toBe('Wed, Nov 4')
})

test('[G7] a weekend order ships on Monday, and a parcel does not arrive on a weekend', () => {
  expect(shipping('2026-11-14T09:00:00-06:00')).toBe('Mon, Nov 16')
  expect(shipping('2026-11-13T15:00:00-06:00')).toBe('Mon, Nov 16')
  expect(arrival('2026-11-20T09:00:00-06:00')).toBe('Wed, Nov 25')
})

test('[G7] the six holidays are not business days', () => {
  expect(shipping('2026-11-26T09:00:00-06:00')).toBe('Fri, Nov 27')
  expect(arrival('2026-11-24T09:00:00-06:00')).toBe('Mon, Nov 30')
  expect(shipping('2026-05-25T09:00:00-05:00')).toBe('Tue, May 26')
  expect(shipping('2026-09-07T09:00:00-05:00')).toBe('Tue, Sep 8')
  expect(arrival('2026-12-31T09:00:00-06:00')).toBe('Wed, Jan 6')
})

test('[audit D13] July 4 and Christmas are holidays, the days before them are not', () => {
  expect(shipping('2025-07-04T09:00:00-05:00')).toBe('Mon, Jul 7')
  expect(shipping('2025-07-03T09:00:00-05:00')).toBe('Thu, Jul 3')
  expect(shipping('2028-07-04T09:00:00-05:00')).toBe('Wed, Jul 5')
  expect(shipping('2025-12-25T09:00:00-06:00')).toBe('Fri, Dec 26')
  expect(shipping('2025-12-24T09:00:00-06:00')).toBe('Wed, Dec 24')
})

test('midnight in Chicago belongs to the new day', () => {
  expect(shipping('2026-11-18T00:00:00-06:00')).toBe('Wed, Nov 18')
  expect(shipping('2026-11-17T23:59:59-06:00')).toBe('Wed, Nov 18')
})

test('[G7] the time before the cut-off is formatted in hours and minutes', () => {
  const cutoff = (text: string) => formatCutoff(at(text))
  expect(cutoff('2026-11-18T09:40:00-06:00')).toBe('Order within 3 hours 20 minutes and it ships today')
  expect(cutoff('2026-11-18T11:59:59-06:00')).toBe('Order within 1 hour 1 minute and it ships today')
  expect(cutoff('2026-11-18T11:00:00-06:00')).toBe('Order within 2 hours and it ships today')
  expect(cutoff('2026-11-18T12:59:59-06:00')).toBe('Order within 1 minute and it ships today')
  expect(cutoff('2026-11-18T13:00:00-06:00')).toBe('Ships Thu, Nov 19')
  expect(cutoff('2026-11-21T09:00:00-06:00')).toBe('Ships Mon, Nov 23')
})

test('a parcel ships before it arrives, and a later order never ships or arrives earlier', () => {
  const moment = fc.integer({ min: at('2024-01-01'), max: at('2032-01-01') })
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 5 * 86_400_000 }), (now, later) => {
      expect(arrivalDate(now)).toBeGreaterThan(shipDate(now))
      expect(shipDate(now + later)).toBeGreaterThanOrEqual(shipDate(now))
      expect(arrivalDate(now + later)).toBeGreaterThanOrEqual(arrivalDate(now))
    }),
  )
})

test('the shop’s day ends at midnight in Chicago', () => {
  expect(shopDay(Date.parse('2026-11-22T05:59:00Z'))).toBe('2026-11-21')
  expect(shopDay(Date.parse('2026-11-22T06:00:00Z'))).toBe('2026-11-22')
})

test('a shop day ends at midnight in Chicago, also around clock changes, and other texts are not days', () => {
  expect(shopDayEnd('2027-01-31')).toBe(at('2027-01-31T23:59:59.999-06:00'))
  expect(shopDayEnd('2026-07-04')).toBe(at('2026-07-04T23:59:59.999-05:00'))
  for (const changed of ['2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07']) {
    const end = shopDayEnd(changed) ?? 0
    expect([shopDay(end), shopDay(end + 1) > changed]).toEqual([changed, true])
  }
  for (const invalid of ['2027-02-31', '2027-02-29', '2027-13-01', '2027-00-10', '2027-1-1', 'soon', ''])
    expect(shopDayEnd(invalid), invalid).toBeNull()
})
