import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AlikeTire,
  findSetMates,
  hammingDistance,
  isPossibleDuplicate,
  isSamePicture,
  isSet,
} from './alike.ts'
import { INTAKE_SETTINGS } from './intake-settings.ts'

const TIRE: AlikeTire = {
  brandSlug: 'halden',
  modelSlug: 'velo-sport',
  sizeSlug: '225-45r17',
  load: 94,
  speed: 'W',
  runFlat: false,
  depths: [7, 7.5, 7.5, 7],
  dot: '2322',
}

const halves = (max: number) => fc.integer({ min: 0, max: max * 2 }).map((value) => value / 2)
const hash = fc
  .bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn })
  .map((value) => value.toString(16).padStart(16, '0'))

test('[H14d] a tire that is measured again within half a 32nd is asked about, whatever the groove', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(-0.5, 0, 0.5), { minLength: 4, maxLength: 4 }), (errors) => {
      const again = { ...TIRE, depths: TIRE.depths.map((depth, index) => depth + (errors[index] ?? 0)) }
      expect(isPossibleDuplicate(TIRE, again)).toBe(true)
    }),
  )
})

test.each<[string, Partial<AlikeTire>]>([
  ['another week', { dot: '2422' }],
  ['another model', { modelSlug: 'velo-all-season' }],
  ['another size', { sizeSlug: '225-50r17' }],
  ['one groove deeper', { depths: [7, 7.5, 8.5, 7] }],
  ['another number of grooves', { depths: [7, 7.5, 7.5] }],
])('[H14d] a tire with %s is another one', (_, change) => {
  expect(isPossibleDuplicate(TIRE, { ...TIRE, ...change })).toBe(false)
})

test('[H14d] pictures are the same up to six different bits', () => {
  fc.assert(
    fc.property(hash, fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 64 }), (own, bits) => {
      const other = bits
        .reduce((value, bit) => value ^ (1n << BigInt(bit)), BigInt(`0x${own}`))
        .toString(16)
        .padStart(16, '0')
      expect(hammingDistance(own, other)).toBe(bits.length)
      expect(isSamePicture(own, other)).toBe(bits.length <= 6)
    }),
  )
})

test('[H14d] a set has tires of one model with near treads and near weeks', () => {
  expect(isSet([TIRE, { ...TIRE, depths: [9, 9, 9, 9] }], INTAKE_SETTINGS)).toBe(true)
  expect(isSet([TIRE, { ...TIRE, depths: [9.5, 9.5, 9.5, 9.5] }], INTAKE_SETTINGS)).toBe(false)
  expect(isSet([TIRE, { ...TIRE, dot: '2323' }], INTAKE_SETTINGS)).toBe(true)
  expect(isSet([TIRE, { ...TIRE, dot: '2423' }], INTAKE_SETTINGS)).toBe(false)
  for (const change of [
    { load: 91 },
    { speed: 'Y' },
    { runFlat: true },
    { dot: null },
    { brandSlug: 'jorund' },
  ])
    expect(isSet([TIRE, { ...TIRE, ...change }], INTAKE_SETTINGS)).toBe(false)
})

test('[H14d] every set that is found keeps the limits between all of its tires', () => {
  const candidate = fc.record({
    least: halves(12),
    week: fc.integer({ min: 10, max: 52 }),
    year: fc.integer({ min: 20, max: 24 }),
  })
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 12 }), (others) => {
      const candidates = others.map(({ least, week, year }) => ({
        ...TIRE,
        depths: [least, least + 1],
        dot: `${week}${year}`,
      }))
      const mates = findSetMates(TIRE, candidates, INTAKE_SETTINGS)
      expect(mates.length).toBeLessThanOrEqual(3)
      expect(isSet([TIRE, ...mates], INTAKE_SETTINGS)).toBe(true)
      const pairs = candidates.filter((one) => isSet([TIRE, one], INTAKE_SETTINGS))
      if (pairs.length > 0) expect(mates.length).toBeGreaterThan(0)
    }),
  )
})
