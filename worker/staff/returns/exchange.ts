/**
 * Exchanges at the counter (H14r). The return is settled as store credit of the part that pays for the sale, then the order spends that
 * credit: a crash in between leaves the buyer with the credit, and the same form again completes the sale.
 */
import {
  type AccessRole,
  creditLimits,
  fitsRefundLimits,
  refundLimits,
} from '../../../schema/identity/staff/permissions.ts'
import type { CounterBuyer, CounterExchange } from '../../../schema/orders/counter/counter-draft.ts'
import type { CreditPayment } from '../../../schema/orders/credit/credit.ts'
import { paymentTitle } from '../../../schema/orders/payment.ts'
import {
  canReturnBecome,
  creditOfCase,
  payableRefund,
  returnReference,
} from '../../../schema/orders/returns/return-case.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import {
  type ExchangeProblem,
  exchangeSums,
  type RestChoice,
} from '../../../schema/staff/returns/exchange.ts'
import { findCredit, readCreditGivenBy } from '../../orders/credit/credit.sql.ts'
import { readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import type { LifecycleEnv, OrderActionContext } from '../../orders/life/order-lifecycle.ts'
import { readReturns } from '../../orders/returns/return.sql.ts'
import { refundReturn } from '../../orders/returns/returns.ts'
import { readBuyer } from '../counter/find-buyer.ts'

export interface Exchange {
  reference: string
  /** What the return pays at most, in cents. */
  value: number
  /** Whether its part is store credit already, because the sale was not completed after that. */
  isSettled: boolean
  /** The name that the credit is under. */
  holder: string
  buyer: CounterBuyer | null
  /** How the returned tires were paid, which is how a rest goes back. */
  method: string
}

/** Reads the return of a sale; `null` for one that can't be exchanged. */
export async function readExchange(
  db: D1Database,
  { orderNumber, number }: CounterExchange,
): Promise<Exchange | null> {
  const [details, cases, buyer] = await Promise.all([
    readOrderDetails(db, orderNumber),
    readReturns(db, orderNumber),
    readBuyer(db, orderNumber),
  ])
  const found = cases.find((known) => known.number === number)
  if (!details || !found) return null
  const { order, life } = details
  const isSettled = found.state === 'refunded'
  const value = isSettled ? creditOfCase(found, life) : payableRefund(found, life)
  if (value === 0 || (!isSettled && !canReturnBecome(found.state, 'refunded'))) return null
  const holder = order.email || orderNumber
  const method = paymentTitle(order.paymentMethod)
  return { reference: returnReference(orderNumber, number), value, isSettled, holder, buyer, method }
}

interface Settlement extends OrderActionContext {
  role: AccessRole
  /** The total of the sale, in cents. */
  total: number
  rest: RestChoice
}

/** Settles the return of a sale, once, and returns the credit that pays for the sale, or why it was not settled. */
export async function settleExchange(
  env: LifecycleEnv,
  { orderNumber, number }: CounterExchange,
  { by, now, role, total, rest }: Settlement,
): Promise<{ credit: CreditPayment } | { problem: ExchangeProblem }> {
  const exchange = await readExchange(env.DB, { orderNumber, number })
  if (!exchange) return { problem: 'gone' }
  const sums = exchangeSums(exchange.value, total)
  if (!exchange.isSettled) {
    const keeps = rest === 'credit' ? sums.rest : 0
    const today = keeps > 0 ? await readCreditGivenBy(env.DB, by, shopDayStart(now)) : 0
    if (keeps > 0 && !fitsRefundLimits(creditLimits(role), { amount: keeps, today }))
      return { problem: 'limit' }
    const outcome = await refundReturn(env, orderNumber, number, {
      ...{ by, now, limits: refundLimits(role), credit: sums.part + keeps },
    })
    if (outcome === 'pending') return { problem: 'pending' }
    if (outcome === 'over-limit') return { problem: 'limit' }
    if (outcome !== 'done') return { problem: outcome === 'no-holder' ? outcome : 'failed' }
  }
  const found = await findCredit(env.DB, exchange.holder)
  return found ? { credit: { account: found.account, amount: sums.part } } : { problem: 'failed' }
}
