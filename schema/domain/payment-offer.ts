/**
 * What pay later and installments say of a price, beside it. Only what is true for everybody is said: four payments
 * without interest are the price by four; what a loan costs a month depends on who asks, so no number stands there (one
 * would need its rate and its term beside it).
 */
import { type Cents, formatMoney } from './money.ts'
import {
  CASH_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  paymentMethodsFor,
  WALLET_METHOD,
} from './payment.ts'

/** The configured ways to pay over time, of all that are configured. */
export function overTimeMethods(offered: ReadonlySet<string>): string[] {
  return [PAY_LATER_METHOD, INSTALLMENT_METHOD].filter((code) => offered.has(code))
}

/** One of Afterpay's four payments, rounded to the cent; the last one takes up the difference. */
export function payLaterPart(total: Cents): Cents {
  return Math.round(total / 4)
}

/** A sentence for a price; `null` when no configured way takes such a sum. */
export function overTimeText(total: Cents, methods: readonly string[]): string | null {
  if (total <= 0) return null
  const taken = paymentMethodsFor({ allVirtual: true, offered: new Set(methods), total })
  const takes = (wanted: string) => taken.some(({ code }) => code === wanted)
  const words = [
    ...(takes(PAY_LATER_METHOD)
      ? [`4 interest-free payments of ${formatMoney(payLaterPart(total))} with Afterpay`]
      : []),
    ...(takes(INSTALLMENT_METHOD) ? ['monthly payments with Affirm'] : []),
  ]
  return words.length > 0 ? `Or ${words.join(', or ')}.` : null
}

/** What choosing a way to pay leads to, under its name in the checkout; `undefined` where the name says it. */
export function methodDetail(code: string, total: Cents): string | undefined {
  const part = formatMoney(payLaterPart(total))
  const details: Readonly<Record<string, string>> = {
    [CASH_METHOD]: 'You pay the driver when the tires arrive.',
    [WALLET_METHOD]: 'You approve it on PayPal’s page and come back.',
    [PAY_LATER_METHOD]: `4 interest-free payments of ${part}. You approve them on Afterpay’s page and come back.`,
    [INSTALLMENT_METHOD]: 'You choose the terms on Affirm’s page and come back.',
  }
  return details[code]
}
