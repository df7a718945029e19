/** The kinds of coupons with all their rules. A new kind is one entry here. */
import { type Cents, formatMoney, percentOf } from '../../platform/money.ts'

/** What a discount can depend on. */
export interface DiscountBasis {
  subtotal: Cents
  /** How many tires the cart has. */
  tires: number
}

interface CouponKindRules {
  /** Returns the discount in cents for a coupon of this value, before limits are applied. */
  discount(value: number, basis: DiscountBasis): number
  /** True when shipping is free. */
  freeShipping: boolean
  /** Returns the percentage by which each line is reduced, or 0 for a coupon without a percentage. */
  percent(value: number): number
  /** Formats the advantage, such as `10% off` in `10% off your first order`. */
  format(value: number): string
}

const KINDS = {
  /** `value` is a percentage. */
  percent: {
    discount: (value, { subtotal }) => percentOf(subtotal, value),
    freeShipping: false,
    percent: (value) => value,
    format: (value) => `${value}% off`,
  },
  /** `value` is in cents. */
  fixed: {
    discount: (value) => Math.round(value),
    freeShipping: false,
    percent: () => 0,
    format: (value) => `${formatMoney(value)} off`,
  },
  /** `value` is 0. */
  'free-shipping': {
    discount: () => 0,
    freeShipping: true,
    percent: () => 0,
    format: () => 'Free shipping for',
  },
} satisfies Record<string, CouponKindRules>

export type CouponKind = keyof typeof KINDS

export const COUPON_KINDS: Readonly<Record<CouponKind, CouponKindRules>> = KINDS

/** The kinds in the type that a column's enumeration requires. */
export const COUPON_KIND_NAMES = Object.keys(KINDS) as [CouponKind, ...CouponKind[]]
