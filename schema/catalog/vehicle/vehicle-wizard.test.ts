import { expect, test } from 'vitest'
import { activeStep, wizardAnswers } from '../sizes/wizard.ts'
import { type CarView, type FitmentAxle, groupYearsByDecade } from './vehicle.ts'
import { carWizard, toChosenVehicle, trimSizes } from './vehicle-wizard.ts'

const fitted = (size: string): FitmentAxle => ({
  size,
  sizeSlug: size.toLowerCase().replace('/', '-'),
  minLoad: 91,
  minSpeed: 'V',
})
const step = (label: string) => ({ label, slug: label.toLowerCase().replace(/\W+/g, '-') })
const square = (size: string, count: number) => ({
  front: fitted(size),
  rear: null,
  count,
  rearCount: null,
  sets: [],
})

const view: CarView = {
  years: groupYearsByDecade([2018, 2019, 2020]),
  makes: [step('Audi'), step('BMW')],
  models: [step('3 Series')],
  trims: [
    { ...step('320i'), fitments: [square('225/50R17', 414)] },
    { ...step('330i'), fitments: [square('225/45R18', 287), square('225/50R17', 414)] },
    {
      ...step('335i M Sport'),
      fitments: [{ ...square('225/40R19', 101), rear: fitted('255/35R19'), rearCount: 95 }],
    },
  ],
}
const bmw = ['2018', 'bmw', '3-series']

test('[B1] [B2] years are offered newest first, grouped by decade, and each answer activates the next step', () => {
  expect(view.years).toEqual([
    { decade: 2020, years: [2020] },
    { decade: 2010, years: [2019, 2018] },
  ])
  expect(carWizard(view, [])[0]?.children_data.map(({ value }) => value)).toEqual(['2020', '2019', '2018'])
  const wizard = carWizard(view, bmw)
  expect(activeStep(wizard)).toMatchObject({ number: 4, type: 'trim' })
  expect(activeStep(carWizard(view, [...bmw, '320i']))).toBeNull()
})

test('[B2] the wizard stops at the first answer that is not offered', () => {
  const wizard = carWizard(view, ['2018', 'saab', '3-series', '320i'])
  expect(wizardAnswers(wizard)).toEqual(['2018'])
  expect(activeStep(wizard)?.type).toBe('make')
  expect(toChosenVehicle(view, wizardAnswers(wizard))).toBeNull()
})

test('[B1] a staggered vehicle has a step for front or rear, and is saved with both sizes', () => {
  const trim = [...bmw, '335i-m-sport']
  const wizard = carWizard(view, trim)
  expect(activeStep(wizard)).toMatchObject({ number: 5, title: 'Front or rear' })
  expect(activeStep(wizard)?.children_data.map(({ label }) => label)).toEqual([
    'Front 225/40R19',
    'Rear 255/35R19',
  ])
  expect(activeStep(wizard)).not.toBeNull()
  expect(toChosenVehicle(view, trim)).toBeNull()
  const rear = [...trim, activeStep(wizard)?.children_data[1]?.value ?? '']
  expect(activeStep(carWizard(view, rear))).toBeNull()
  expect(toChosenVehicle(view, rear)).toMatchObject({
    size: { axle: 'Rear', size: '255/35R19', count: 95 },
    car: { year: 2018, trim: step('335i M Sport'), fitment: { rear: { size: '255/35R19' } } },
  })
})

test('[B1] only a trim with several sizes has a step for the size', () => {
  expect(activeStep(carWizard(view, [...bmw, '330i']))?.title).toBe('Size')
  const [, second] = trimSizes(view.trims[1] ?? { fitments: [] })
  expect(toChosenVehicle(view, [...bmw, '330i', second?.value ?? ''])?.size.size).toBe('225/50R17')
  expect(toChosenVehicle(view, [...bmw, '320i'])?.size.size).toBe('225/50R17')
})
