import { expect, test } from 'vitest'
import { EMPTY_QUERY } from '../listing/listing.ts'
import { listingHref, parseListingUrl } from '../listing/listing-url.ts'
import { fitValue, parseFitValue } from './fit-value.ts'
import { fittingQuery, withoutFit } from './fitting-query.ts'

const front = { sizeSlug: '225-40r18', minLoad: 88, minSpeed: 'W' }
const rear = { sizeSlug: '255-35r18', minLoad: 90, minSpeed: null }

const OTHERS: [string, string][] = [
  ['seasons', 'winter'],
  ['sort', 'final_price:asc'],
]

test('[H9] what an axle needs is a value of the size filter', () => {
  expect([fitValue(front), fitValue(rear)]).toEqual(['fit-225-40r18-88-w', 'fit-255-35r18-90-any'])
  for (const axle of [front, rear, { sizeSlug: '31x10.50r15lt', minLoad: null, minSpeed: null }])
    expect(parseFitValue(fitValue(axle))).toEqual(axle)
  for (const value of [
    '225-40r18',
    'fit-225-40r18',
    'fit-225-40r18-0-w',
    'fit--88-w',
    'fit-225-40r18-88-ww',
    'fit-call-now-any-any',
  ])
    expect(parseFitValue(value), value).toBeNull()
})

test('[H9] a list is narrowed to the axles of a car, and keeps its other filters', () => {
  const used = { condition: ['used'] }
  const query = parseListingUrl(used, [
    ['size', '205-55r16'],
    ['tire_load', 'min-94'],
    ['page', '3'],
    ...OTHERS,
  ])
  const narrowed = fittingQuery(query, used, [front, rear])
  expect(narrowed && listingHref('/t/c/used', narrowed, used)).toBe(
    '/t/c/used?size=fit-225-40r18-88-w&size=fit-255-35r18-90-any&seasons=winter&sort=final_price:asc',
  )
  expect(parseListingUrl(used, [['size', 'fit-225-40r18-88-w']]).choices.size).toEqual(['fit-225-40r18-88-w'])
  expect(withoutFit(narrowed ?? EMPTY_QUERY, used)).toEqual(parseListingUrl(used, OTHERS))
})

test('[H9] a list of some sizes is narrowed to those of the car, and a list of other sizes to nothing', () => {
  const base = { size: ['205-55r16', '255-35r18'] }
  const narrowed = fittingQuery(parseListingUrl(base, OTHERS), base, [front, rear])
  const query = 'size=fit-255-35r18-90-any&seasons=winter&sort=final_price:asc'
  expect(narrowed && listingHref('/t/car/lexus', narrowed, base)).toBe(`/t/car/lexus?${query}`)
  expect(parseListingUrl(base, [['size', 'fit-255-35r18-90-any'], ...OTHERS])).toEqual(narrowed)
  expect(parseListingUrl(base, [['size', 'fit-225-40r18-88-w']]).choices.size).toEqual(base.size)
  expect(withoutFit(narrowed ?? EMPTY_QUERY, base)).toEqual(parseListingUrl(base, OTHERS))
  const other = { size: ['205-55r16'] }
  expect(fittingQuery(parseListingUrl(other, []), other, [front, rear])).toBeNull()
})
