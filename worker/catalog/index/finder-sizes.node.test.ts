import { expect, test } from 'vitest'
import { sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { finderSizes, sizesOfType } from './finder-sizes.ts'

const line = (label: string, width: number, aspect: number, rim: number, count: number) => ({
  label,
  slug: sizeSlug(label),
  width,
  aspect,
  rim,
  count,
  minPriceByTire: 4000,
})

test('the finder counts the radial size of three numbers, and another construction only without a radial one', () => {
  const radial = line('225/45R17', 225, 45, 17, 73)
  const beside = line('225/45ZR17', 225, 45, 17, 1)
  const alone = line('225/40ZR17', 225, 40, 17, 2)
  expect(finderSizes([beside, radial, alone])).toEqual([radial, alone])
})

test('[audit B5] a light-truck size counts only where the passenger size is not in stock', () => {
  const plain = line('245/75R16', 245, 75, 16, 3)
  const truck = line('LT245/75R16', 245, 75, 16, 40)
  const van = line('195/75R16C', 195, 75, 16, 2)
  const trailer = line('ST195/75R16', 195, 75, 16, 9)
  expect(finderSizes([truck, plain, van, trailer])).toEqual([plain, trailer])
  expect(finderSizes([truck])).toEqual([truck])
  expect(sizesOfType([plain, truck, van], 'LT')).toEqual([truck])
  expect(sizesOfType([plain, truck, van], 'P')).toEqual([plain])
})
