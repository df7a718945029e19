import { expect, test } from 'vitest'
import {
  availableUnits,
  isChosenOnPage,
  isEnabled,
  isShipped,
  isViewable,
  PRODUCT_TYPES,
  speedLabel,
} from './product.ts'

test('what has status 2 or more is given out nowhere; a page has what is also visible by itself', () => {
  expect([0, 1, 2, 3].map((status) => isEnabled({ status }))).toEqual([true, true, false, false])
  expect(([1, 2, 4] as const).map((visibility) => isViewable({ status: 1, visibility }))).toEqual([
    false,
    true,
    true,
  ])
  expect(isViewable({ status: 2, visibility: 4 })).toBe(false)
})

test('units are whole sets of what the pool has; what is not counted has no number', () => {
  expect([3, 4, 7, 8].map((qty) => availableUnits({ setqty: 4 }, { qty, manage: true }))).toEqual([
    0, 1, 1, 2,
  ])
  expect(availableUnits({ setqty: 4 }, { qty: 0, manage: false })).toBeNull()
})

test('a speed is said in miles per hour, zero as unknown', () => {
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

test('what is sent by parcel, and what is put together on its page', () => {
  expect(PRODUCT_TYPES.filter((type) => !isShipped(type))).toEqual(['virtual', 'downloadable'])
  expect(PRODUCT_TYPES.filter(isChosenOnPage)).toEqual(['grouped', 'bundle'])
})
