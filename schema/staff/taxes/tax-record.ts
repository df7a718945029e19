/** A state's sales tax or one of its fees as a record that the owner adds, changes and confirms (H14l). */
import * as v from 'valibot'
import { FEE_CODES } from '../../cart/totals/fee.ts'
import { CONDITIONS, type Condition } from '../../catalog/product/product.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
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

/** Which tires of which state pay a fee; all fields are `null` for a sales tax. They are said once, when a fee is added. */
export interface FeeScope {
  /** Such as `WI`. */
  stateCode: string | null
  code: (typeof FEE_CODES)[number] | null
  title: string | null
  conditions: readonly Condition[] | null
  /** Rim diameters in inches: from inclusive, below exclusive; `null` for no limit. */
  rimFrom: number | null
  rimBelow: number | null
  /** The highest fee of one tire in cents; `null` for no cap. */
  cap: number | null
}

export const NO_SCOPE: FeeScope = {
  ...{ stateCode: null, code: null, title: null, conditions: null },
  ...{ rimFrom: null, rimBelow: null, cap: null },
}

export interface TaxFacts {
  /** A fee that nobody has added yet. */
  isNew: boolean
  /** Whether the shop knows the state of a new fee. */
  isKnownState: boolean
}

export interface TaxValues extends FeeScope {
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

/** A fee that nobody has added yet. */
export const NEW_FEE: TaxValues = {
  ...{ percent: null, cents: null, fromDay: null, earlier: null, source: '', isConfirmed: false },
  ...NO_SCOPE,
}

const DAY = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.check((day) => shopDayEnd(day) !== null),
)

const RIM = v.nullable(v.pipe(v.number(), v.minValue(8), v.maxValue(40)))
const CENTS_PER_TIRE = wholeNumber(100_000)

export const TAX_PATCH = v.partial(
  v.strictObject({
    stateCode: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
    code: v.picklist(FEE_CODES),
    title: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(80)),
    conditions: v.pipe(v.array(v.picklist(CONDITIONS)), v.minLength(1)),
    rimFrom: RIM,
    rimBelow: RIM,
    cap: v.nullable(CENTS_PER_TIRE),
    percent: v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(30),
      // A rate has four decimals at most, so its sum with local rates is exact.
      v.check((percent) => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6),
    ),
    cents: CENTS_PER_TIRE,
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
  { isNew, isKnownState }: TaxFacts,
  { actor, now, isUndo }: EvaluationContext,
): Evaluation<TaxValues> {
  if (!actor.may('taxes')) return { ok: false, problem: 'permission' }
  const after: TaxValues = { ...before, ...(patch as Partial<TaxValues>) }
  if (isUndo) return { ok: true, after: changedFields(before, after) }
  const wrong = isNew ? missingInFee(after, isKnownState) : fixedInFee(patch)
  if (wrong) return { ok: false, problem: 'invalid', field: wrong }
  const isOtherUnit =
    !isNew &&
    ((patch.percent != null && before.percent === null) || (patch.cents != null && before.cents === null))
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

/** Returns the first field that a new fee lacks; `null` for a whole one. */
function missingInFee(fee: TaxValues, isKnownState: boolean): string | null {
  if (fee.stateCode === null || !isKnownState) return 'stateCode'
  if (fee.code === null) return 'code'
  if (fee.title === null) return 'title'
  if (fee.conditions === null) return 'conditions'
  if ((fee.percent === null) === (fee.cents === null)) return fee.percent === null ? 'cents' : 'percent'
  if (fee.rimFrom !== null && fee.rimBelow !== null && fee.rimFrom >= fee.rimBelow) return 'rimBelow'
  return fee.isConfirmed ? null : 'isConfirmed'
}

/** Returns the first field of a patch that nobody changes later. */
function fixedInFee(patch: object): string | null {
  return Object.keys(patch).find((field) => field in NO_SCOPE) ?? null
}
