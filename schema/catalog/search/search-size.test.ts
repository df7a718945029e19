import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTireSize } from '../sizes/tire-size.ts'
import { extractSizes } from './search-size.ts'

test.each([
  ['2254517', '225/45R17', ''],
  ['225 45 17', '225/45R17', ''],
  ['225/45R17', '225/45R17', ''],
  ['225-45-17', '225/45R17', ''],
  ['225/45 r 17 94w', '225/45R17', '94w'],
  ['225/45r17 94W XL', '225/45R17', '94W XL'],
  ['P225/45R17', 'P225/45R17', ''],
  ['LT265/70R17', 'LT265/70R17', ''],
  ['lt 265 70 17', 'LT265/70R17', ''],
  ['LT245 75 16', 'LT245/75R16', ''],
  ['265/75R16LT', 'LT265/75R16', ''],
  ['LT245/75R16 121/118S E', 'LT245/75R16', '121/118S E'],
  ['st205 75 15 trailer', 'ST205/75R15', 'trailer'],
  ['T125/70D16', 'T125/70D16', ''],
  ['195r14c', '195R14C', ''],
  ['used 195 r14c', '195R14C', 'used'],
  ['31x10.5r15', '31X10.50R15LT', ''],
  ['31 10.50 15', '31X10.50R15LT', ''],
  ['31/10.50R15LT 109Q', '31X10.50R15LT', '109Q'],
  ['37x13.50-17', '37X13.50R17LT', ''],
  ['11r22.5', '11R22.5', ''],
  ['11 r 22.5 drive', '11R22.5', 'drive'],
  ['11 24.5', '11R24.5', ''],
  ['7.50r16lt', '7.50R16LT', ''],
  ['10.00-20', '10.00-20', ''],
  ['225 45 zr17', '225/45ZR17', ''],
  ['225/45ZR17', '225/45ZR17', ''],
  ['195/75R16C', '195/75R16C', ''],
  ['225/70R19.5', '225/70R19.5', ''],
  ['used 225/45r17 halden', '225/45R17', 'used halden'],
  ['halden 2254517', '225/45R17', 'halden'],
  ['tires 225 / 45 / 17 used', '225/45R17', 'tires used'],
  ['33x12.50R15', '33X12.50R15LT', ''],
  ['33x12.5-15', '33X12.50R15LT', ''],
  ['35 x 12.50 r 17 mud', '35X12.50R17LT', 'mud'],
])('[C9] the size in "%s" is %s', (term, label, rest) => {
  const found = extractSizes(term)
  expect(found.sizes.map((size) => size.label)).toEqual([label])
  expect(found.rest.trim().replace(/\s+/g, ' ')).toBe(rest)
})

test('[C9] [H9] two sizes in one term are both found', () => {
  const { sizes } = extractSizes('225/40r18 255/35r18')
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
  '4 r17',
  'set of 4 17.5',
  '10 17',
  '9/32 17.5',
  '225 r17',
  '',
])('[C9] "%s" contains no size and is unchanged', (term) => {
  expect(extractSizes(term)).toEqual({ sizes: [], rest: term })
})

test('[C9] every formatted size is found between other words', () => {
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
          extractSizes(`${before}${label.toLowerCase()}${after}`).sizes.map((found) => found.label),
        ).toEqual([label])
      },
    ),
  )
})
