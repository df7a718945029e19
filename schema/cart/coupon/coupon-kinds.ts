/** The kinds of coupons, each with all that the shop needs to know of it. A new kind is one entry here. */
import { type Cents, formatMoney, percentOf } from '../../platform/money.ts'

interface CouponKindRules {
  /** Returns the cents that a coupon of this value takes off goods of this price, before any bound. */
  discount(value: number, subtotal: Cents): number
  /** Whether shipping costs nothing. */
  freeShipping: boolean
  /** Returns the percentage that each line is reduced by, 0 where the coupon has no percentage. */
  percent(value: number): number
  /** Returns what the coupon gives, for `10% off your first order`. */
  format(value: number): string
}

const KINDS = {
  /** `value` is a percentage. */
  percent: {
    discount: (value, subtotal) => percentOf(subtotal, value),
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

/** As the database's enumeration wants them. */
export const COUPON_KIND_NAMES = Object.keys(KINDS) as [CouponKind, ...CouponKind[]]
