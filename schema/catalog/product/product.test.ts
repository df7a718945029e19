import { expect, test } from 'vitest'
import {
  availableUnits,
  isComposedProduct,
  isEnabled,
  isShipped,
  isViewable,
  PRODUCT_TYPES,
  speedLabel,
} from './product.ts'

test('products of status 2 or more are never published; only visible ones have a page', () => {
  expect([0, 1, 2, 3].map((status) => isEnabled({ status }))).toEqual([true, true, false, false])
  expect(([1, 2, 4] as const).map((visibility) => isViewable({ status: 1, visibility }))).toEqual([
    false,
    true,
    true,
  ])
  expect(isViewable({ status: 2, visibility: 4 })).toBe(false)
})

test('available units are whole sets in the stock pool; unmanaged stock has no number', () => {
  expect([3, 4, 7, 8].map((qty) => availableUnits({ setqty: 4 }, { qty, manage: true }))).toEqual([
    0, 1, 1, 2,
  ])
  expect(availableUnits({ setqty: 4 }, { qty: 0, manage: false })).toBeNull()
})

test('a speed is formatted in miles per hour, zero as unknown', () => {
  expect([149, '149', 0, '0', '', null, undefined].map(speedLabel)).toEqual([
    'Up to 149 mph',
    'Up to 149 mph',
    'No Info',
    'No Info',
    '',
    '',
    '',
  ])
})

test('virtual and downloadable products are not shipped; grouped products and bundles are configured on their page', () => {
  expect(PRODUCT_TYPES.filter((type) => !isShipped(type))).toEqual(['virtual', 'downloadable'])
  expect(PRODUCT_TYPES.filter(isComposedProduct)).toEqual(['grouped', 'bundle'])
})
