/**
 * Payments that arrive after their order was canceled. The provider's event about one may be lost, so the provider is
 * asked again, less often each time, until by its own rules no payment can arrive any more.
 */
import { readStatus } from '../../orders/order.sql.ts'
import type { Gateway, Payment } from '../../orders/payments/gateway.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { type Attempt, nextLateCheck, writeAttempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'
import { recordLateRefund } from './order-placement.sql.ts'
import { toPaymentRef } from './payment-evaluation.ts'

/** Returns the first check for a canceled attempt; `null` when no money was asked for, or none can arrive. */
export function scheduleLateCheck(ctx: JournalContext, { confirmed, draft }: Attempt): Attempt['late'] {
  const lateMs = getGateway(ctx.env, draft.paymentMethod)?.lateMs ?? 0
  return confirmed && lateMs > 0 ? nextLateCheck(ctx.now(), 0, ctx.now() + lateMs) : null
}

/** Stores when to check again, checks once, and refunds what arrived. */
export async function checkLatePayment(ctx: JournalContext, attempt: Attempt): Promise<void> {
  const { late } = attempt
  const now = ctx.now()
  // Before the check: while the provider or D1 is away, the next check must come later, not at once.
  if (late) writeAttempt(ctx, { ...attempt, late: nextLateCheck(now, late.looks + 1, late.until) })
  const found = await findLatePayment(ctx, attempt)
  if (late && (found === 'over' || (found === 'none' && now >= late.until))) {
    writeAttempt(ctx, { ...attempt, late: null })
  }
}

/** `over`: there is no payment and none can arrive. `none`: there is no payment yet. `unknown`: the provider cannot say. */
async function findLatePayment(ctx: JournalContext, attempt: Attempt): Promise<'over' | 'none' | 'unknown'> {
  const { intentId, draft, orderNumber } = attempt
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway || !intentId) return 'none'
  const handle = toPaymentRef(attempt, intentId)
  const result = await gateway.read(draft, handle)
  if (result.kind === 'unclear') return 'unknown'
  if (result.kind !== 'payment') return 'none'
  const { payment } = result
  if (payment.state === 'ended') return 'over'
  if (payment.state === 'open') await gateway.end(draft, handle)
  if (payment.state !== 'paid') return payment.state === 'pending' ? 'unknown' : 'none'
  if ((await readStatus(ctx.env.DB, orderNumber)) !== 'canceled') return 'unknown'
  return (await refundLatePayment(ctx, gateway, attempt, payment)) ? 'over' : 'unknown'
}

/** Refunds what was paid for a canceled order and writes to its buyer, once. False while the refund is not certain. */
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
    for (const outboxId of mails) await ctx.env.OUTBOX.send({ outboxId }).catch(() => undefined)
    return true
  } catch (error) {
    // Repeated later, the refund pays back once.
    console.error(
      'a late payment was refunded and its buyer has no mail yet',
      orderNumber,
      describeError(error),
    )
    return false
  }
}
