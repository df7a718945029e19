/**
 * Installment offers beside a price. An offer only states what is true for every shopper: each of four interest-free
 * payments is a fourth of the price. The monthly rate of a loan depends on the shopper, so no amount is shown.
 */
import { type Cents, formatMoney } from '../../platform/money.ts'

/** A configured payment method with installments: the accepted totals (both ends inclusive) and the text of the offer. */
export interface InstallmentLimits {
  min: Cents
  max: Cents
  /** Text of the offer; `{part}` is replaced by a fourth of the total. */
  words: string
}

/** Returns one of Afterpay's four payments, rounded to the cent; the last payment differs by the remainder. */
export function payLaterInstallment(total: Cents): string {
  return formatMoney(Math.round(total / 4))
}

/** Formats the offer for a price; `null` when no configured method accepts the amount. */
export function formatInstallmentOffer(total: Cents, methods: readonly InstallmentLimits[]): string | null {
  const offers = methods
    .filter(({ min, max }) => total >= min && total <= max)
    .map(({ words }) => words.replace('{part}', () => payLaterInstallment(total)))
  return offers.length > 0 ? `Or ${offers.join(', or ')}.` : null
}
