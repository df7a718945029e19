/**
 * Orders of a cart after the database went back to an earlier time. The journal is ahead of it then: it knows orders that
 * D1 has forgotten, with everything that is needed to write them again.
 */
import { type OrderRefused, orderRefusal } from '../../../schema/orders/order.ts'
import type { LostOrder } from '../../../schema/orders/restored-order.ts'
import { readOrderStatus } from '../../orders/order.sql.ts'
import { enqueueOutboxIds } from '../../platform/mail/outbox.sql.ts'
import { type Attempt, allAttempts, writeAttempt } from '../placement/order-attempt.sql.ts'
import { resumeOrder, withLockAndAlarm } from '../placement/order-journal.ts'
import type { JournalContext } from '../placement/order-journal-context.ts'
import { RESERVATION_REFUSALS } from '../placement/order-journal-steps.ts'
import {
  blockLateReservation,
  confirmOrder,
  releaseOrder,
  reserveOrder,
} from '../placement/order-placement.sql.ts'

/** The use of a coupon was checked when the order was placed. */
const NO_LIMITS = { perCustomer: null, firstOrderOnly: false }

/**
 * Writes the orders of this cart that D1 lacks, repeats their confirmation or cancellation, and continues an open one. Returns the orders that
 * were promised to a shopper and cannot be written, because the stock is sold again: a person has to decide about their
 * money. Throws when D1 does not answer; it may be repeated.
 */
export async function recoverOrders(ctx: JournalContext): Promise<LostOrder[]> {
  const lost: LostOrder[] = []
  await withLockAndAlarm(ctx, async () => {
    for (const attempt of allAttempts(ctx)) {
      const reason = await recoverAttempt(ctx, attempt)
      if (reason) lost.push({ orderNumber: attempt.orderNumber, reason })
    }
  })
  await resumeOrder(ctx)
  return lost
}

async function recoverAttempt(ctx: JournalContext, attempt: Attempt): Promise<LostOrder['reason'] | null> {
  const { DB } = ctx.env
  const { phase, draft, orderNumber, intentId } = attempt
  // Its next step writes the order, or finds it.
  if (phase === 'drafted') return null
  const status = await readOrderStatus(DB, orderNumber)
  if (phase === 'released' || phase === 'refusing') {
    // A payment that arrives late is refunded by the row of its canceled order.
    if (status === null && intentId) await blockLateReservation(DB, draft)
    if (status === 'pending_payment' && phase === 'released')
      await releaseOrder(DB, { draft, reason: reasonOf(attempt), paymentId: intentId, now: ctx.now() })
    return null
  }
  const isPromised = phase === 'done' || phase === 'accepted'
  if (status === null) {
    const result = await reserveOrder(DB, draft, isPromised ? NO_LIMITS : attempt.couponLimits, [])
    if (result === 'unclear') throw new Error(`D1 did not answer about the order ${orderNumber}`)
    if (result !== 'held') {
      if (isPromised) return result
      await refuse(ctx, attempt, orderRefusal(RESERVATION_REFUSALS[result]))
      return null
    }
  }
  if (phase === 'done') await confirmAgain(ctx, attempt)
  return null
}

/** Ends an attempt that was not promised to the shopper: the journal ends or refunds its payment. */
async function refuse(ctx: JournalContext, attempt: Attempt, refusal: OrderRefused): Promise<void> {
  await blockLateReservation(ctx.env.DB, attempt.draft)
  writeAttempt(ctx, { ...attempt, phase: 'refusing', waiting: false, refusal })
}

/** Confirms an order; nothing happens when D1 has it as confirmed. Its mails are sent again. */
async function confirmAgain(ctx: JournalContext, { draft, chargeRef, intentId }: Attempt) {
  const payment = { paymentId: chargeRef ?? intentId, now: ctx.now() }
  void enqueueOutboxIds(ctx.env.OUTBOX, await confirmOrder(ctx.env.DB, draft, payment))
}

function reasonOf({ refusal }: Attempt): string {
  return refusal?.code ?? 'payment-unavailable'
}
