/** A state's sales tax or one of its fees as a record that the owner changes and confirms (H14l). */
import * as v from 'valibot'
import { shopDay, shopDayEnd } from '../../platform/shop-calendar.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export type TaxKind = 'rate' | 'fee'

/** `rate/13` or `fee/4`. */
export const TAX_ID = v.pipe(v.string(), v.regex(/^[a-z]{3,4}\/[1-9]\d{0,8}$/), v.check(isOfTax))

/** Whether a text begins with the kind of a tax. */
export function isOfTax(text: string): boolean {
  return text.startsWith('rate/') || text.startsWith('fee/')
}

/** Returns the kind and the row that the id of a tax has. */
export function parseTaxId(id: string): { kind: TaxKind; row: number } {
  const [kind, row] = id.split('/')
  return { kind: kind === 'fee' ? 'fee' : 'rate', row: Number(row) }
}

export interface TaxValues {
  /** Percent of the price; `null` for a fee in dollars. */
  percent: number | null
  /** Cents for each tire; `null` for a percentage. */
  cents: number | null
  /** The first day of this amount, `2027-01-01`; `null` for one without a known day. */
  fromDay: string | null
  /** The amount until the day before, in percent or cents; `null` when the day has come. */
  earlier: number | null
  /** The law or the publication that the amount is from. */
  source: string
  /** False for a demonstration value. */
  isConfirmed: boolean
}

const DAY = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.check((day) => shopDayEnd(day) !== null),
)

export const TAX_PATCH = v.partial(
  v.strictObject({
    percent: v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(30),
      // A rate has four decimals at most, so its sum with local rates is exact.
      v.check((percent) => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6),
    ),
    cents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
    fromDay: DAY,
    source: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(300)),
    isConfirmed: v.boolean(),
  }),
)
export type TaxPatch = v.InferOutput<typeof TAX_PATCH>

/** Returns the amount that holds on `day`, in percent or cents: the new one from its first day. */
export function amountOn({ percent, cents, fromDay, earlier }: TaxValues, day: string): number {
  const isLater = fromDay !== null && fromDay > day && earlier !== null
  return isLater ? earlier : (percent ?? cents ?? 0)
}

/**
 * Evaluates a tax: an amount is confirmed with its source and its first day. Until that day the amount of today holds, so a change
 * of law is entered before it comes.
 */
export function evaluateTax(
  before: TaxValues,
  patch: TaxPatch | Partial<TaxValues>,
  _facts: null,
  { actor, now, isUndo }: EvaluationContext,
): Evaluation<TaxValues> {
  if (!actor.may('taxes')) return { ok: false, problem: 'permission' }
  const after: TaxValues = { ...before, ...(patch as Partial<TaxValues>) }
  if (isUndo) return { ok: true, after: changedFields(before, after) }
  const isOtherUnit =
    (patch.percent != null && before.percent === null) || (patch.cents != null && before.cents === null)
  if (isOtherUnit)
    return { ok: false, problem: 'invalid', field: patch.percent != null ? 'percent' : 'cents' }
  if (after.isConfirmed && after.fromDay === null) return { ok: false, problem: 'invalid', field: 'fromDay' }
  if (after.isConfirmed && after.source.trim() === '')
    return { ok: false, problem: 'invalid', field: 'source' }
  const today = shopDay(now)
  const isLater = after.fromDay !== null && after.fromDay > today
  return {
    ok: true,
    after: changedFields(before, { ...after, earlier: isLater ? amountOn(before, today) : null }),
  }
}
