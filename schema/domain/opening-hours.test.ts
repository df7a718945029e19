import { expect, test } from 'vitest'
import { openingHours } from './opening-hours.ts'

test('[H5] hours in words are hours for machines', () => {
  expect(openingHours('Mon to Fri 8 a.m. to 6 p.m., Sat 8:30 a.m. to 12 p.m.')).toEqual([
    'Mo-Fr 08:00-18:00',
    'Sa 08:30-12:00',
  ])
})

test('[H5] what cannot be read is not said', () => {
  expect(openingHours('by appointment, Sun 12 a.m. to 1 a.m.')).toEqual(['Su 00:00-01:00'])
})
