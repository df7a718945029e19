import { expect, test } from 'vitest'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { nearestSizes } from './empty-listing-suggestions.ts'

const inStock = ['205/55R16', '215/55R16', '225/50R16', '225/45R17', '235/45R18', '31X10.50R16LT'].map(
  (label) => ({
    ...(parseTireSize(label) ?? { rim: 0, width: 0, aspect: 0 }),
    label,
    slug: label.toLowerCase().replace('/', '-'),
    count: 4,
    minPriceByTire: 5000,
  }),
)
const nearest = (size: string) => nearestSizes(inStock, parseTireSize(size)).map(({ label }) => label)

test('[H13i] near sizes have the same rim diameter, nearest width first', () => {
  expect(nearest('215/60R16')).toEqual(['215/55R16', '205/55R16', '225/50R16'])
  expect(nearest('185/60R15')).toEqual([])
})

test('[H13i] a list of no size has no near sizes', () => {
  expect(nearestSizes(inStock, null)).toEqual([])
})
