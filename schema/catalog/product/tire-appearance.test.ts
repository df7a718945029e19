import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PATTERN_NAMES, SEASONS } from './product.ts'
import {
  PICTURE_WIDTHS,
  parsePictureName,
  pictureAlt,
  pictureName,
  sidewallSize,
  type TireAppearance,
  toAppearance,
  toTreadPattern,
  VIEWS,
} from './tire-appearance.ts'

const velo = {
  brand: 'Halden',
  model: 'Velo Sport',
  section: 225,
  aspect: 45,
  rim: 17,
  construction: 'R',
  tireLoad: '94',
  tireSpeed: 'W',
  season: 'Summer',
  treadDepth: 9,
  treadNew: 10,
  dot: '2419',
}

const record = fc.record({
  brand: fc.string({ unit: 'grapheme', maxLength: 40 }),
  model: fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.constantFrom('Trail A/T 2+', "Driver's No. 5 & More", 'X_Y ~ Z'),
  ),
  size: fc.constantFrom(
    undefined,
    null,
    '225/45R17',
    'LT245/75R16',
    '31X10.50R15LT',
    '11R22.5',
    '165R13',
    'x',
  ),
  section: fc.oneof(fc.integer({ min: 100, max: 400 }), fc.double()),
  aspect: fc.oneof(fc.integer({ min: 25, max: 85 }), fc.double()),
  rim: fc.oneof(fc.constantFrom(13, 16.5, 17, 22.5), fc.double()),
  construction: fc.constantFrom('R', 'ZR', 'D', '', null, '<script>'),
  tireLoad: fc.constantFrom('94', 94, '121/118', '', null, 'XL'),
  tireSpeed: fc.constantFrom('W', '(Y)', 'a8', '', null, '?'),
  season: fc.constantFrom(...SEASONS, '', null),
  pattern: fc.constantFrom(...PATTERN_NAMES, undefined, 'mud'),
  treadDepth: fc.oneof(fc.double(), fc.double({ min: 0, max: 25, noNaN: true }), fc.constant(null)),
  treadNew: fc.oneof(fc.integer({ min: 6, max: 25 }), fc.constant(undefined), fc.double()),
  dot: fc.constantFrom('2419', 'DOT U2LL LMLR 0126', '9999', '', null),
  rwl: fc.boolean(),
})

const forView = (appearance: TireAppearance, view: string): TireAppearance => {
  const { dot, ...rest } = appearance
  return view === 'dot' && dot !== undefined ? { ...rest, dot } : rest
}

test('parsing the name of a picture returns the appearance, view and width', () => {
  fc.assert(
    fc.property(
      record,
      fc.constantFrom(...VIEWS),
      fc.constantFrom(...PICTURE_WIDTHS),
      (tire, view, width) => {
        const appearance = toAppearance(tire)
        const name = pictureName(appearance, view, width)
        expect(name).toMatch(/^[\w.~-]{1,240}$/)
        expect(parsePictureName(name)).toEqual({ look: forView(appearance, view), view, width })
      },
    ),
    { numRuns: 2000 },
  )
})

test('converting an appearance again returns the same appearance', () => {
  fc.assert(
    fc.property(record, (tire) => {
      expect(toAppearance(toAppearance(tire))).toEqual(toAppearance(tire))
    }),
  )
})

test('foreign, overlong and older picture names are refused', () => {
  const name = pictureName(toAppearance(velo), 'tread', 1000)
  for (const path of [
    '',
    '/',
    'a.svg',
    `${name}?x=1`,
    `x/${name}`,
    name.toUpperCase(),
    name.replace(/-v\d+$/, '-v0'),
    name.replace(/-v\d+$/, ''),
  ])
    expect(parsePictureName(path)).toBeNull()
  expect(parsePictureName(name.replace('225', '2'.repeat(5000)))).toBeNull()
})

test('numbers and texts of an appearance stay within bounds', () => {
  fc.assert(
    fc.property(record, (tire) => {
      const appearance = toAppearance(tire)
      expect(appearance.section).toBeGreaterThanOrEqual(95)
      expect(appearance.section).toBeLessThanOrEqual(455)
      expect(appearance.aspect).toBeGreaterThanOrEqual(20)
      expect(appearance.aspect).toBeLessThanOrEqual(110)
      expect(appearance.rim).toBeGreaterThanOrEqual(8)
      expect(appearance.rim).toBeLessThanOrEqual(30)
      expect(appearance.treadDepth).toBeGreaterThan(0)
      expect(appearance.treadDepth).toBeLessThanOrEqual(appearance.treadNew)
      expect(appearance.brand).toMatch(/^[A-Za-z0-9 /&'+.-]{0,24}$/)
      expect(appearance.model).toMatch(/^[A-Za-z0-9 /&'+.-]{0,32}$/)
    }),
  )
})

test.each([
  ['LT245/75R16', 245, 75, 16, 'LT245/75R16 121/118S', 'lt245-75r16'],
  ['P225/45R17', 225, 45, 17, 'P225/45R17 121/118S', 'p225-45r17'],
  ['31X10.50R15LT', 31, 10.5, 15, '31X10.50R15LT 121/118S', '31x10.50r15lt'],
  ['11R22.5', 11, 87, 22.5, '11R22.5 121/118S', '11r22.5'],
  ['195R14C', 195, 82, 14, '195R14C 121/118S', '195r14c'],
  ['225/45R17', 225, 45, 17, '225/45R17 121/118S', '~225~45~'],
])('[audit B5] the sidewall of a tire %s shows its size', (size, section, aspect, rim, line, part) => {
  const appearance = toAppearance({
    ...velo,
    size,
    section,
    aspect,
    rim,
    tireLoad: 121,
    tireLoadDual: 118,
    tireSpeed: 'S',
  })
  expect(sidewallSize(appearance)).toBe(line)
  expect(pictureName(appearance, 'sidewall', 350)).toContain(part)
})

test('[audit B5] a size in inches is drawn in its true proportions', () => {
  const appearance = toAppearance({ ...velo, size: '31X10.50R15LT', section: 31, aspect: 10.5, rim: 15 })
  expect([appearance.section, appearance.aspect, appearance.rim]).toEqual([267, 76, 15])
})

test('tires with almost equal tread share a picture, tires with half the tread have another picture', () => {
  const at = (treadDepth: number) => pictureName(toAppearance({ ...velo, treadDepth }), 'three-quarter', 350)
  expect(at(8.8)).toBe(at(9))
  expect(at(5)).not.toBe(at(10))
})

test('tires of different age share all views except the DOT code', () => {
  const at = (dot: string) => VIEWS.map((view) => pictureName(toAppearance({ ...velo, dot }), view, 350))
  const [older, newer] = [at('2419'), at('0124')]
  expect(older.slice(0, 3)).toEqual(newer.slice(0, 3))
  expect(older[3]).not.toBe(newer[3])
})

test('the DOT date is extracted from a full code, and an impossible week is ignored', () => {
  expect(toAppearance({ ...velo, dot: 'DOT U2LL LMLR 2419' }).dot).toBe('2419')
  expect(toAppearance({ ...velo, dot: '5419' }).dot).toBeUndefined()
})

test('season and model decide the pattern unless the catalog has one', () => {
  expect(toTreadPattern('Trail A/T', 'All seasons')).toBe('at')
  expect(toTreadPattern('Frost 3', 'Winter')).toBe('winter')
  expect(toTreadPattern('Cargo HT', 'All seasons')).toBe('highway')
  expect(toTreadPattern('Velo Sport', 'All seasons')).toBe('sport')
  expect(toTreadPattern('Linea', 'Summer')).toBe('sport')
  expect(toTreadPattern('Quiet', 'All seasons')).toBe('touring')
  expect(toAppearance({ ...velo, pattern: 'touring' }).pattern).toBe('touring')
})

test('white letters belong to all-terrain patterns only', () => {
  expect(toAppearance({ ...velo, rwl: true }).rwl).toBeUndefined()
  expect(toAppearance({ ...velo, pattern: 'at', rwl: true }).rwl).toBe(true)
})

test('the text alternative begins with "Drawing" and names tire, size, view and tread', () => {
  expect(pictureAlt(toAppearance(velo), 'three-quarter')).toBe(
    'Drawing: Halden Velo Sport 225/45R17 94W, three-quarter view, about 9/32 in tread',
  )
  expect(pictureAlt(toAppearance(velo), 'dot')).toBe(
    'Drawing: Halden Velo Sport 225/45R17 94W, DOT code 2419, about 9/32 in tread',
  )
  // The tread is drawn in eighths of the new depth and described in steps of half a 32nd.
  expect(pictureAlt(toAppearance({ ...velo, treadNew: 12, treadDepth: 7 }), 'three-quarter')).toContain(
    'about 7.5/32',
  )
  expect(sidewallSize(toAppearance({ ...velo, construction: 'ZR', tireLoad: null, tireSpeed: null }))).toBe(
    '225/45ZR17',
  )
})
