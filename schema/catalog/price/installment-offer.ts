/**
 * Installment offers beside a price. They only state what holds for everyone: four payments without interest are a fourth
 * of the price each. The monthly rate of a loan depends on the buyer, so no number is shown.
 */
import { type Cents, formatMoney } from '../../platform/money.ts'

/** A configured payment method with installments: its accepted totals, both ends included, and its message. */
export interface InstallmentLimits {
  min: Cents
  max: Cents
  /** `{part}` stands for a fourth of the total. */
  words: string
}

/** Returns one of Afterpay's four payments, rounded to the cent; the last one differs by the rest. */
export function payLaterInstallment(total: Cents): string {
  return formatMoney(Math.round(total / 4))
}

/** Formats the offer for a price; `null` when no configured method accepts the amount. */
export function formatInstallmentOffer(total: Cents, ways: readonly InstallmentLimits[]): string | null {
  const said = ways
    .filter(({ min, max }) => total >= min && total <= max)
    .map(({ words }) => words.replace('{part}', () => payLaterInstallment(total)))
  return said.length > 0 ? `Or ${said.join(', or ')}.` : null
}
