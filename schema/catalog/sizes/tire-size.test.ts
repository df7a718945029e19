import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractSizes } from '../search/search-size.ts'
import {
  formatTireSize,
  listedSize,
  metricMeasures,
  overallDiameter,
  parseTireSize,
  sizeSlug,
  type TireSize,
  widthInches,
} from './tire-size.ts'

/** Parses a size; throws when the text is not a size. */
function parse(text: string): TireSize {
  const size = parseTireSize(text)
  if (!size) throw new Error(`${text} is not a size`)
  return size
}

test('[C1] a size is parsed in every spelling that shoppers use', () => {
  for (const text of ['225/45R17', '2254517', '225 45 17', '225-45-17', ' 225/45 r17 ', '225-45r17']) {
    expect(parseTireSize(text)).toEqual({ width: 225, aspect: 45, construction: 'R', rim: 17 })
  }
  expect(parseTireSize('255/40ZR19')?.construction).toBe('ZR')
  expect(parseTireSize('225/70R19.5')?.rim).toBe(19.5)
})

test('texts that are not sizes are refused', () => {
  for (const text of [
    '',
    'tire',
    '22/45R17',
    '225/45R99',
    '999/45R17',
    '225/45',
    '2254517999',
    '225/05R17',
    '22517',
    '225R45',
    '15X31R10',
    '31X10.50R99',
    '25R22.5',
    '11R99.5',
    '10-20',
    '4 17',
  ]) {
    expect(parseTireSize(text), text).toBeNull()
  }
})

describe('[audit B5] sizes of different standards are different sizes', () => {
  test.each([
    ['P225/45R17', 'P225/45R17', '225-45r17'],
    ['LT245/75R16', 'LT245/75R16', 'lt245-75r16'],
    ['lt 245 75 16', 'LT245/75R16', 'lt245-75r16'],
    ['265/75R16LT', 'LT265/75R16', 'lt265-75r16'],
    ['ST205/75R15', 'ST205/75R15', 'st205-75r15'],
    ['T125/70D16', 'T125/70D16', 't125-70d16'],
    ['195/75R16C', '195/75R16C', '195-75r16c'],
    ['195R14C', '195R14C', '195r14c'],
    ['165R13', '165R13', '165r13'],
    ['31X10.50R15LT', '31X10.50R15LT', '31x10.50r15lt'],
    ['31x10.5r15', '31X10.50R15LT', '31x10.50r15lt'],
    ['31 10.50 15', '31X10.50R15LT', '31x10.50r15lt'],
    ['LT35x12.50R20', '35X12.50R20LT', '35x12.50r20lt'],
    ['33X12.50-15LT', '33X12.50-15LT', '33x12.50-15lt'],
    ['11R22.5', '11R22.5', '11r22.5'],
    ['11 22.5', '11R22.5', '11r22.5'],
    ['9.5R17.5', '9.5R17.5', '9.5r17.5'],
    ['7.50R16LT', '7.50R16LT', '7.50r16lt'],
    ['7.5R16LT', '7.50R16LT', '7.50r16lt'],
    ['10.00-20', '10.00-20', '10.00-20'],
    ['8.75R16.5LT', '8.75R16.5LT', '8.75r16.5lt'],
    ['295/75R22.5', '295/75R22.5', '295-75r22.5'],
  ])('%s is %s, at /t/s/%s', (text, label, slug) => {
    const size = parse(text)
    expect(formatTireSize(size)).toBe(label)
    expect(sizeSlug(label)).toBe(slug)
    // The slug in an address is parsed back to the listed size.
    expect(formatTireSize(parse(slug))).toBe(listedSize(label))
  })

  test.each([
    ['225/45R17', 24.97, 8.86],
    ['31X10.50R15LT', 31, 10.5],
    ['35X12.50R20LT', 35, 12.5],
    ['11R22.5', 41.6, 11],
    ['195R14C', 26.6, 7.68],
    ['7.50R16LT', 32, 7.5],
  ])('%s is %s in tall and %s in wide', (label, tall, wide) => {
    expect(overallDiameter(parse(label))).toBeCloseTo(tall, 1)
    expect(widthInches(parse(label))).toBeCloseTo(wide, 1)
  })

  test('a size in inches is converted to metric measures for drawings', () => {
    const { section, aspect } = metricMeasures(parse('31X10.50R15LT'))
    expect([Math.round(section), Math.round(aspect)]).toEqual([267, 76])
    const plain = metricMeasures(parse('225/45R17'))
    expect([plain.section, plain.aspect]).toEqual([expect.closeTo(225), expect.closeTo(45)])
  })
})

// Generators of labels, one for each form of the grammar.
const letter = fc.constantFrom('R', 'ZR', 'D', 'B')
const rim = fc.constantFrom(13, 14, 15, 16, 17, 18, 19, 19.5, 20, 22, 22.5, 24, 24.5)
const metric = fc
  .tuple(
    fc.constantFrom('', 'P', 'LT', 'ST', 'T'),
    fc.integer({ min: 100, max: 455 }),
    fc.integer({ min: 20, max: 95 }).filter((aspect) => aspect !== 82),
    letter,
    rim,
    fc.boolean(),
  )
  .map(([before, width, aspect, r, inner, van]) => {
    return `${before}${width}/${aspect}${r}${inner}${before === '' && van ? 'C' : ''}`
  })
const noAspect = fc
  .tuple(
    fc.integer({ min: 125, max: 235 }),
    letter,
    fc.integer({ min: 10, max: 16 }),
    fc.constantFrom('', 'C'),
  )
  .map(([width, r, inner, after]) => `${width}${r}${inner}${after}`)
const flotation = fc
  .tuple(
    fc.integer({ min: 26, max: 44 }),
    fc.constantFrom(7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 15.5),
    fc.constantFrom('R', '-', 'B'),
    fc.constantFrom(14, 15, 16, 16.5, 17, 18, 20, 22),
  )
  .map(([tall, wide, r, inner]) => `${tall}X${wide.toFixed(2)}${r}${inner}LT`)
const taperedTruck = fc
  .tuple(fc.constantFrom('8', '9', '9.5', '10', '11', '12', '13'), fc.constantFrom(17.5, 19.5, 22.5, 24.5))
  .map(([wide, inner]) => `${wide}R${inner}`)
const flatTruck = fc
  .tuple(
    fc.constantFrom('6.50', '7.00', '7.50', '8.25', '9.00', '10.00'),
    fc.constantFrom('R', '-'),
    fc.constantFrom('', 'LT'),
  )
  .map(([wide, r, after]) => `${wide}${r}16${after}`)
const anySize = fc.oneof(metric, noAspect, flotation, taperedTruck, flatTruck)

describe('[audit B5] invariants of all forms', () => {
  test('parsing and formatting a label or its slug returns the same text', () => {
    fc.assert(
      fc.property(anySize, (label) => {
        expect(formatTireSize(parse(label))).toBe(label)
        expect(formatTireSize(parse(sizeSlug(label)))).toBe(listedSize(label))
        expect(sizeSlug(formatTireSize(parse(sizeSlug(label))))).toBe(sizeSlug(label))
      }),
      { numRuns: 300 },
    )
  })

  test('two labels share an address only when they differ in the prefix P alone', () => {
    fc.assert(
      fc.property(anySize, anySize, (one, other) => {
        expect(sizeSlug(one) === sizeSlug(other)).toBe(listedSize(one) === listedSize(other))
      }),
    )
  })

  test('every form is found in a search term in lower case, between words', () => {
    // A hyphen between inches is parsed as a separator, so bias flotation sizes are excluded here.
    const searchable = anySize.filter((label) => !/X.*-/.test(label))
    fc.assert(
      fc.property(
        searchable,
        fc.constantFrom('', 'used '),
        fc.constantFrom('', ' winter'),
        (label, before, after) => {
          const { sizes, rest } = extractSizes(`${before}${label.toLowerCase()}${after}`)
          expect(sizes.map((size) => size.label)).toEqual([label])
          expect(rest.trim().replace(/\s+/g, ' ')).toBe(`${before}${after}`.trim().replace(/\s+/g, ' '))
        },
      ),
      { numRuns: 300 },
    )
  })
})
