/**
 * What is done to an order after it stands, by its buyer, by staff, and by the shop itself. Each act may be asked for
 * again, after a lost reply too, and then finds that it is done. Money goes back before the status says so: it is
 * written down, asked of the provider under a key of its own, and what stays unclear is asked for again by the cron.
 */

import {
  type CancelReason,
  canCancel,
  canDeliver,
  canRefund,
  canShip,
  capturedAmount,
  isCancellationPending,
  refundableAmount,
  statusAfterDelivery,
  statusAfterShipping,
} from '../../../schema/orders/life/order-lifecycle.ts'
import { canBecome } from '../../../schema/orders/order.ts'
import { CASH_METHOD } from '../../../schema/orders/payment.ts'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { getGateway } from '../payments/gateways.ts'
import type { Recorded } from './order-event.sql.ts'
import {
  cancelUnpaid,
  readWholeOrder,
  recordDelivery,
  recordShipment,
  type WholeOrder,
} from './order-lifecycle.sql.ts'
import {
  beginRefund,
  type FailedRefund,
  failRefund,
  findDueRefunds,
  findRefund,
  type ProviderTotal,
  postponeRefund,
  recordFailedRefund,
  recordProviderRefund,
  settleRefund,
  type WaitingRefund,
} from './order-refund.sql.ts'

/** What the acts need of the platform; the gateways read their keys from it. */
type LifeEnv = Pick<Env, 'DB' | 'OUTBOX'>

/** Who does it (see `EventDetail.by`), and when. */
export interface OrderActionContext {
  by: string
  now: number
}

/**
 * done     it is so, by this call or an earlier one
 * pending  the money is not certain yet; it is asked for until it is
 * refused  the order does not allow it (any more), or the provider will not
 */
export type OrderActionResult = 'done' | 'pending' | 'refused'

/** Tries of one act within one call: somebody else changed the order, or D1 lost a reply. */
const TRIES = 3
/** The caller's own try has this long before the cron takes over. */
const OWN_TRY_MS = 60_000
/** Longest pause between two tries. */
const MAX_PAUSE_MS = HOUR_MS
/** Stripe forgets a key after a day: until then, and not longer, asking again cannot pay twice. */
const MAX_REFUND_AGE_MS = 20 * HOUR_MS
/** Refunds that one run of the cron asks for. */
const REFUNDS = 20

/** A parcel has left. The buyer gets its number by mail. */
export function shipOrder(
  env: LifeEnv,
  orderNumber: string,
  parcel: { carrier: string; trackingNumber: string },
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  return act(env, orderNumber, async ({ life }) => {
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

export function deliverOrder(
  env: LifeEnv,
  orderNumber: string,
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  return act(env, orderNumber, async ({ life }) => {
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

/** Cancels the order: stock and coupon go back, and so does the money that was taken. */
export async function cancelOrder(
  env: LifeEnv,
  orderNumber: string,
  { reason, by, now }: OrderActionContext & { reason: CancelReason },
): Promise<OrderActionResult> {
  let key = ''
  const begun = await act(env, orderNumber, async ({ life, hasStood }) => {
    const tries = life.refunds.filter(({ cancels }) => cancels)
    // A cancellation that the provider refused does not stand in the way of a new one.
    key = `${orderNumber}:cancel:${tries.filter(({ status }) => status === 'refused').length}`
    if (life.wasCanceled) return hasStood ? 'done' : 'refused'
    if (isCancellationPending(life)) return 'pending'
    if (!canCancel(life)) return 'refused'
    const [captured, amount] = [capturedAmount(life), refundableAmount(life)]
    if (captured === 0) {
      const to = canBecome(life.status, 'canceled') ? 'canceled' : 'refunded'
      return cancelUnpaid(env.DB, { orderNumber, from: life.status, to, by, reason, now })
    }
    if (amount === 0) return 'refused'
    const nextAt = now + OWN_TRY_MS
    const begun = await beginRefund(env.DB, {
      orderNumber,
      from: life.status,
      captured,
      key,
      amount,
      cancels: true,
      restock: [],
      reason,
      by,
      now,
      nextAt,
    })
    return begun.changed ? 'pending' : begun
  })
  return begun === 'pending' ? refundNow(env, key, { by, now }) : begun
}

/** The address turned out to be none that can be delivered to; the mail asks the buyer to contact support. */
export function cancelForAddress(
  env: LifeEnv,
  orderNumber: string,
  doing: OrderActionContext,
): Promise<OrderActionResult> {
  return cancelOrder(env, orderNumber, { ...doing, reason: 'address' })
}

/**
 * Gives `amount` back, in cents; several add up to no more than was taken. `id` names this refund: sent again with it,
 * money goes back once. `restock` are the lines that are restocked.
 */
export async function refundOrder(
  env: LifeEnv,
  orderNumber: string,
  refund: OrderActionContext & { id: string; amount: number; restock: readonly number[]; reason: string },
): Promise<OrderActionResult> {
  const { id, amount, restock, reason, by, now } = refund
  const key = `${orderNumber}:refund:${id}`
  const begun = await act(env, orderNumber, async ({ life }) => {
    if (life.refunds.some((known) => known.key === key)) return 'pending'
    if (!canRefund(life, amount)) return 'refused'
    const begun = await beginRefund(env.DB, {
      orderNumber,
      from: life.status,
      captured: capturedAmount(life),
      key,
      amount,
      cancels: false,
      restock,
      reason,
      by,
      now,
      nextAt: now + OWN_TRY_MS,
    })
    return begun.changed ? 'pending' : begun
  })
  return begun === 'pending' ? refundNow(env, key, { by, now }) : begun
}

/** Asks for refunds that stayed unclear, until each is certain. */
export async function retryPendingRefunds(env: LifeEnv, now: number): Promise<void> {
  const due = await findDueRefunds(env.DB, now, REFUNDS)
  const asked = await Promise.allSettled(
    due.map((refund) => requestRefund(env, refund, { by: refund.by, now })),
  )
  for (const one of asked) if (one.status === 'rejected') console.error('a refund', describeError(one.reason))
}

/** What staff found at the provider about a refund that it never answered for. */
export async function resolveRefundManually(
  env: LifeEnv,
  orderNumber: string,
  { id, wentBack, by, now }: OrderActionContext & { id: number; wentBack: boolean },
): Promise<OrderActionResult> {
  const { life } = (await readWholeOrder(env.DB, orderNumber)) ?? {}
  const known = life?.refunds.find((refund) => refund.id === id && refund.status === 'stuck')
  const refund = known && (await findRefund(env.DB, known.key))
  if (!refund) return 'refused'
  const settle = wentBack ? settleRefund : failRefund
  await enqueueMails(env, await settle(env.DB, refund, { by, now }))
  return 'done'
}

/** Handles the provider's total of refunds: refunds that it made by itself are recorded, and the buyer gets a mail. */
export async function reconcileProviderRefund(env: LifeEnv, said: ProviderTotal): Promise<void> {
  await enqueueMails(env, await recordProviderRefund(env.DB, said))
}

/** The provider says that a refund fell back. */
export async function refundFailed(env: LifeEnv, failed: FailedRefund): Promise<void> {
  const { orderNumber, now } = failed
  await recordFailedRefund(env.DB, failed)
  // A total that came before this news lacked it already: what was made at the provider's desk shows only now.
  await reconcileProviderRefund(env, { orderNumber, total: 0, now })
}

async function refundNow(env: LifeEnv, key: string, doing: OrderActionContext): Promise<OrderActionResult> {
  const refund = await findRefund(env.DB, key)
  if (!refund) return 'refused'
  try {
    return await requestRefund(env, refund, doing)
  } catch (error) {
    // The money may be on its way and the row does not say so yet: the cron asks again under the same key.
    console.error('a refund', key, describeError(error))
    return 'pending'
  }
}

/** One try at a refund that was written down. */
async function requestRefund(
  env: LifeEnv,
  refund: WaitingRefund,
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  if (refund.status === 'done') return 'done'
  if (refund.status === 'refused') return 'refused'
  if (refund.status === 'stuck') return 'pending'
  const answer = await refundAtProvider(env, refund)
  if (answer === 'refunded') {
    await enqueueMails(env, await settleRefund(env.DB, refund, { by, now }))
    return 'done'
  }
  if (answer === 'refused') {
    await enqueueMails(env, await failRefund(env.DB, refund, { by, now }))
    // What the provider had given back by itself, and we took for ours until now.
    await reconcileProviderRefund(env, { orderNumber: refund.orderNumber, total: 0, now })
    return 'refused'
  }
  const pause = Math.min(MAX_PAUSE_MS, OWN_TRY_MS * 2 ** Math.min(refund.tries, 10))
  const isOver = now - refund.createdAt > MAX_REFUND_AGE_MS
  await postponeRefund(env.DB, refund, { nextAt: isOver ? null : now + pause, now })
  return 'pending'
}

/** Cash goes back by hand. */
async function refundAtProvider(
  env: LifeEnv,
  refund: WaitingRefund,
): Promise<'refunded' | 'refused' | 'unclear'> {
  const { orderNumber, paymentMethod, providerRef, isWhole, amount, key } = refund
  if (paymentMethod === CASH_METHOD) return 'refunded'
  const gateway = getGateway(env, paymentMethod)
  if (!gateway || providerRef === null) return 'unclear'
  return gateway.refund({ orderNumber, chargeRef: providerRef, amount: isWhole ? null : amount, key })
}

/** Reads the order, decides, writes; again when somebody else was faster or the reply was lost. */
async function act(
  env: LifeEnv,
  orderNumber: string,
  decide: (whole: WholeOrder) => Promise<OrderActionResult | Recorded>,
): Promise<OrderActionResult> {
  let lost: unknown = null
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const whole = await readWholeOrder(env.DB, orderNumber)
      if (!whole) return 'refused'
      const decided = await decide(whole)
      if (typeof decided === 'string') return decided
      await enqueueMails(env, decided)
      if (decided.changed) return 'done'
    } catch (error) {
      lost = error
    }
  }
  if (lost !== null) throw lost
  return 'refused'
}

async function enqueueMails(env: LifeEnv, { results }: Recorded): Promise<void> {
  await enqueueOutbox(env.OUTBOX, results)
}
