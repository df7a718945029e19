/** Descriptions of the payment methods beside a price and in the checkout. */

import { type InstallmentLimits, payLaterInstallment } from '../catalog/price/installment-offer.ts'
import type { Cents } from '../platform/money.ts'
import {
  CASH_METHOD,
  getAmountLimits,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  WALLET_METHOD,
} from './payment.ts'

const INSTALLMENT_LABELS: readonly (readonly [code: string, words: string])[] = [
  [PAY_LATER_METHOD, '4 interest-free payments of {part} with Afterpay'],
  [INSTALLMENT_METHOD, 'monthly payments with Affirm'],
]

/** Returns the limits and labels of the installment methods among the configured codes. */
export function installmentLimitsFor(offered: ReadonlySet<string>): InstallmentLimits[] {
  return INSTALLMENT_LABELS.flatMap(([code, words]) => {
    const totals = offered.has(code) ? getAmountLimits(code) : null
    return totals ? [{ ...totals, words }] : []
  })
}

/** Returns the description under a payment method's name in the checkout; `null` without one. */
export function paymentMethodDetail(code: string, total: Cents): string | null {
  const details: Readonly<Record<string, string>> = {
    [CASH_METHOD]: 'You’ll pay the driver when the tires arrive.',
    [WALLET_METHOD]: 'You’ll finish on PayPal, then come back here.',
    [PAY_LATER_METHOD]: `4 interest-free payments of ${payLaterInstallment(total)}. You’ll finish on Afterpay, then come back here.`,
    [INSTALLMENT_METHOD]: 'Monthly payments. You’ll choose terms on Affirm, then come back here.',
  }
  return details[code] ?? null
}
