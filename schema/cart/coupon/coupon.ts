/** Coupons (D9): their discount and when they can be used. */

import { type Cents, formatMoney } from '../../platform/money.ts'
import type { AppliedCoupon } from '../cart.ts'
import { COUPON_KINDS } from './coupon-kinds.ts'

/** A coupon of the shop. */
export interface Coupon extends AppliedCoupon {
  active: boolean
  /** Milliseconds since the epoch, inclusive; `null` is open. */
  validFrom: number | null
  validTo: number | null
  /** How many orders can use it; `null` is any number. */
  usageLimit: number | null
  /** How many orders have used it. */
  used: number
}

const COUPON_CODE_MAX = 40

/** Normalizes a code to upper case without surrounding space; `null` for what cannot be a code. */
export function normalizeCouponCode(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const code = text.trim().toUpperCase()
  return code.length <= COUPON_CODE_MAX && /^[A-Z0-9_-]+$/.test(code) ? code : null
}

/** Reasons for the log and for tests; the shopper reads one message for all of them. */
type CouponRefusal = 'inactive' | 'too-early' | 'expired' | 'used-up' | 'below-minimum'

/** Returns why a coupon cannot be used for a cart of this subtotal now; `null` when it can. */
export function couponRefusal(coupon: Coupon, subtotal: Cents, now: number): CouponRefusal | null {
  if (!coupon.active) return 'inactive'
  if (coupon.validFrom !== null && now < coupon.validFrom) return 'too-early'
  if (coupon.validTo !== null && now > coupon.validTo) return 'expired'
  if (coupon.usageLimit !== null && coupon.used >= coupon.usageLimit) return 'used-up'
  if (subtotal < coupon.minSubtotal) return 'below-minimum'
  return null
}

/** Returns the terms that a cart stores. */
export function termsOf(coupon: Coupon): AppliedCoupon {
  const { code, kind, value, minSubtotal } = coupon
  return { code, kind, value, minSubtotal }
}

/** Returns the discount in cents: never negative, never more than the goods cost. */
export function couponDiscount(coupon: AppliedCoupon | null, subtotal: Cents): Cents {
  if (!coupon || subtotal < coupon.minSubtotal) return 0
  const wanted = COUPON_KINDS[coupon.kind].discount(coupon.value, subtotal)
  return Math.min(subtotal, Math.max(0, wanted))
}

/** Returns whether the coupon pays for the shipping of goods of this price. */
export function hasFreeShipping(coupon: AppliedCoupon | null, subtotal: Cents): boolean {
  return coupon !== null && subtotal >= coupon.minSubtotal && COUPON_KINDS[coupon.kind].freeShipping
}

/** Returns the percentage of a coupon that reduces each line, 0 without one. */
export function couponPercent(coupon: AppliedCoupon | null): number {
  return coupon === null ? 0 : COUPON_KINDS[coupon.kind].percent(coupon.value)
}

/** Returns why an applied coupon has no effect on these goods; `null` while it has. */
export function couponMinimumMessage(coupon: AppliedCoupon | null, subtotal: Cents): string | null {
  if (!coupon || subtotal >= coupon.minSubtotal) return null
  const [min, missing] = [formatMoney(coupon.minSubtotal), formatMoney(coupon.minSubtotal - subtotal)]
  return `Not in the total: this coupon begins at ${min}. ${missing} more and it counts.`
}
