import { expect, test } from 'vitest'
import { formatDepths, grooveName, parseDepths } from './depths.ts'
import { EMPTY_DRAFT } from './intake-form.ts'
import { sizeChoices } from './size-choices.ts'
import {
  brandChoices,
  fillTire,
  findTypedTire,
  modelChoices,
  readService,
  readSize,
  type YardTire,
} from './tire-choices.ts'

const SIZES = ['225/45R17', '225/50R17', 'LT245/75R16', '245/75R16', '31X10.50R15LT', '11R22.5'].map(
  (size, index) => ({ size, count: 10 - index }),
)
const labels = (width: number | null, aspect: number | null = null) =>
  sizeChoices(SIZES, { width, aspect }).map(({ label }) => label)

test('[H14] a size is three taps: the frequent ones first, and only what exists with the choice before', () => {
  expect(labels(null)).toEqual(['225', '245', '31″', '11″'])
  expect(labels(225)).toEqual(['45', '50'])
  expect(labels(225, 45)).toEqual(['R17'])
  expect(labels(245, 75)).toEqual(['R16 LT', 'R16'])
  expect(labels(31)).toEqual(['10.50'])
  expect(sizeChoices(SIZES, { width: 245, aspect: 75 }).map(({ value }) => value)).toEqual([
    'LT245/75R16',
    '245/75R16',
  ])
})

const tire = (brand: string, model: string, marking = '225/45R17 94W XL'): YardTire => ({
  ...{ brand, model, marking },
  ...{ season: 'Summer', pattern: 'sport', treadNew: 10, runFlat: false },
})
const TIRES = [tire('Halden', 'Velo Sport'), tire('Kestrel', 'Commute 2'), tire('Halden', 'Tour')]

test('[H14] brands of the last tires come first, then the others of the size, then all', () => {
  expect(brandChoices(TIRES, ['Kestrel', 'Norrland'], ['Halden', 'Quarry'])).toEqual([
    'Kestrel',
    'Halden',
    'Norrland',
    'Quarry',
  ])
  expect(modelChoices(TIRES, 'halden').map(({ model }) => model)).toEqual(['Velo Sport', 'Tour'])
})

test('[H14] a known tire fills in all of it, but what was read from the sidewall stays', () => {
  const chosen = tire('Halden', 'Velo Sport')
  expect(fillTire({ ...EMPTY_DRAFT, marking: '225/45R17' }, chosen)).toMatchObject({
    marking: '225/45R17 94W XL',
    season: 'Summer',
    treadNew: 10,
  })
  expect(fillTire({ ...EMPTY_DRAFT, marking: '225/45R17 91V' }, chosen).marking).toBe('225/45R17 91V')
  expect(readService('LT245/75R16 120/116S E')).toBe('120/116S E')
  expect(readSize('lt245/75r16 120/116S E')).toBe('LT245/75R16')
})

test('[H14] a model that was typed before the known tires arrived is found by its name', () => {
  const typed = { ...EMPTY_DRAFT, brand: 'halden', model: 'velo sport' }
  expect(findTypedTire(TIRES, typed)).toEqual(tire('Halden', 'Velo Sport'))
  expect(findTypedTire([], typed)).toBeNull()
  expect(findTypedTire(TIRES, { ...typed, model: 'Velo' })).toBeNull()
  expect(findTypedTire(TIRES, { ...typed, season: 'Winter' })).toBeNull()
})

test('[H14] depths are typed with spaces in halves, and a fraction is read as its depth', () => {
  expect(parseDepths('7 7.5  7,6')).toEqual([7, 7.5, 7, 6])
  expect(parseDepths('7/32 8')).toEqual([7, 8])
  expect(parseDepths('')).toEqual([])
  expect(parseDepths('7 seven')).toBeNull()
  expect(parseDepths('700')).toBeNull()
  expect(formatDepths([7, 7.5])).toBe('7 7.5')
  expect([0, 1, 2, 3].map((index) => grooveName(index, 4))).toEqual(['Outer', 'Center', 'Center', 'Inner'])
})
