/**
 * Exchanges at the counter and by pay link (H14r). The return is settled as store credit of the part that pays for the sale, then the order spends that
 * credit: a crash in between leaves the buyer with the credit, and the same form again completes the sale.
 */
import {
  creditLimits,
  fitsMoneyLimits,
  refundLimits,
  type SessionRole,
} from '../../../schema/identity/staff/permissions.ts'
import type { CounterExchange } from '../../../schema/orders/counter/counter-draft.ts'
import type { CreditPayment } from '../../../schema/orders/credit/credit.ts'
import { paymentName } from '../../../schema/orders/payment.ts'
import {
  type ExchangeProblem,
  exchangeSums,
  type RestChoice,
} from '../../../schema/orders/returns/exchange.ts'
import {
  canReturnBecome,
  creditOfCase,
  payableRefund,
  returnReference,
} from '../../../schema/orders/returns/return-case.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { findCredit, readCreditGivenBy } from '../credit/credit.sql.ts'
import { readOrderDetails } from '../life/order-lifecycle.sql.ts'
import type { LifecycleEnv, OrderActionContext } from '../life/order-lifecycle.ts'
import { readReturns } from './return.sql.ts'
import { refundReturn } from './returns.ts'

export interface Exchange {
  reference: string
  /** What the return pays at most, in cents. */
  value: number
  /** Whether its part is store credit already, because the sale was not completed after that. */
  isSettled: boolean
  /** The name that the credit is under. */
  holder: string
  /** How the returned tires were paid, which is how a rest goes back. */
  method: string
}

/** Reads the return of a sale; `null` for one that can't be exchanged. */
export async function readExchange(
  db: D1Database,
  { orderNumber, number }: CounterExchange,
): Promise<Exchange | null> {
  const [details, cases] = await Promise.all([
    readOrderDetails(db, orderNumber),
    readReturns(db, orderNumber),
  ])
  const found = cases.find((known) => known.number === number)
  if (!details || !found) return null
  const { order, life } = details
  const isSettled = found.state === 'refunded'
  const value = isSettled ? creditOfCase(found, life) : payableRefund(found, life)
  if (value === 0 || (!isSettled && !canReturnBecome(found.state, 'refunded'))) return null
  const holder = order.email || orderNumber
  const method = paymentName(order.paymentMethod)
  return { reference: returnReference(orderNumber, number), value, isSettled, holder, method }
}

interface Settlement extends OrderActionContext {
  /** Who settles it at the counter, within their limits; `null` for a sale that leaves no rest. */
  role: SessionRole | null
  /** The total of the sale, in cents. */
  total: number
  rest: RestChoice
}

/** Settles the return of a sale, once, and returns the credit that pays for the sale, or why it was not settled. */
export async function settleExchange(
  env: LifecycleEnv,
  { orderNumber, number }: CounterExchange,
  exchange: Exchange,
  { by, now, role, total, rest }: Settlement,
): Promise<{ credit: CreditPayment } | { problem: ExchangeProblem }> {
  const sums = exchangeSums(exchange.value, total)
  if (!exchange.isSettled) {
    if (!role && sums.rest > 0) return { problem: 'limit' }
    const keeps = rest === 'credit' ? sums.rest : 0
    const today = keeps > 0 ? await readCreditGivenBy(env.DB, by, shopDayStart(now)) : 0
    if (role && keeps > 0 && !fitsMoneyLimits(creditLimits(role), { amount: keeps, today }))
      return { problem: 'limit' }
    const outcome = await refundReturn(env, orderNumber, number, {
      ...{ by, now, credit: sums.part + keeps, ...(role && { limits: refundLimits(role) }) },
    })
    if (outcome === 'pending') return { problem: 'pending' }
    if (outcome === 'over-limit') return { problem: 'limit' }
    if (outcome !== 'done') return { problem: outcome === 'no-holder' ? outcome : 'failed' }
    // Others may have refunded it as money meanwhile; then the holder's other credit is not for this sale.
    const settled = await readExchange(env.DB, { orderNumber, number })
    if (!settled || settled.value < sums.part) return { problem: 'gone' }
  }
  const found = await findCredit(env.DB, exchange.holder)
  return found ? { credit: { account: found.account, amount: sums.part } } : { problem: 'failed' }
}
