/** What a simulation of checkouts has done. */
import {
  CARD_METHOD,
  CASH_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  WALLET_METHOD,
} from '../../../../schema/orders/payment.ts'

const METHODS = [CARD_METHOD, WALLET_METHOD, PAY_LATER_METHOD, INSTALLMENT_METHOD, CASH_METHOD]

export interface Tally {
  checkouts: number
  confirmed: number
  failed: number
  mails: number
  faults: number
  /** Orders by payment method. */
  methods: Record<string, number>
}

export function newTally(): Tally {
  const methods = Object.fromEntries(METHODS.map((method) => [method, 0]))
  return { checkouts: 0, confirmed: 0, failed: 0, mails: 0, faults: 0, methods }
}

/** Adds the second tally to the first. */
export function addTally(sum: Tally, { methods, ...counts }: Tally): void {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count
  for (const [method, count] of Object.entries(methods))
    sum.methods[method] = (sum.methods[method] ?? 0) + count
}
