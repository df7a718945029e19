import { expect, test } from 'vitest'
import { finderSizes } from './finder-sizes.ts'

const line = (label: string, slug: string, aspect: number, count: number) => ({
  label,
  slug,
  width: 225,
  aspect,
  rim: 17,
  count,
  minPriceByTire: 4000,
})

test('the finder counts the radial size that three numbers lead to, and another construction only where it is alone', () => {
  const radial = line('225/45R17', '225-45r17', 45, 73)
  const beside = line('225/45ZR17', '225-45zr17', 45, 1)
  const alone = line('225/40ZR17', '225-40zr17', 40, 2)
  expect(finderSizes([beside, radial, alone])).toEqual([radial, alone])
})
