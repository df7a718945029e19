import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EXTRA_ATTRIBUTES, extraFacts } from './extra-attributes.ts'

const schemaOf = (code: string) => {
  const attribute = EXTRA_ATTRIBUTES.find((one) => one.code === code)
  if (!attribute) throw new Error(`no attribute ${code}`)
  return attribute.schema
}

test.each([
  ['utqg', '500 a a', '500 A A'],
  ['mileage_warranty', '60000', '60,000 miles'],
  ['mileage_warranty', ' 60,000 ', '60,000 miles'],
  ['snow_marks', '3PMSF / m&s', 'M+S, 3PMSF'],
  ['snow_marks', 'MS', 'M+S'],
  ['snow_marks', '3pmsf', '3PMSF'],
  ['oe_mark', ' mo ', 'MO'],
  ['oe_mark', '★', '*'],
  ['made_in', 'South Korea', 'South Korea'],
])('[C1] %s converts %s to %s', (code, text, value) => {
  expect(v.parse(schemaOf(code), text)).toBe(value)
})

test.each([
  ['utqg', '500'],
  ['utqg', 'A A 500'],
  ['mileage_warranty', '60'],
  ['mileage_warranty', '1e5'],
  ['snow_marks', 'snow'],
  ['snow_marks', ''],
  ['oe_mark', 'MERCEDES'],
  ['made_in', '42'],
])('[C1] %s refuses %s', (code, text) => {
  expect(v.safeParse(schemaOf(code), text).success).toBe(false)
})

test('[C1] facts are in the order of `EXTRA_ATTRIBUTES`, without unknown values', () => {
  expect(extraFacts({ mileage_warranty: '60,000 miles', utqg: null })).toEqual([
    { code: 'mileage_warranty', label: 'Mileage warranty', value: '60,000 miles' },
  ])
  expect(extraFacts(undefined)).toEqual([])
})
