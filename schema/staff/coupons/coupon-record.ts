/** A coupon as a record that staff change (H14l). */
import * as v from 'valibot'
import { normalizeCouponCode } from '../../cart/coupon/coupon.ts'
import { COUPON_KIND_NAMES, type CouponKind } from '../../cart/coupon/coupon-kinds.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
import type { Cents } from '../../platform/money.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export const COUPON_CODE = v.pipe(
  v.string(),
  v.transform((text) => normalizeCouponCode(text)),
  v.string('Use up to 40 letters, digits and hyphens.'),
)

export interface CouponValues {
  kind: CouponKind
  /** Of a coupon of this kind, else `null`. */
  percent: number | null
  /** Of a coupon with a fixed amount, in cents, else `null`. */
  amount: Cents | null
  isActive: boolean
  minSubtotal: Cents
  /** Milliseconds, inclusive; `null` for no limit. */
  startsAt: number | null
  endsAt: number | null
  usageLimit: number | null
  perCustomerLimit: number | null
  firstOrderOnly: boolean
  description: string
}

const cents = wholeNumber(10_000_000)
const time = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))
const limit = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)))

export const COUPON_PATCH = v.partial(
  v.strictObject({
    kind: v.picklist(COUPON_KIND_NAMES),
    percent: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    amount: v.nullable(cents),
    isActive: v.boolean(),
    minSubtotal: cents,
    startsAt: time,
    endsAt: time,
    usageLimit: limit,
    perCustomerLimit: limit,
    firstOrderOnly: v.boolean(),
    description: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  }),
)
export type CouponPatch = v.InferOutput<typeof COUPON_PATCH>

export const NEW_COUPON: CouponValues = {
  ...{ kind: 'percent', percent: null, amount: null, isActive: true, minSubtotal: 0 },
  ...{ startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null },
  ...{ firstOrderOnly: false, description: '' },
}

/** The number that the coupon's row has for its kind. */
export function couponValue({
  kind,
  percent,
  amount,
}: Pick<CouponValues, 'kind' | 'percent' | 'amount'>): number {
  return kind === 'percent' ? (percent ?? 0) : kind === 'fixed' ? (amount ?? 0) : 0
}

/** Evaluates a coupon: its advantage fits its kind, it ends after it starts, and its limit is not below its uses. */
export function evaluateCoupon(
  before: CouponValues,
  patch: CouponPatch | Partial<CouponValues>,
  { used }: { used: number },
  { actor }: EvaluationContext,
): Evaluation<CouponValues> {
  if (!actor.may('coupons')) return { ok: false, problem: 'permission' }
  const typed: CouponValues = { ...before, ...(patch as Partial<CouponValues>) }
  const after: CouponValues = {
    ...typed,
    percent: typed.kind === 'percent' ? typed.percent : null,
    amount: typed.kind === 'fixed' ? typed.amount : null,
  }
  const { kind, percent, amount, startsAt, endsAt, usageLimit } = after
  const wrong =
    (kind === 'percent' && !percent && 'percent') ||
    (kind === 'fixed' && !amount && 'amount') ||
    (startsAt !== null && endsAt !== null && endsAt <= startsAt && 'endsAt') ||
    (usageLimit !== null && usageLimit < used && 'usageLimit')
  if (wrong) return { ok: false, problem: 'invalid', field: wrong }
  return { ok: true, after: changedFields(before, after) }
}
