import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeSizes } from './search-size.ts'
import { formatTireSize } from './tire-size.ts'

test.each([
  ['2254517', '225/45R17', ''],
  ['225 45 17', '225/45R17', ''],
  ['225/45R17', '225/45R17', ''],
  ['225-45-17', '225/45R17', ''],
  ['225/45 r 17 94w', '225/45R17', '94w'],
  ['225/45r17 94W XL', '225/45R17', '94W XL'],
  ['P225/45R17', '225/45R17', ''],
  ['LT265/70R17', '265/70R17', ''],
  ['lt 265 70 17', '265/70R17', ''],
  ['225 45 zr17', '225/45ZR17', ''],
  ['225/45ZR17', '225/45ZR17', ''],
  ['195/75R16C', '195/75R16', ''],
  ['225/70R19.5', '225/70R19.5', ''],
  ['used 225/45r17 halden', '225/45R17', 'used halden'],
  ['halden 2254517', '225/45R17', 'halden'],
  ['tires 225 / 45 / 17 used', '225/45R17', 'tires used'],
  ['33x12.50R15', '33X12.50R15', ''],
  ['33x12.5-15', '33X12.50R15', ''],
  ['35 x 12.50 r 17 mud', '35X12.50R17', 'mud'],
])('[C9] the size in "%s" is %s', (term, label, rest) => {
  const found = takeSizes(term)
  expect(found.sizes.map((size) => size.label)).toEqual([label])
  expect(found.rest.trim().replace(/\s+/g, ' ')).toBe(rest)
})

test('[C9] [H9] two sizes in one term are both found', () => {
  const { sizes } = takeSizes('225/40r18 255/35r18')
  expect(sizes.map(({ slug }) => slug)).toEqual(['225-40r18', '255-35r18'])
})

test.each([
  'TL-1001',
  'TL-2254517',
  'HAL2254517',
  '22545172254517',
  '999/45R17',
  '225/45',
  '225/45R99',
  '17 inch',
  '99x99R99',
  '',
])('[C9] "%s" holds no size and stays as it is', (term) => {
  expect(takeSizes(term)).toEqual({ sizes: [], rest: term })
})

test('[C9] every size is found as it is written, between any words', () => {
  const size = fc.record({
    width: fc.integer({ min: 100, max: 455 }),
    aspect: fc.integer({ min: 20, max: 95 }),
    construction: fc.constantFrom('R', 'ZR', 'D', 'B' as const),
    rim: fc.constantFrom(13, 15, 17, 19.5, 22, 22.5, 24),
  })
  fc.assert(
    fc.property(
      size,
      fc.constantFrom('', 'used ', 'halden velo '),
      fc.constantFrom('', ' winter'),
      (s, before, after) => {
        const label = formatTireSize(s as never)
        expect(
          takeSizes(`${before}${label.toLowerCase()}${after}`).sizes.map((found) => found.label),
        ).toEqual([label])
      },
    ),
  )
})
