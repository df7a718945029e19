/** Coupons for staff (H14l). */
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export type CouponLine = typeof coupon.$inferSelect

/** Copies of the newsletter's coupon, one for each subscriber. */
const IS_PERSONAL = sql`${coupon.code} in (select coupon_code from newsletter_subscriber where coupon_code is not null)`

function select(db: D1Database, where: SQL | undefined, limit: number): Promise<CouponLine[]> {
  return connect(db)
    .select()
    .from(coupon)
    .where(where)
    .orderBy(desc(coupon.isActive), asc(coupon.code))
    .limit(limit)
}

/** Returns the shop's coupons, those that can be used first; with a code also a personal one. */
export function readCoupons(
  db: D1Database,
  { code, limit }: { code: string | null; limit: number },
): Promise<CouponLine[]> {
  return select(db, code === null ? sql`not (${IS_PERSONAL})` : eq(coupon.code, code), limit)
}

/** Returns how many copies of the newsletter's coupon subscribers have. */
export async function countPersonalCoupons(db: D1Database): Promise<number> {
  const [row] = await connect(db).all<{ n: number }>(
    sql`select count(*) as n from newsletter_subscriber where coupon_code is not null`,
  )
  return row?.n ?? 0
}

/** Returns a coupon; `null` without one. */
export async function findCouponLine(db: D1Database, code: string): Promise<CouponLine | null> {
  const [line] = await select(db, eq(coupon.code, code), 1)
  return line ?? null
}
