import { expect, test } from 'vitest'
import { EMPTY_QUERY, type ListingQuery } from '../listing/listing.ts'
import { listingRobots } from './listing-robots.ts'

const base = { size: ['225-45r17'] }
const path = '/t/s/225-45r17'
const of = (change: Partial<ListingQuery>, total = 60) =>
  listingRobots(path, base, { ...EMPTY_QUERY, ...change, choices: { ...base, ...change.choices } }, total)

test('[H5] the plain list and each of its pages are addresses of their own', () => {
  expect(of({}).canonical).toBe(path)
  expect(of({ start: 50 }).canonical).toBe(`${path}?page=2`)
})

test('[H5] one value that people search for is a page, and its title may say it', () => {
  expect(of({ choices: { condition: ['used'] } })).toEqual({
    canonical: `${path}?condition=used`,
    narrowedBy: { filter: 'condition', value: 'used' },
  })
})

test('[H5] deeper lists, ranges, other orders and empty lists stay out', () => {
  expect(of({ choices: { condition: ['used', 'new'] } }).canonical).toBeNull()
  expect(of({ choices: { condition: ['used'], brand: ['halden'] } }).canonical).toBeNull()
  expect(of({ choices: { run_flat: ['1'] } }).canonical).toBeNull()
  expect(of({ ranges: { tread_depth: { from: 6, to: null } } }).canonical).toBeNull()
  expect(of({ sort: 'final_price:asc' }).canonical).toBeNull()
  expect(of({}, 0).canonical).toBeNull()
})
