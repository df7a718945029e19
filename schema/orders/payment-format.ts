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
    [CASH_METHOD]: 'You pay the driver when the tires arrive.',
    [WALLET_METHOD]: 'You approve it on PayPal’s page and come back.',
    [PAY_LATER_METHOD]: `4 interest-free payments of ${payLaterInstallment(total)}. You approve them on Afterpay’s page and come back.`,
    [INSTALLMENT_METHOD]: 'You choose the terms on Affirm’s page and come back.',
  }
  return details[code] ?? null
}
