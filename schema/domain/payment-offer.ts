/**
 * What pay later and installments say of a price, beside it. Only what is true for everybody is said: four payments
 * without interest are the price by four; what a loan costs a month depends on who asks, so no number stands there (one
 * would need its rate and its term beside it).
 */
import { type Cents, formatMoney } from './money.ts'

/** Totals that a provider takes, both ends included. */
export interface TotalRange {
  least: Cents
  most: Cents
}

/** The configured ways to pay over time; `null` where there is none. */
export interface OverTime {
  /** Afterpay's four payments. */
  inFour: TotalRange | null
  /** Affirm's monthly ones. */
  monthly: TotalRange | null
}

/** One of Afterpay's four payments, rounded to the cent; the last one takes up the difference. */
export function payLaterPart(total: Cents): Cents {
  return Math.round(total / 4)
}

/** A sentence for a price; `null` when no configured way takes such a sum. */
export function overTimeText(total: Cents, { inFour, monthly }: OverTime): string | null {
  const takes = (range: TotalRange | null) => range !== null && total >= range.least && total <= range.most
  const words = [
    ...(takes(inFour)
      ? [`4 interest-free payments of ${formatMoney(payLaterPart(total))} with Afterpay`]
      : []),
    ...(takes(monthly) ? ['monthly payments with Affirm'] : []),
  ]
  return words.length > 0 ? `Or ${words.join(', or ')}.` : null
}
