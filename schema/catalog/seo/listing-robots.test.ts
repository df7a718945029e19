import { expect, test } from 'vitest'
import { EMPTY_QUERY, type ListingQuery } from '../listing/listing.ts'
import { listingRobots } from './listing-robots.ts'

const base = { size: ['225-45r17'] }
const path = '/t/s/225-45r17'
const robots = (change: Partial<ListingQuery>, total = 60) =>
  listingRobots(path, base, { ...EMPTY_QUERY, ...change, choices: { ...base, ...change.choices } }, total)

test('[H5] the plain listing and each of its pages have their own canonical address', () => {
  expect(robots({}).canonical).toBe(path)
  expect(robots({ start: 50 }).canonical).toBe(`${path}?page=2`)
})

test('[H5] a single value of a common filter has a canonical address and is named in the title', () => {
  expect(robots({ choices: { condition: ['used'] } })).toEqual({
    canonical: `${path}?condition=used`,
    narrowedBy: { filter: 'condition', value: 'used' },
  })
})

test('[H5] listings with more filters, ranges, other sort orders or no results are not indexed', () => {
  expect(robots({ choices: { condition: ['used', 'new'] } }).canonical).toBeNull()
  expect(robots({ choices: { condition: ['used'], brand: ['halden'] } }).canonical).toBeNull()
  expect(robots({ choices: { run_flat: ['1'] } }).canonical).toBeNull()
  expect(robots({ ranges: { tread_depth: { from: 6, to: null } } }).canonical).toBeNull()
  expect(robots({ sort: 'final_price:asc' }).canonical).toBeNull()
  expect(robots({}, 0).canonical).toBeNull()
})
