/** What staff change of bins and lots, and the rules of their fields (H14). */
import * as v from 'valibot'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
import type { Cents } from '../../platform/money.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

/** The code of a bin, such as `A-12-3`. */
export const BIN_CODE = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9]{1,8}(-[A-Z0-9]{1,4}){0,3}$/, 'Use letters and digits with hyphens, such as A-12-3.'),
)

export interface BinValues {
  /** Its position on the way of a pick run. */
  walk: number
  capacity: number | null
}

export const BIN_PATCH = v.partial(
  v.strictObject({
    walk: wholeNumber(1_000_000),
    capacity: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  }),
)
export type BinPatch = v.InferOutput<typeof BIN_PATCH>
export const NEW_BIN: BinValues = { walk: 0, capacity: null }

export const LOT_NUMBER = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/))

export interface LotValues {
  source: string
  /** Whether `paid` is for the whole lot or per tire. */
  kind: 'whole' | 'each'
  paid: Cents | null
  count: number | null
}

export const LOT_PATCH = v.partial(
  v.strictObject({
    source: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    kind: v.picklist(['whole', 'each']),
    paid: v.nullable(wholeNumber(100_000_000)),
    count: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  }),
)
export type LotPatch = v.InferOutput<typeof LOT_PATCH>
export const NEW_LOT: LotValues = { source: '', kind: 'whole', paid: null, count: null }

/** Evaluates a change of a record whose fields have no rules but their limits and one permission. */
export function evaluateFields<Values extends object>(permission: StaffPermission) {
  return (
    before: Values,
    patch: Readonly<Record<string, unknown>> | Partial<Values>,
    _facts: unknown,
    { actor }: EvaluationContext,
  ): Evaluation<Values> => {
    const after = changedFields(before, patch as Partial<Values>)
    return actor.may(permission) ? { ok: true, after } : { ok: false, problem: 'permission' }
  }
}
