import { describe, expect, test } from 'vitest'
import type { AppliedCoupon } from '../cart.ts'
import {
  type Coupon,
  couponDiscount,
  couponMinimumMessage,
  couponPercent,
  couponRefusal,
  normalizeCouponCode,
  toAppliedCoupon,
} from './coupon.ts'

const coupon: Coupon = {
  code: 'TAKE20',
  kind: 'fixed',
  value: 2_000,
  minSubtotal: 10_000,
  active: true,
  validFrom: 100,
  validTo: 200,
  usageLimit: 5,
  used: 4,
}

const discountOf = (coupon: AppliedCoupon | null, subtotal: number) =>
  couponDiscount(coupon, { subtotal, tires: 4 })

describe('[D9] coupons', () => {
  test('a coupon can be used within its dates, limits and minimum', () => {
    expect(couponRefusal(coupon, 10_000, 100)).toBeNull()
    expect(couponRefusal(coupon, 10_000, 200)).toBeNull()
  })

  test.each([
    [{ active: false }, 10_000, 150, 'inactive'],
    [{}, 10_000, 99, 'too-early'],
    [{}, 10_000, 201, 'expired'],
    [{ used: 5 }, 10_000, 150, 'used-up'],
    [{}, 9_999, 150, 'below-minimum'],
  ] as const)('%j at %i cents and %i is refused', (change, subtotal, now, refusal) => {
    expect(couponRefusal({ ...coupon, ...change }, subtotal, now)).toBe(refusal)
  })

  test('only a coupon in percent has a percentage', () => {
    expect(couponPercent(null)).toBe(0)
    expect(couponPercent(coupon)).toBe(0)
    expect(couponPercent({ ...coupon, kind: 'percent', value: 10 })).toBe(10)
  })

  test('the discount is never above the subtotal', () => {
    expect(discountOf({ ...coupon, minSubtotal: 0 }, 1_500)).toBe(1_500)
    expect(discountOf({ ...coupon, kind: 'percent', value: 250, minSubtotal: 0 }, 1_500)).toBe(1_500)
    expect(discountOf({ ...coupon, value: -5, minSubtotal: 0 }, 1_500)).toBe(0)
    expect(discountOf(coupon, 9_999)).toBe(0)
  })

  test('[audit D13] a coupon has its full discount at exactly its minimum, a cent below it none', () => {
    expect(discountOf(coupon, 10_000)).toBe(2_000)
    expect(discountOf(coupon, 9_999)).toBe(0)
    expect(couponRefusal(coupon, 9_999, 150)).toBe('below-minimum')
  })

  test('without dates and limits a coupon can be used at any time and any number of times', () => {
    const open = { ...coupon, validFrom: null, validTo: null, usageLimit: null, used: 1_000 }
    for (const now of [-1, 0, 1e15]) expect(couponRefusal(open, 10_000, now)).toBeNull()
  })

  test('a coupon for shipping has no discount on the goods', () => {
    expect(discountOf({ ...coupon, kind: 'free-shipping' }, 20_000)).toBe(0)
    expect(discountOf(null, 20_000)).toBe(0)
    expect(discountOf({ ...coupon, value: 10.5 }, 20_000)).toBe(11)
  })

  test('a cart stores only the terms of a coupon', () => {
    expect(toAppliedCoupon(coupon)).toEqual({
      code: 'TAKE20',
      kind: 'fixed',
      value: 2_000,
      minSubtotal: 10_000,
    })
  })

  test('codes are normalized without case and space, invalid codes are refused', () => {
    expect(normalizeCouponCode(' save10 ')).toBe('SAVE10')
    expect(normalizeCouponCode('a'.repeat(40))).toBe('A'.repeat(40))
    for (const text of ['', ' ', 'a b', "x'--", 'A'.repeat(41), 10, null]) {
      expect(normalizeCouponCode(text)).toBeNull()
    }
  })
})

test('[audit D8] [D9] a coupon has a message below its minimum, and none from its minimum on', () => {
  expect(couponMinimumMessage(toAppliedCoupon(coupon), 7_500)).toBe(
    'Not applied yet: this coupon starts at $100.00. $25.00 more to use it.',
  )
  expect(couponMinimumMessage(toAppliedCoupon(coupon), 10_000)).toBeNull()
  expect(couponMinimumMessage(null, 0)).toBeNull()
})
