/** Coupons by code. */
import { eq } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import { type Coupon, normalizeCouponCode } from '../../../schema/cart/coupon/coupon.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** A coupon with the limits that only an order can check, because the limits depend on the buyer. */
export interface StoredCoupon extends Coupon {
  perCustomerLimit: number | null
  firstOrderOnly: boolean
}

/** Returns the coupon of a code as a shopper typed it, or `null`. The terms are not checked here. */
export async function findCoupon(db: D1Database, code: string): Promise<StoredCoupon | null> {
  const wanted = normalizeCouponCode(code)
  if (!wanted) return null
  const { kind, value, minSubtotal, usageLimit, perCustomerLimit, firstOrderOnly } = coupon
  const row = await connect(db)
    .select({
      code: coupon.code,
      kind,
      value,
      minSubtotal,
      active: coupon.isActive,
      validFrom: coupon.startsAt,
      validTo: coupon.endsAt,
      usageLimit,
      used: coupon.timesUsed,
      perCustomerLimit,
      firstOrderOnly,
    })
    .from(coupon)
    .where(eq(coupon.code, wanted))
    .get()
  return row ?? null
}
