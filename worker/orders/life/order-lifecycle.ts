/**
 * Actions on a placed order by its buyer, by staff and by the shop itself. Each action can be repeated, also
 * after a lost reply, and takes effect once. A refund is recorded first, then requested from the provider
 * under its own key; the status changes after the provider has confirmed the refund. The cron retries refunds
 * without a clear answer.
 */

import { fitsMoneyLimits, type MoneyLimits } from '../../../schema/identity/staff/permissions.ts'
import { refundParts } from '../../../schema/orders/credit/credit.ts'
import {
  type CancelReason,
  canCancel,
  canDeliver,
  canRefund,
  canShip,
  capturedAmount,
  isCancellationPending,
  type OrderLifecycle,
  refundableAmount,
  statusAfterDelivery,
  statusAfterShipping,
} from '../../../schema/orders/life/order-lifecycle.ts'
import { canBecome } from '../../../schema/orders/order.ts'
import { isRefundedByHand } from '../../../schema/orders/payment.ts'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { readCreditGivenBy } from '../credit/credit.sql.ts'
import { freeAppointmentsWithoutTires } from '../mounting/book-mounting.ts'
import { getGateway } from '../payments/gateways.ts'
import type { BatchResult } from './order-event.sql.ts'
import {
  cancelUnpaid,
  type OrderDetails,
  readOrderDetails,
  recordDelivery,
  recordShipment,
} from './order-lifecycle.sql.ts'
import {
  beginRefund,
  failRefund,
  findDueRefunds,
  findRefund,
  type NewRefund,
  postponeRefund,
  type StoredRefund,
  settleRefund,
} from './order-refund.sql.ts'
import {
  type FailedRefund,
  type ProviderTotal,
  recordFailedRefund,
  recordProviderRefund,
} from './provider-refund.sql.ts'
import { readRefundedBy } from './refund-budget.sql.ts'

/** The bindings that the actions use; the gateways read their keys from the same object. */
export type LifecycleEnv = Pick<Env, 'DB' | 'OUTBOX' | 'MOUNTING'>

/** The actor of an action (see `EventDetail.by`) and its time. */
export interface OrderActionContext {
  by: string
  now: number
}

/**
 * done     this call or an earlier one has completed the action
 * pending  the provider has not confirmed the refund; the cron repeats the request
 * refused  the order does not allow the action (any more), or the provider refuses it
 */
export type OrderActionResult = 'done' | 'pending' | 'refused'

/**
 * The result of a refund; `over-limit` is more than its actor may refund or give as store credit, `no-holder` is credit for a buyer
 * whose data was erased.
 */
export type StaffRefundResult = OrderActionResult | 'over-limit' | 'no-holder'

/** Attempts of one action in one call: another request can change the order, and D1 can lose a reply. */
const MAX_ATTEMPTS = 3
/** How long the first request for a refund may take before the cron repeats it. */
export const FIRST_RETRY_MS = 60_000
/** The longest pause between two attempts. */
const MAX_PAUSE_MS = HOUR_MS
/** Stripe deletes an idempotency key after a day; before that, a repeated request cannot refund twice. */
const MAX_REFUND_AGE_MS = 20 * HOUR_MS
/** Refunds that one run of the cron requests. */
const REFUNDS_PER_RUN = 20

/** Records that a parcel was shipped. The buyer gets its tracking number by mail. */
export function shipOrder(
  env: LifecycleEnv,
  orderNumber: string,
  parcel: { carrier: string; trackingNumber: string },
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  return applyAction(env, orderNumber, async ({ life }) => {
    const same = ({ carrier, trackingNumber }: typeof parcel) =>
      carrier === parcel.carrier && trackingNumber === parcel.trackingNumber
    if (life.shipments.some(same)) return 'done'
    if (!canShip(life)) return 'refused'
    return recordShipment(env.DB, {
      orderNumber,
      ...parcel,
      by,
      now,
      from: life.status,
      to: statusAfterShipping(life),
    })
  })
}

/** Records that the parcels were delivered. */
export function deliverOrder(
  env: LifecycleEnv,
  orderNumber: string,
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  return applyAction(env, orderNumber, async ({ life }) => {
    if (life.wasDelivered) return 'done'
    if (!canDeliver(life)) return 'refused'
    return recordDelivery(env.DB, {
      orderNumber,
      by,
      now,
      from: life.status,
      to: statusAfterDelivery(life),
    })
  })
}

const toBudget = (limits: MoneyLimits | undefined, now: number) =>
  typeof limits?.day === 'number' ? { since: shopDayStart(now), max: limits.day } : undefined

/**
 * Cancels the order: restocks its lines, releases its coupon and refunds the captured amount, within the `limits` of its actor.
 */
export async function cancelOrder(
  env: LifecycleEnv,
  orderNumber: string,
  { reason, by, now, limits }: OrderActionContext & { reason: CancelReason; limits?: MoneyLimits },
): Promise<StaffRefundResult> {
  let key = ''
  let isOver = false
  const begun = await applyAction(env, orderNumber, async ({ life, wasPlaced }) => {
    const refusals = life.refunds.filter(({ cancels, status }) => cancels && status === 'refused')
    // A cancellation that the provider refused does not block a new one.
    key = `${orderNumber}:cancel:${refusals.length}`
    if (life.wasCanceled) return wasPlaced ? 'done' : 'refused'
    if (isCancellationPending(life)) return 'pending'
    if (!canCancel(life)) return 'refused'
    if (capturedAmount(life) === 0) {
      const to = canBecome(life.status, 'canceled') ? 'canceled' : 'refunded'
      return cancelUnpaid(env.DB, { orderNumber, from: life.status, to, by, reason, now })
    }
    const amount = refundableAmount(life)
    if (amount === 0) return 'refused'
    const today = limits ? await readRefundedBy(env.DB, by, shopDayStart(now)) : 0
    isOver = limits !== undefined && !fitsMoneyLimits(limits, { amount, today })
    if (isOver) return 'refused'
    const { credit } = refundPartsOf(amount, life)
    if (credit > 0 && life.isWithoutHolder) return 'refused'
    const refund = { orderNumber, key, amount, credit, creditFor: 'payment', reason, by, now } as const
    return startRefund(env, life, { ...refund, cancels: true, restock: [], budget: toBudget(limits, now) })
  })
  if (isOver) return 'over-limit'
  if (begun === 'done') await freeMounting(env, orderNumber, now)
  return begun === 'pending' ? requestRecordedRefund(env, key, { by, now }) : begun
}

/**
 * Refunds `amount`, in cents; all refunds together never exceed the captured amount. `id` identifies the
 * refund: a repeated request with the same `id` refunds once. `restock` lists the item ids of the lines to
 * restock. `limits` are those of the actor, without which nothing limits a refund.
 */
export async function refundOrder(
  env: LifecycleEnv,
  orderNumber: string,
  refund: OrderActionContext & {
    id: string
    amount: number
    restock: readonly number[]
    reason: string
    limits?: MoneyLimits | undefined
    /** The least of it that goes to the buyer's store credit; without it, the parts of the payment go back. */
    credit?: number
    /** Limits of the actor for that credit. */
    creditLimits?: MoneyLimits | undefined
  },
): Promise<StaffRefundResult> {
  const { id, amount, restock, reason, by, now, limits, credit: least = 0, creditLimits } = refund
  const key = `${orderNumber}:refund:${id}`
  const since = shopDayStart(now)
  let barrier: 'over-limit' | 'no-holder' | null = null
  const begun = await applyAction(env, orderNumber, async ({ life }) => {
    if (life.refunds.some((known) => known.key === key)) return 'pending'
    if (!canRefund(life, amount)) return 'refused'
    const { money, credit } = refundPartsOf(amount, life, least)
    const fits = async (of: MoneyLimits | undefined, sum: number, read: typeof readRefundedBy) =>
      !of || sum === 0 || fitsMoneyLimits(of, { amount: sum, today: await read(env.DB, by, since) })
    // Credit that paid goes back within the limits of a refund, credit instead of money within those of credit.
    const refunded = least > 0 ? money : amount
    const isWithin =
      (await fits(limits, refunded, readRefundedBy)) && (await fits(creditLimits, credit, readCreditGivenBy))
    barrier = !isWithin ? 'over-limit' : credit > 0 && life.isWithoutHolder ? 'no-holder' : null
    if (barrier) return 'refused'
    return startRefund(env, life, {
      ...{ orderNumber, key, amount, credit, creditFor: least > 0 ? 'return' : 'payment', reason, by, now },
      ...{
        cancels: false,
        restock,
        budget: toBudget(limits, now),
        creditBudget: toBudget(creditLimits, now),
      },
    })
  })
  if (barrier) return barrier
  return begun === 'pending' ? requestRecordedRefund(env, key, { by, now }) : begun
}

/** Divides a refund of an order between money and store credit; see `refundParts`. */
export function refundPartsOf(
  amount: number,
  life: OrderLifecycle,
  least = 0,
): { money: number; credit: number } {
  const { creditSpent = 0 } = life
  const refunds = life.refunds.map((refund) => ({ ...refund, credit: refund.credit ?? 0 }))
  return refundParts(amount, { captured: capturedAmount(life), creditSpent, refunds }, least)
}

/**
 * Records a refund; returns `pending` when it is recorded, else the result that lets `applyAction` read the
 * order again.
 */
async function startRefund(
  env: LifecycleEnv,
  life: OrderLifecycle,
  refund: Omit<NewRefund, 'from' | 'captured' | 'nextAt'>,
): Promise<'pending' | BatchResult> {
  const nextAt = refund.now + FIRST_RETRY_MS
  const begun = await beginRefund(env.DB, {
    ...refund,
    from: life.status,
    captured: capturedAmount(life),
    nextAt,
  })
  return begun.changed ? 'pending' : begun
}

/** Requests due refunds once more, until the provider gives a clear answer. */
export async function retryPendingRefunds(env: LifecycleEnv, now: number): Promise<void> {
  const due = await findDueRefunds(env.DB, now, REFUNDS_PER_RUN)
  const results = await Promise.allSettled(
    due.map((refund) => requestRefund(env, refund, { by: refund.by, now })),
  )
  for (const result of results) {
    if (result.status === 'rejected')
      console.error('requesting a refund failed', describeError(result.reason))
  }
}

/** Closes a stuck refund with what a staff member found at the provider: `wentBack`, or not refunded. */
export async function resolveRefundManually(
  env: LifecycleEnv,
  orderNumber: string,
  { id, wentBack, by, now }: OrderActionContext & { id: number; wentBack: boolean },
): Promise<OrderActionResult> {
  const { life } = (await readOrderDetails(env.DB, orderNumber)) ?? {}
  const known = life?.refunds.find((refund) => refund.id === id && refund.status === 'stuck')
  const refund = known && (await findRefund(env.DB, known.key))
  if (!refund) return 'refused'
  const settle = wentBack ? settleRefund : failRefund
  await enqueueMails(env, await settle(env.DB, refund, { by, now }))
  await freeMounting(env, orderNumber, now)
  return 'done'
}

/**
 * Records refunds that were made at the provider's dashboard, by the provider's total; the buyer gets a mail.
 */
export async function reconcileProviderRefund(env: LifecycleEnv, reported: ProviderTotal): Promise<void> {
  await enqueueMails(env, await recordProviderRefund(env.DB, reported))
  await freeMounting(env, reported.orderNumber, reported.now)
}

/** Records a refund that failed after the provider had confirmed it. */
export async function handleFailedRefund(env: LifecycleEnv, failed: FailedRefund): Promise<void> {
  const { orderNumber, now } = failed
  await recordFailedRefund(env.DB, failed)
  // The latest total may be without the failed refund already, so refunds of the provider's dashboard show
  // only now.
  await reconcileProviderRefund(env, { orderNumber, total: 0, now })
}

/** Requests the refund with this key, which is recorded; the cron repeats a request without a clear answer. */
export async function requestRecordedRefund(
  env: LifecycleEnv,
  key: string,
  context: OrderActionContext,
): Promise<OrderActionResult> {
  const refund = await findRefund(env.DB, key)
  if (!refund) return 'refused'
  try {
    return await requestRefund(env, refund, context)
  } catch (error) {
    // The provider may have refunded although the row is still pending: the cron repeats the request under
    // the same key.
    console.error('requesting a refund failed', key, describeError(error))
    return 'pending'
  }
}

/** Requests a recorded refund from the provider once. */
async function requestRefund(
  env: LifecycleEnv,
  refund: StoredRefund,
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  if (refund.status === 'done') return 'done'
  if (refund.status === 'refused') return 'refused'
  if (refund.status === 'stuck') return 'pending'
  const answer = await refundAtProvider(env, refund)
  if (answer === 'refunded') {
    await enqueueMails(env, await settleRefund(env.DB, refund, { by, now }))
    await freeMounting(env, refund.orderNumber, now)
    return 'done'
  }
  if (answer === 'refused') {
    await enqueueMails(env, await failRefund(env.DB, refund, { by, now }))
    // A refund of the provider's dashboard was counted as this one until now.
    await reconcileProviderRefund(env, { orderNumber: refund.orderNumber, total: 0, now })
    return 'refused'
  }
  const pause = Math.min(MAX_PAUSE_MS, FIRST_RETRY_MS * 2 ** Math.min(refund.attempts, 10))
  const isOver = now - refund.createdAt > MAX_REFUND_AGE_MS
  await postponeRefund(env.DB, refund, { nextAt: isOver ? null : now + pause, now })
  return 'pending'
}

/** Requests a refund from the gateway; staff return by hand what they took by hand. */
async function refundAtProvider(
  env: LifecycleEnv,
  refund: StoredRefund,
): Promise<'refunded' | 'refused' | 'unclear'> {
  const { orderNumber, paymentMethod, providerRef, isFull, amount, credit, key } = refund
  const money = amount - credit
  if (money === 0 || isRefundedByHand(paymentMethod)) return 'refunded'
  const gateway = getGateway(env, paymentMethod)
  if (!gateway || providerRef === null) return 'unclear'
  return gateway.refund({
    orderNumber,
    chargeRef: providerRef,
    amount: isFull && credit === 0 ? null : money,
    key,
  })
}

/**
 * Reads the order, decides and writes; repeats when another request changed the order or a reply was lost.
 */
async function applyAction(
  env: LifecycleEnv,
  orderNumber: string,
  decide: (details: OrderDetails) => Promise<OrderActionResult | BatchResult>,
): Promise<OrderActionResult> {
  let lastError: unknown = null
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      const details = await readOrderDetails(env.DB, orderNumber)
      if (!details) return 'refused'
      const result = await decide(details)
      if (typeof result === 'string') return result
      await enqueueMails(env, result)
      if (result.changed) return 'done'
    } catch (error) {
      lastError = error
    }
  }
  if (lastError !== null) throw lastError
  return 'refused'
}

/** Frees the appointment of an order that has ended; the cron frees it if this call fails. */
async function freeMounting(env: LifecycleEnv, orderNumber: string, now: number): Promise<void> {
  try {
    await freeAppointmentsWithoutTires(env, now, orderNumber)
  } catch (error) {
    console.error('freeing an appointment failed', orderNumber, describeError(error))
  }
}

async function enqueueMails(env: LifecycleEnv, { results }: BatchResult): Promise<void> {
  await enqueueOutbox(env.OUTBOX, results)
}
