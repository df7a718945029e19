/** Fees of a state for each tire (D8): the state's tire fee and, where it is separate, a recycling fee. */
import * as v from 'valibot'
import type { Condition } from '../../catalog/product/product.ts'
import { CENTS, type Cents, formatMoney, percentOf } from '../../platform/money.ts'

export const FEE_CODES = ['state-fee', 'recycle-fee'] as const
type FeeCode = (typeof FEE_CODES)[number]

/** One rule of one state. */
export interface FeeRule {
  code: FeeCode
  /** E.g. `Illinois tire fee`. */
  title: string
  /** The conditions of tires to which the rule applies. */
  conditions: readonly Condition[]
  /** Rim diameters in inches: from inclusive, below exclusive; `null` for no limit. */
  rimFrom: number | null
  rimBelow: number | null
  /** Cents per tire, or a percentage of the price of one tire. */
  kind: 'flat' | 'percent'
  value: number
  /** The highest fee of one tire; `null` for no cap. */
  cap: Cents | null
}

/** One fee of a cart in its totals. */
export const FEE_AMOUNT = v.object({
  code: v.picklist(FEE_CODES),
  /** E.g. `Illinois tire fee, 4 at $2.50`. */
  title: v.string(),
  amount: CENTS,
})
type FeeAmount = v.InferOutput<typeof FEE_AMOUNT>

/** The values of a line on which a fee depends. */
export interface FeeLine {
  condition: Condition
  rim: number
  /** Number of tires on the line. */
  tires: number
  tirePrice: Cents
}

/** Returns the fee for one tire; 0 when the rule does not apply. */
export function feePerTire(rule: FeeRule, tire: Omit<FeeLine, 'tires'>): Cents {
  const applies =
    rule.conditions.includes(tire.condition) &&
    tire.rim >= (rule.rimFrom ?? 0) &&
    tire.rim < (rule.rimBelow ?? Number.POSITIVE_INFINITY)
  if (!applies) return 0
  const amount = rule.kind === 'percent' ? percentOf(tire.tirePrice, rule.value) : rule.value
  return Math.max(0, rule.cap === null ? amount : Math.min(amount, rule.cap))
}

/** Returns the fees of all lines, at most one entry per code and no entry for a fee of zero. */
export function computeFees(rules: readonly FeeRule[], lines: readonly FeeLine[]): FeeAmount[] {
  return FEE_CODES.flatMap((code) => {
    const charged = rules
      .filter((rule) => rule.code === code)
      .flatMap((rule) =>
        lines.map((line) => ({ title: rule.title, tires: line.tires, each: feePerTire(rule, line) })),
      )
      .filter((part) => part.each > 0 && part.tires > 0)
    const first = charged[0]
    if (!first) return []
    const tires = charged.reduce((sum, part) => sum + part.tires, 0)
    const isUniform = charged.every((part) => part.each === first.each)
    const count = isUniform ? `${tires} at ${formatMoney(first.each)}` : `${tires} tires`
    const amount = charged.reduce((sum, part) => sum + part.each * part.tires, 0)
    return [{ code, title: `${first.title}, ${count}`, amount }]
  })
}
