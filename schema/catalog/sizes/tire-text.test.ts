import { expect, test } from 'vitest'
import type { InspectionReport, Tire } from '../product/product.ts'
import {
  conditionLabel,
  dotDate,
  formatAgeInYears,
  formatLimits,
  formatSpeed,
  formatStock,
  GRADES,
  gradeDescription,
  productTitle,
  seasonLabel,
  sizeAndIndex,
} from './tire-text.ts'

test('small stock is shown as a count, and a count of two or less is highlighted', () => {
  const text = (qty: number, manage = true) => formatStock({ qty, manage })
  expect(text(0)).toEqual({ text: 'Sold', few: true })
  expect(text(2)).toEqual({ text: '2 left', few: true })
  expect(text(3)).toEqual({ text: '3 left', few: false })
  expect(text(8)).toEqual({ text: '8 left', few: false })
  expect(text(9)).toEqual({ text: 'In stock', few: false })
  expect(text(0, false)).toEqual({ text: 'In stock', few: false })
})

test('unknown parts are omitted from size, index and limits', () => {
  expect(sizeAndIndex({ size: '225/45R17', tireLoad: 94, tireSpeed: 'W' })).toBe('225/45R17 94W')
  expect(sizeAndIndex({ size: '225/45R17', tireLoad: 0, tireSpeed: '' })).toBe('225/45R17')
  expect(formatLimits({ tireLoad: 94, speedRated: 168 })).toBe('1,477 lb, up to 168 mph')
  expect(formatLimits({ tireLoad: 0, speedRated: 0 })).toBe('')
  expect(formatSpeed({ tireSpeed: 'W', speedRated: 168 })).toBe('W, up to 168 mph')
  expect(formatSpeed({ tireSpeed: 'W', speedRated: 0 })).toBe('W, No Info')
  expect(conditionLabel('Driven Once')).toBe('Driven once')
  expect(['All seasons', 'Winter'].map(seasonLabel)).toEqual(['All-season', 'Winter'])
})

test('the title of a tire is brand and model; other products and tires without a brand and model have their name', () => {
  const name = 'Halden Velo Sport 225/45R17 94W'
  const tire = { brand: 'Halden', model: 'Velo Sport' } as Tire
  expect(productTitle({ name, tire })).toBe('Halden Velo Sport')
  expect(productTitle({ name, tire: { ...tire, model: '' } })).toBe('Halden')
  expect(productTitle({ name, tire: { ...tire, brand: '', model: '' } })).toBe(name)
  expect(productTitle({ name: 'Road hazard plan', tire: null })).toBe('Road hazard plan')
})

test('a DOT code is parsed to week and year, and the age is in whole years', () => {
  const made = dotDate('2419')
  expect(made).toMatchObject({ week: 24, year: 2019 })
  expect(new Date(made?.at ?? 0).toISOString().slice(0, 7)).toBe('2019-06')
  expect(formatAgeInYears(made?.at ?? 0, Date.UTC(2026, 10, 21))).toBe('7 years old')
  expect(formatAgeInYears(Date.UTC(2026, 1, 1), Date.UTC(2026, 10, 21))).toBe('less than a year old')
  expect(formatAgeInYears(Date.UTC(2025, 1, 1), Date.UTC(2026, 10, 21))).toBe('1 year old')
  expect(dotDate('U2LL LMLR 2419')).toMatchObject({ week: 24, year: 2019 })
  for (const invalid of [null, '', '5419', '0019', 'abc']) expect(dotDate(invalid)).toBeNull()
})

test('[C1] the description of an inspection report lists the findings, and is null without findings', () => {
  const clean: InspectionReport = {
    grooves: [[8]],
    repairs: 'None',
    sidewalls: 'No cuts, no bulges',
    beads: '',
    airTest: '',
    grade: 'A',
    firstInspection: { by: '', on: '' },
    secondInspection: { by: '', on: '' },
  }
  expect(gradeDescription(clean, { treadDepth: 8 })).toBeNull()
  expect(gradeDescription({ ...clean, repairs: '', sidewalls: '' }, { treadDepth: 8 })).toBeNull()
  const worn = { ...clean, repairs: 'One plug-patch, 4 mm', sidewalls: 'Light curb scuff' }
  expect(gradeDescription(worn, { treadDepth: 4 })).toBe(
    'One plug-patch, 4 mm. Light curb scuff. 4/32 in of tread left.',
  )
  expect(gradeDescription({ ...clean, tread: 'Worn more on one side' }, { treadDepth: 8 })).toBe(
    'Worn more on one side.',
  )
  expect(Object.keys(GRADES)).toEqual(['A', 'B', 'C'])
})
