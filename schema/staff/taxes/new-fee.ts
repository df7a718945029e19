/** The form of a new fee of a state, and what it would cost (H14l). */
import * as v from 'valibot'
import { computeFees, type FEE_CODES } from '../../cart/totals/fee.ts'
import type { Condition } from '../../catalog/product/product.ts'
import { type Cents, parseDollars, plainNumber } from '../../platform/money.ts'
import { SHOP_ACTOR } from '../changes/change.ts'
import { evaluateTax, NEW_FEE, TAX_PATCH, type TaxFacts, type TaxValues } from './tax-record.ts'

const typed = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(400)), '')

export const NEW_FEE_FIELDS = {
  state: typed,
  code: typed,
  title: typed,
  conditions: typed,
  /** Dollars for each tire, or with `%` a share of its price. */
  amount: typed,
  cap: typed,
  rimFrom: typed,
  rimBelow: typed,
  fromDay: typed,
  source: typed,
}
export const NEW_FEE_FORM = v.object(NEW_FEE_FIELDS)
export type NewFeeFields = v.InferOutput<typeof NEW_FEE_FORM>

/** The tires of a fee by the choice of the form. A driven-once tire was sold before, so it counts as used. */
export const FEE_CONDITIONS: readonly { value: string; label: string; conditions: readonly Condition[] }[] = [
  { value: 'new', label: 'New tires', conditions: ['New'] },
  { value: 'new-used', label: 'New and used tires', conditions: ['New', 'Used', 'Driven Once'] },
  { value: 'all', label: 'All tires, retreads too', conditions: ['New', 'Used', 'Driven Once', 'Retread'] },
]

export const FEE_CODE_LABELS: Readonly<Record<(typeof FEE_CODES)[number], string>> = {
  'state-fee': 'Tire fee',
  'recycle-fee': 'Recycling fee',
}

export const NEW_FEE_MESSAGES = {
  state: 'Choose a state.',
  code: 'Choose one of the two.',
  title: 'Name the fee as the buyer reads it, such as Wisconsin tire fee.',
  conditions: 'Choose which tires pay it.',
  amount: 'Enter dollars for each tire, such as 2.50, or a share of the price, such as 2%.',
  cap: 'Enter dollars for each tire, or nothing.',
  rimFrom: 'Enter inches from 8 to 40, or nothing.',
  rimBelow: 'Enter more inches than in the field before, or nothing.',
  fromDay: 'Choose the first day from the calendar.',
  source: 'Name the law or the page that says so.',
} as const
type NewFeeField = keyof typeof NEW_FEE_MESSAGES

const FIELD_OF: Readonly<Record<string, NewFeeField>> = {
  ...{ stateCode: 'state', percent: 'amount', cents: 'amount' },
}

const toNumber = (text: string) => (/^\d{1,3}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN)
const toInches = (text: string) => (text === '' ? null : toNumber(text))
const toCents = (text: string) => parseDollars(plainNumber(text)) ?? Number.NaN

/** Returns the change that adds a fee; a field that cannot be read becomes a value that the record refuses. */
export function newFeePatch(fields: NewFeeFields): Record<string, unknown> {
  const { state, code, title, conditions, amount, cap, rimFrom, rimBelow, fromDay, source } = fields
  const isPercent = amount.endsWith('%')
  return {
    ...{ stateCode: state, code, title, fromDay, source, isConfirmed: true },
    conditions: FEE_CONDITIONS.find(({ value }) => value === conditions)?.conditions ?? [],
    ...(isPercent ? { percent: toNumber(amount.slice(0, -1).trim()) } : { cents: toCents(amount) }),
    ...{ rimFrom: toInches(rimFrom), rimBelow: toInches(rimBelow) },
    cap: cap === '' ? null : toCents(cap),
  }
}

/** Returns the values of a fee that the fields say, or what is wrong with each field. */
export function readNewFee(
  fields: NewFeeFields,
  { isKnownState }: Pick<TaxFacts, 'isKnownState'>,
  now: number,
): { fee: TaxValues | null; errors: Partial<Record<NewFeeField, string>> } {
  const parsed = v.safeParse(TAX_PATCH, newFeePatch(fields))
  const evaluated = parsed.success
    ? evaluateTax(
        NEW_FEE,
        parsed.output,
        { isNew: true, isKnownState },
        { now, why: null, isUndo: false, actor: SHOP_ACTOR },
      )
    : null
  if (evaluated?.ok) return { fee: { ...NEW_FEE, ...evaluated.after }, errors: {} }
  const wrong = parsed.success
    ? [evaluated && 'field' in evaluated ? (evaluated.field ?? 'amount') : 'amount']
    : parsed.issues.map(({ path }) => String(path?.[0]?.key ?? ''))
  const names = wrong.map((field) => FIELD_OF[field] ?? (field as NewFeeField))
  return { fee: null, errors: Object.fromEntries(names.map((name) => [name, NEW_FEE_MESSAGES[name]])) }
}

const EXAMPLES: readonly { label: string; condition: Condition; price: Cents }[] = [
  { label: 'Four new tires, $120 each', condition: 'New', price: 12_000 },
  { label: 'Four used tires, $60 each', condition: 'Used', price: 6_000 },
  { label: 'Four retreads, $80 each', condition: 'Retread', price: 8_000 },
]

/** Returns what four tires of each kind pay, worked out as for an order; 16 inches, or the first rim that the fee names. */
export function feeExamples(fee: TaxValues): { label: string; rim: number; amount: Cents }[] {
  const rim = fee.rimFrom ?? (fee.rimBelow !== null && fee.rimBelow <= 16 ? fee.rimBelow - 1 : 16)
  const rule = {
    ...{ code: fee.code ?? 'state-fee', title: fee.title ?? '', conditions: fee.conditions ?? [] },
    ...{ rimFrom: fee.rimFrom, rimBelow: fee.rimBelow, cap: fee.cap },
    ...(fee.percent === null
      ? { kind: 'flat' as const, value: fee.cents ?? 0 }
      : { kind: 'percent' as const, value: fee.percent }),
  }
  return EXAMPLES.map(({ label, condition, price }) => {
    const [charged] = computeFees([rule], [{ condition, rim, tires: 4, tirePrice: price }])
    return { label, rim, amount: charged?.amount ?? 0 }
  })
}
