/** The rules of coupons (D9): their discount and their terms of use. */
import { type Cents, formatMoney } from '../../platform/money.ts'
import type { AppliedCoupon } from '../cart.ts'
import { COUPON_KINDS, type DiscountBasis } from './coupon-kinds.ts'

/** A coupon of the shop. */
export interface Coupon extends AppliedCoupon {
  active: boolean
  /** Milliseconds since the epoch, inclusive; `null` for no limit. */
  validFrom: number | null
  validTo: number | null
  /** How many orders can use the coupon; `null` for no limit. */
  usageLimit: number | null
  /** How many orders have used the coupon. */
  used: number
}

const COUPON_CODE_MAX = 40

/** Normalizes a code to upper case without surrounding space; `null` for an invalid code. */
export function normalizeCouponCode(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const code = text.trim().toUpperCase()
  return code.length <= COUPON_CODE_MAX && /^[A-Z0-9_-]+$/.test(code) ? code : null
}

/** The reasons of a refusal, for tests; the shopper sees the same message for all reasons. */
type CouponRefusal = 'inactive' | 'too-early' | 'expired' | 'used-up' | 'below-minimum'

/** Returns the reason why a coupon cannot be used for this subtotal now, or `null`. */
export function couponRefusal(coupon: Coupon, subtotal: Cents, now: number): CouponRefusal | null {
  if (!coupon.active) return 'inactive'
  if (coupon.validFrom !== null && now < coupon.validFrom) return 'too-early'
  if (coupon.validTo !== null && now > coupon.validTo) return 'expired'
  if (coupon.usageLimit !== null && coupon.used >= coupon.usageLimit) return 'used-up'
  if (subtotal < coupon.minSubtotal) return 'below-minimum'
  return null
}

/** Returns the terms that a cart stores. */
export function toAppliedCoupon(coupon: Coupon): AppliedCoupon {
  const { code, kind, value, minSubtotal } = coupon
  return { code, kind, value, minSubtotal }
}

/** Returns the discount in cents: never negative and never above the subtotal. */
export function couponDiscount(coupon: AppliedCoupon | null, basis: DiscountBasis): Cents {
  if (!coupon || basis.subtotal < coupon.minSubtotal) return 0
  const discount = COUPON_KINDS[coupon.kind].discount(coupon.value, basis)
  return Math.min(basis.subtotal, Math.max(0, discount))
}

/** Checks whether the coupon makes shipping free at this subtotal. */
export function hasFreeShipping(coupon: AppliedCoupon | null, subtotal: Cents): boolean {
  return coupon !== null && subtotal >= coupon.minSubtotal && COUPON_KINDS[coupon.kind].freeShipping
}

/** Returns the percentage by which a coupon reduces each line, or 0. */
export function couponPercent(coupon: AppliedCoupon | null): number {
  return coupon === null ? 0 : COUPON_KINDS[coupon.kind].percent(coupon.value)
}

/** Returns the message about an applied coupon below its minimum, or `null`. */
export function couponMinimumMessage(coupon: AppliedCoupon | null, subtotal: Cents): string | null {
  if (!coupon || subtotal >= coupon.minSubtotal) return null
  const [min, missing] = [formatMoney(coupon.minSubtotal), formatMoney(coupon.minSubtotal - subtotal)]
  return `Not applied yet: this coupon starts at ${min}. ${missing} more to use it.`
}
