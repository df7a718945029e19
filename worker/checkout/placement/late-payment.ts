/**
 * Payments that arrive after their order was canceled. The provider's event may be lost, so the payment is read at the
 * provider again and again, less often each time, until the provider's own rules allow no payment any more.
 */
import { toChargedOrder } from '../../../schema/orders/credit/charged-order.ts'
import { readOrderStatus } from '../../orders/order.sql.ts'
import type { Gateway, Payment } from '../../orders/payments/gateway.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { enqueueOutboxIds } from '../../platform/mail/outbox.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { recordLateRefund } from './late-refund.sql.ts'
import { type Attempt, nextLateCheck, writeAttempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'
import { toPaymentHandle } from './payment-evaluation.ts'

/** Returns the first check for a canceled attempt, or `null` when no money was requested or none can arrive. */
export function scheduleLateCheck(ctx: JournalContext, { confirmed, draft }: Attempt): Attempt['late'] {
  const lateMs = getGateway(ctx.env, draft.paymentMethod)?.lateMs ?? 0
  return confirmed && lateMs > 0 ? nextLateCheck(ctx.now(), 0, ctx.now() + lateMs) : null
}

/** Stores the time of the next check, checks once, and refunds a payment that arrived. */
export async function checkLatePayment(ctx: JournalContext, attempt: Attempt): Promise<void> {
  const { late } = attempt
  const now = ctx.now()
  // Stored before the check: while the provider or D1 does not answer, the next check must come later, not at once.
  if (late) writeAttempt(ctx, { ...attempt, late: nextLateCheck(now, late.looks + 1, late.until) })
  const result = await refundIfPaid(ctx, attempt)
  if (late && (result === 'over' || (result === 'none' && now >= late.until))) {
    writeAttempt(ctx, { ...attempt, late: null })
  }
}

/**
 * Reads the payment at the provider and refunds it when it was paid. `over`: no payment exists any more and none can
 * arrive. `none`: no payment exists yet. `unknown`: the provider or the refund gave no certain result.
 */
async function refundIfPaid(ctx: JournalContext, attempt: Attempt): Promise<'over' | 'none' | 'unknown'> {
  const { intentId, draft, orderNumber } = attempt
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway || !intentId) return 'none'
  const ref = toPaymentHandle(attempt, intentId)
  const charged = toChargedOrder(draft)
  const result = await gateway.read(charged, ref)
  if (result.kind === 'unclear') return 'unknown'
  if (result.kind !== 'payment') return 'none'
  const { payment } = result
  if (payment.state === 'ended') return 'over'
  if (payment.state === 'open') await gateway.end(charged, ref)
  if (payment.state !== 'paid') return payment.state === 'pending' ? 'unknown' : 'none'
  if ((await readOrderStatus(ctx.env.DB, orderNumber)) !== 'canceled') return 'unknown'
  return (await refundLatePayment(ctx, gateway, attempt, payment)) ? 'over' : 'unknown'
}

/** Refunds the payment of a canceled order and mails its buyer once. Returns false while the refund is not certain. */
export async function refundLatePayment(
  ctx: JournalContext,
  gateway: Gateway,
  { orderNumber }: Attempt,
  { chargeRef, received: amount }: Payment,
): Promise<boolean> {
  if (chargeRef === null) return false
  const refund = { orderNumber, chargeRef, amount: null, key: `${orderNumber}:refund` }
  if ((await gateway.refund(refund)) !== 'refunded') return false
  try {
    const mails = await recordLateRefund(ctx.env.DB, { orderNumber, chargeRef, amount, now: ctx.now() })
    await enqueueOutboxIds(ctx.env.OUTBOX, mails)
    return true
  } catch (error) {
    // The call is repeated later; the idempotency key makes sure that the money is refunded once.
    console.error(
      'a late payment was refunded and its buyer has no mail yet',
      orderNumber,
      describeError(error),
    )
    return false
  }
}
