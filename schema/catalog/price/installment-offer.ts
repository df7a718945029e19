/**
 * What pay later and installments say of a price, beside it. Only what is true for everybody is said: four payments
 * without interest are the price by four; what a loan costs a month depends on who asks, so no number stands there (one
 * would need its rate and its term beside it).
 */
import { type Cents, formatMoney } from '../../platform/money.ts'

/** A configured way to pay over time: the totals that it takes, both ends included, and what it says of one. */
export interface InstallmentLimits {
  least: Cents
  most: Cents
  /** `{part}` stands for a fourth of the total. */
  words: string
}

/** One of Afterpay's four payments, rounded to the cent; the last one takes up the difference. */
export function payLaterInstallment(total: Cents): string {
  return formatMoney(Math.round(total / 4))
}

/** A sentence for a price; `null` when no configured way takes such a sum. */
export function formatInstallmentOffer(total: Cents, ways: readonly InstallmentLimits[]): string | null {
  const said = ways
    .filter(({ least, most }) => total >= least && total <= most)
    .map(({ words }) => words.replace('{part}', () => payLaterInstallment(total)))
  return said.length > 0 ? `Or ${said.join(', or ')}.` : null
}
