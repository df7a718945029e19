import { expect, test } from 'vitest'
import { lineFit } from './line-fits.ts'

const step = (label: string) => ({ label, slug: 'any' })
const axle = (size: string) => ({ size, sizeSlug: 'any', minLoad: 88, minSpeed: 'W' })
const car = {
  ...{ year: 2018, make: step('Lexus'), model: step('IS'), trim: step('350') },
  fitment: { front: axle('225/40R18'), rear: axle('255/35R18') },
}
const tire = (size: string, tireLoad: number | null = 92) => ({ size, tireLoad, tireSpeed: 'W' })
const textOf = (...fitting: ReturnType<typeof tire>[]) => lineFit(car, { fitting })?.text ?? null

test('[H9] a line of the cart says whether its tires fit the saved car, and which axle', () => {
  expect(textOf(tire('225/40R18'))).toBe('Fits the front of your 2018 Lexus IS 350')
  expect(textOf(tire('255/35R18'))).toBe('Fits the rear of your 2018 Lexus IS 350')
  expect(textOf(tire('225/40R18'), tire('255/35R18'))).toBe('Fits your 2018 Lexus IS 350')
  expect(textOf(tire('225/40R18'), tire('225/45R17'))).toMatch(
    /^Doesn’t fit your 2018 Lexus IS 350\. This tire is/,
  )
})

test('[H9] other products and tires of unknown load say nothing', () => {
  expect(textOf()).toBeNull()
  expect(textOf(tire('225/40R18', null))).toBeNull()
})
