/** Coupons in D1 as records that staff change (H14l); a change of one that does not exist creates it. */
import { eq, sql } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import {
  COUPON_CODE,
  COUPON_PATCH,
  type CouponPatch,
  type CouponValues,
  couponValue,
  evaluateCoupon,
  NEW_COUPON,
} from '../../../schema/staff/coupons/coupon-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

export const COUPON_RECORD: RecordKind<CouponValues, CouponPatch, { used: number }> = {
  id: COUPON_CODE,
  patch: COUPON_PATCH,
  async read(db, code) {
    const t = coupon
    const row = await connect(db)
      .select({
        ...{
          kind: t.kind,
          value: t.value,
          isActive: t.isActive,
          minSubtotal: t.minSubtotal,
          startsAt: t.startsAt,
        },
        ...{ endsAt: t.endsAt, usageLimit: t.usageLimit, perCustomerLimit: t.perCustomerLimit },
        ...{
          firstOrderOnly: t.firstOrderOnly,
          description: t.description,
          used: t.timesUsed,
          version: t.version,
        },
      })
      .from(t)
      .where(eq(t.code, code))
      .get()
    if (!row) return { values: NEW_COUPON, version: 0, facts: { used: 0 } }
    const { value, used, version, ...values } = row
    const percent = row.kind === 'percent' ? value : null
    const amount = row.kind === 'fixed' ? value : null
    return { values: { ...values, percent, amount }, version, facts: { used } }
  },
  hasVersion: (code, version) =>
    version === 0
      ? sql`not exists (select 1 from ${coupon} where code = ${code})`
      : sql`exists (select 1 from ${coupon} where code = ${code} and version = ${version})`,
  evaluate: evaluateCoupon,
  write({ id: code, before, after }) {
    const all = { ...before, ...after }
    const { kind, minSubtotal, startsAt, endsAt, usageLimit, perCustomerLimit, description } = all
    const [isActive, firstOrderOnly] = [Number(all.isActive), Number(all.firstOrderOnly)]
    // The generator of the demonstration shop does not replace what staff changed.
    return [
      sql`insert into ${coupon} (code, kind, value, is_active, min_subtotal, starts_at, ends_at, usage_limit, per_customer_limit,
          first_order_only, description)
        values (${code}, ${kind}, ${couponValue(all)}, ${isActive}, ${minSubtotal}, ${startsAt}, ${endsAt}, ${usageLimit},
          ${perCustomerLimit}, ${firstOrderOnly}, ${description})
        on conflict (code) do update set kind = excluded.kind, value = excluded.value, is_active = excluded.is_active,
          min_subtotal = excluded.min_subtotal, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
          usage_limit = excluded.usage_limit, per_customer_limit = excluded.per_customer_limit,
          first_order_only = excluded.first_order_only, description = excluded.description, demo = 0, version = version + 1`,
    ]
  },
}
