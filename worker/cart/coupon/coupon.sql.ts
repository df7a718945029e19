/** Coupons by code. */
import { eq, sql } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import { type Coupon, normalizeCouponCode } from '../../../schema/cart/coupon/coupon.ts'
import { prepareQueries, type Read, runRead } from '../../platform/drizzle.sql.ts'

/** A coupon with the limits that only an order can check, because the limits depend on the buyer. */
export interface StoredCoupon extends Coupon {
  perCustomerLimit: number | null
  firstOrderOnly: boolean
}

/** Returns the coupon of a code as a shopper typed it, or `null`. The terms are not checked here. */
export async function findCoupon(db: D1Database, code: string): Promise<StoredCoupon | null> {
  return normalizeCouponCode(code) === null ? null : runRead(db, couponRead(code))
}

const queryCoupon = prepareQueries((client) => [
  client
    .select({
      code: coupon.code,
      kind: coupon.kind,
      value: coupon.value,
      minSubtotal: coupon.minSubtotal,
      active: coupon.isActive,
      validFrom: coupon.startsAt,
      validTo: coupon.endsAt,
      usageLimit: coupon.usageLimit,
      used: coupon.timesUsed,
      perCustomerLimit: coupon.perCustomerLimit,
      firstOrderOnly: coupon.firstOrderOnly,
    })
    .from(coupon)
    .where(eq(coupon.code, sql.placeholder('code'))),
])

/** Reads the coupon of a code. */
export function couponRead(code: string): Read<StoredCoupon | null> {
  return queryCoupon({ code: normalizeCouponCode(code) }, ([[row]]) => row ?? null)
}
