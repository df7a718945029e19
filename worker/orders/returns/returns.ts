/**
 * Actions on cases of returned tires by the buyer, by staff and by the shop itself (H13d). Each can be repeated, also
 * after a lost reply, and takes effect once. Money goes back by `refundOrder`, under a key of the case.
 */
import type { MoneyLimits } from '../../../schema/identity/staff/permissions.ts'
import {
  canReturnBecome,
  initialState,
  payableRefund,
  promisedRefund,
  RETURN_STATES,
  type ReturnCase,
  type ReturnState,
  refundsOf,
  returnablePieces,
  returnBarrier,
  returnReference,
  returnRefundPrefix,
} from '../../../schema/orders/returns/return-case.ts'
import { RETURN_MESSAGES, type ReturnRequest } from '../../../schema/orders/returns/return-form.ts'
import { RETURN_BARRIER_TEXTS } from '../../../schema/orders/returns/return-format.ts'
import { SEND_BACK_MS } from '../../../schema/platform/return-terms.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { findDelivery, readOrderDetails } from '../life/order-lifecycle.sql.ts'
import {
  type LifecycleEnv,
  type OrderActionContext,
  type OrderActionResult,
  refundOrder,
  type StaffRefundResult,
} from '../life/order-lifecycle.ts'
import { findReturnByForm, insertReturn, readReturns } from './return.sql.ts'
import {
  changeState,
  claimRefund,
  findOverdueReturns,
  releaseRefund,
  type StateChange,
  settleRefunded,
} from './return-state.sql.ts'

/** Attempts of one opening: each fails only if another case of the same order was opened meanwhile. */
const MAX_ATTEMPTS = 4
/** Cases that one run of the cron closes. */
const EXPIRED_PER_RUN = 50

export type OpenResult = { ok: true; number: number } | { ok: false; message: string }

/** Opens a case for a request that `parseReturnForm` has accepted; a repeated form gets the number of its case. */
export async function openReturn(
  env: LifecycleEnv,
  orderNumber: string,
  request: ReturnRequest,
  { by, now }: OrderActionContext,
): Promise<OpenResult> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const opened = await findReturnByForm(env.DB, orderNumber, request.once)
    if (opened !== null) return { ok: true, number: opened }
    const [details, cases] = await Promise.all([
      readOrderDetails(env.DB, orderNumber),
      readReturns(env.DB, orderNumber),
    ])
    if (!details) return { ok: false, message: RETURN_MESSAGES.form }
    const { order, life, events } = details
    const barrier = returnBarrier(
      { lines: order.lines, cases, life },
      { deliveredAt: findDelivery(events), now },
    )
    if (barrier !== null) return { ok: false, message: RETURN_BARRIER_TEXTS[barrier].text }
    const left = returnablePieces(order.lines, cases)
    const isTooMuch = request.lines.some(({ itemId, pieces }) => pieces > (left.get(itemId) ?? 0))
    if (isTooMuch) return { ok: false, message: RETURN_MESSAGES.tooMany }
    const number = cases.length + 1
    const { changed, results } = await insertReturn(env.DB, {
      ...request,
      orderNumber,
      number,
      state: initialState(request),
      amount: promisedRefund(order, life, cases, request),
      by,
      now,
    })
    if (changed) {
      await enqueueOutbox(env.OUTBOX, results)
      return { ok: true, number }
    }
  }
  return { ok: false, message: RETURN_MESSAGES.form }
}

/** Changes the state of a case, by the buyer (`canceled`), by staff, or by the clock (`expired`). */
export async function moveReturn(
  env: LifecycleEnv,
  change: Omit<StateChange, 'from'>,
): Promise<OrderActionResult> {
  const { orderNumber, number, to } = change
  const from = RETURN_STATES.filter((state) => canReturnBecome(state, to))
  const { changed, results } = await changeState(env.DB, { ...change, from })
  if (changed) {
    await enqueueOutbox(env.OUTBOX, results)
    return 'done'
  }
  return (await findState(env.DB, orderNumber, number)) === to ? 'done' : 'refused'
}

interface ReturnRefund extends OrderActionContext {
  limits?: MoneyLimits
  /** What of it the buyer gets as store credit (H14u): all of it, or the least, in cents. */
  credit?: 'all' | number
  creditLimits?: MoneyLimits
}

/**
 * Refunds a case, whether its tires are here or not: what was promised, or what is left of the payment. When nothing is left, because other refunds are
 * done, the case ends as refunded without a refund of its own.
 */
export async function refundReturn(
  env: LifecycleEnv,
  orderNumber: string,
  number: number,
  { by, now, limits, credit, creditLimits }: ReturnRefund,
): Promise<StaffRefundResult> {
  const [details, cases] = await Promise.all([
    readOrderDetails(env.DB, orderNumber),
    readReturns(env.DB, orderNumber),
  ])
  const found = cases.find((known) => known.number === number)
  if (!details || !found) return 'refused'
  if (found.state === 'refunded') return 'done'
  if (!canReturnBecome(found.state, 'refunded')) return 'refused'
  const { life } = details
  const refunds = refundsOf(found, life)
  const begun = refunds.find(({ status }) => status !== 'refused')
  const amount = begun?.amount ?? payableRefund(found, life)
  // A refund that the provider refused does not block a new one, which needs a key of its own.
  const id = `${returnRefundPrefix(number)}${refunds.filter(({ status }) => status === 'refused').length}`
  const key = `${orderNumber}:refund:${id}`
  // A pending refund may still be refused, and then its amount is left again.
  if (amount === 0 && life.refunds.every(({ status }) => status === 'done' || status === 'refused')) {
    // A request that ended before it began the refund has left its key.
    await releaseRefund(env.DB, key)
    return moveReturn(env, { orderNumber, number, to: 'refunded', text: '', by, now })
  }
  if (!(await claimRefund(env.DB, { orderNumber, number, key }))) return 'refused'
  const reason = `Return ${returnReference(orderNumber, number)}`
  const least = credit === 'all' ? amount : credit
  const asked = {
    id,
    amount,
    restock: [],
    reason,
    by,
    now,
    limits,
    creditLimits,
    ...(least && { credit: least }),
  }
  const outcome = await refundOrder(env, orderNumber, asked)
  if (outcome === 'refused' || outcome === 'over-limit' || outcome === 'no-holder')
    await releaseRefund(env.DB, key)
  await settleRefunded(env.DB, now)
  return outcome
}

/** Closes approved cases whose tires never came; the buyer gets a mail and can open another case. */
export async function expireReturns(env: LifecycleEnv, now: number): Promise<void> {
  const overdue = await findOverdueReturns(env.DB, now - SEND_BACK_MS, EXPIRED_PER_RUN)
  for (const found of overdue) {
    await moveReturn(env, { ...found, to: 'expired', text: '', by: 'shop', now })
  }
}

async function findState(db: D1Database, orderNumber: string, number: number): Promise<ReturnState | null> {
  const cases: Pick<ReturnCase, 'number' | 'state'>[] = await readReturns(db, orderNumber)
  return cases.find((known) => known.number === number)?.state ?? null
}
