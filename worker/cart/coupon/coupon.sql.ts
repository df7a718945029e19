/** Coupons by code. */
import { eq } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import { type Coupon, normalizeCouponCode } from '../../../schema/cart/coupon/coupon.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** A coupon with the limits that only an order can check, because they depend on the buyer. */
export interface StoredCoupon extends Coupon {
  perCustomerLimit: number | null
  firstOrderOnly: boolean
}

/** The coupon of a code in any spelling a shopper types; `null` when there is none. Terms are not checked here. */
export async function findCoupon(db: D1Database, code: string): Promise<StoredCoupon | null> {
  const wanted = normalizeCouponCode(code)
  if (!wanted) return null
  const rows = await connect(db).select().from(coupon).where(eq(coupon.code, wanted))
  const row = rows[0]
  if (!row) return null
  const {
    kind,
    value,
    minSubtotal,
    startsAt,
    endsAt,
    usageLimit,
    timesUsed,
    perCustomerLimit,
    firstOrderOnly,
  } = row
  return {
    code: row.code,
    kind,
    value,
    minSubtotal,
    active: row.isActive,
    validFrom: startsAt,
    validTo: endsAt,
    usageLimit,
    used: timesUsed,
    perCustomerLimit,
    firstOrderOnly,
  }
}
