import { expect, test } from 'vitest'
import { formatVehicle, groupYearsByDecade } from './vehicle.ts'

test('a car is formatted as year, make, model and trim', () => {
  const step = (label: string) => ({ label, slug: label.toLowerCase() })
  expect(formatVehicle({ year: 2019, make: step('Honda'), model: step('Civic'), trim: step('EX') })).toBe(
    '2019 Honda Civic EX',
  )
  const lexus = { year: 2018, make: step('Lexus'), model: step('IS') }
  expect(formatVehicle({ ...lexus, trim: step('IS 250') })).toBe('2018 Lexus IS 250')
  expect(formatVehicle({ ...lexus, trim: step('ISF') })).toBe('2018 Lexus IS ISF')
})

test('years are grouped by decade, newest first, each once', () => {
  expect(groupYearsByDecade([2009, 2010, 2019, 2020, 2010])).toEqual([
    { decade: 2020, years: [2020] },
    { decade: 2010, years: [2019, 2010] },
    { decade: 2000, years: [2009] },
  ])
  expect(groupYearsByDecade([])).toEqual([])
})
