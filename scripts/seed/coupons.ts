/** Coupons of the demo shop. */
import type { coupon } from '../../schema/cart/coupon/coupon.table.ts'

type CouponRow = typeof coupon.$inferInsert

const BASE = {
  isActive: true,
  minSubtotal: 0,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  perCustomerLimit: null,
  firstOrderOnly: false,
  timesUsed: 0,
  demo: true,
} as const

export const COUPON_ROWS: CouponRow[] = [
  {
    ...BASE,
    code: 'WELCOME10',
    kind: 'percent',
    value: 10,
    perCustomerLimit: 1,
    firstOrderOnly: true,
    description: '10% off the first order, for newsletter subscribers',
  },
  {
    ...BASE,
    code: 'SAVE20',
    kind: 'fixed',
    value: 2000,
    minSubtotal: 20_000,
    description: '$20 off from $200',
  },
  {
    ...BASE,
    code: 'FOUR40',
    kind: 'fixed',
    value: 4000,
    minSubtotal: 45_000,
    description: '$40 off from $450',
  },
  { ...BASE, code: 'FREESHIP', kind: 'free-shipping', value: 0, description: 'Free shipping by any method' },
  {
    ...BASE,
    code: 'WINTER5',
    kind: 'percent',
    value: 5,
    startsAt: Date.UTC(2026, 9, 1),
    endsAt: Date.UTC(2027, 3, 1, 5, 59, 59),
    description: '5% off until the end of March',
  },
  {
    ...BASE,
    code: 'FIRST100',
    kind: 'percent',
    value: 15,
    usageLimit: 100,
    perCustomerLimit: 1,
    description: '15% off for the first hundred orders',
  },
  {
    ...BASE,
    code: 'SPRING26',
    kind: 'percent',
    value: 10,
    endsAt: Date.UTC(2026, 5, 1),
    description: 'Expired in June 2026',
  },
]

/** Codes that work without conditions on the shopper; `npm start` prints them. */
export const DEMO_COUPONS: readonly string[] = ['WELCOME10', 'SAVE20', 'FREESHIP']
