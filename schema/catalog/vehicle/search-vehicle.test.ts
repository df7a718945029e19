import { expect, test } from 'vitest'
import {
  findMisspelledVehicles,
  findVehiclesInTerm,
  type KnownCar,
  resolveVehicle,
} from './search-vehicle.ts'

const CARS: KnownCar[] = [
  { make: 'Honda', model: 'Civic', years: [2016, 2017, 2018] },
  { make: 'Honda', model: 'CR-V', years: [2018] },
  { make: 'Ford', model: 'F-150', years: [2020] },
  {
    make: 'BMW',
    model: '3 Series',
    years: [2012, 2013, 2014],
    trims: [
      { label: '328i', years: [2012, 2013] },
      { label: 'M Sport', years: [2014] },
    ],
  },
  { make: 'Honda', model: 'Accord', years: [2014], trims: [{ label: 'Sport', years: [2014] }] },
]
const found = (term: string) =>
  findVehiclesInTerm(term, CARS).map(({ make, model, trim, year }) =>
    [make, model, trim, year].filter(Boolean).join(' '),
  )

test.each([
  ['honda', ['Honda']],
  ['hon', ['Honda']],
  ['honda c', ['Honda Civic', 'Honda CR-V']],
  ['civic', ['Honda Civic']],
  ['tires for honda civic', ['Honda Civic']],
  ['2018 honda civic', ['Honda Civic 2018']],
  ['honda 2018', ['Honda Civic 2018', 'Honda CR-V 2018']],
  ['honda civic 1999', []],
  ['honda cr-v', ['Honda CR-V']],
  ['f-150', ['Ford F-150']],
  ['3 series', ['BMW 3 Series']],
  ['2018', []],
  ['honda halden', []],
  ['', []],
])('[C9] [B4] "%s" finds the vehicles %j', (term, cars) => {
  expect(found(term)).toEqual(cars)
})

test.each([
  ['bmw 328i', ['BMW 3 Series 328i 2013']],
  ['328i', ['BMW 3 Series 328i 2013']],
  ['tires for 2012 BMW 3 series 328i', ['BMW 3 Series 328i 2012']],
  ['bmw 328i 2014', []],
  ['bmw 328', []],
  ['honda sport', ['Honda Accord Sport 2014']],
  ['accord sport', ['Honda Accord Sport 2014']],
  ['sport', []],
  ['halden sport', []],
])('[audit D10] the trim in "%s" is %j', (term, cars) => {
  expect(found(term)).toEqual(cars)
  expect(resolveVehicle(term, CARS) !== null).toBe(cars.length === 1)
})

test('[C9] a term resolves to a vehicle only when it names the vehicle completely', () => {
  expect(resolveVehicle('honda civic', CARS)).toMatchObject({ model: 'Civic', year: null })
  expect(resolveVehicle('civic 2017', CARS)).toMatchObject({ model: 'Civic', year: 2017 })
  expect(resolveVehicle('Honda', CARS)).toMatchObject({ make: 'Honda', model: null })
  for (const term of ['hon', 'honda c', 'honda civ', 'halden'])
    expect(resolveVehicle(term, CARS), term).toBeNull()
})

test.each([
  ['civc', ['Civic']],
  ['hnoda civic 2018', ['Civic']],
  ['3 seires', ['3 Series']],
  ['honda civic', []],
  ['halden', []],
  ['', []],
])('[C9] a misspelled "%s" finds the models %j', (term, models) => {
  expect(findMisspelledVehicles(term, CARS).map(({ model }) => model)).toEqual(models)
})
