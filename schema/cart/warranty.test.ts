import { expect, test } from 'vitest'
import { formatWarranty } from './warranty.ts'

test('[H13f] the cart promises the warranty only for the used tires that it has', () => {
  expect(formatWarranty([])).toBeNull()
  expect(formatWarranty(['New', 'Retread'])).toBeNull()
  expect(formatWarranty(['Used', 'Used'])).toBe('1 year')
  expect(formatWarranty(['Used', 'New'])).toBe('1 year on the used tires')
})
