/**
 * Money that comes for an order that has fallen. A capture may arrive after the shop gave up, and the event that tells of
 * it may be lost; so the provider is asked again, more seldom each time, until no money can come by its own clocks.
 */
import { readStatus } from '../../orders/order.sql.ts'
import type { Gateway, Payment } from '../../orders/payments/gateway.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { type Attempt, nextLook, writeAttempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'
import { noteReturned } from './order-placement.sql.ts'
import { handleOf } from './payment-verdict.ts'

/** The first look for an attempt that falls; `null` when nothing was asked of the provider, or nothing can come. */
export function lateOf(ctx: JournalContext, { confirmed, draft }: Attempt): Attempt['late'] {
  const lateMs = getGateway(ctx.env, draft.paymentMethod)?.lateMs ?? 0
  return confirmed && lateMs > 0 ? nextLook(ctx.now(), 0, ctx.now() + lateMs) : null
}

/** Writes down when to look again, looks once, and sends back what came. */
export async function lookForLateMoney(ctx: JournalContext, attempt: Attempt): Promise<void> {
  const { late } = attempt
  const now = ctx.now()
  // First: while the provider or D1 is away, the next look is later and not at once.
  if (late) writeAttempt(ctx, { ...attempt, late: nextLook(now, late.looks + 1, late.until) })
  const found = await lateMoney(ctx, attempt)
  if (late && (found === 'over' || (found === 'none' && now >= late.until))) {
    writeAttempt(ctx, { ...attempt, late: null })
  }
}

/** `over`: nothing is there and nothing can come. `none`: nothing is there. `unknown`: nobody can tell. */
async function lateMoney(ctx: JournalContext, attempt: Attempt): Promise<'over' | 'none' | 'unknown'> {
  const { intentId, draft, orderNumber } = attempt
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway || !intentId) return 'none'
  const handle = handleOf(attempt, intentId)
  const result = await gateway.read(draft, handle)
  if (result.kind === 'unclear') return 'unknown'
  if (result.kind !== 'payment') return 'none'
  const { payment } = result
  if (payment.state === 'ended') return 'over'
  if (payment.state === 'open') await gateway.end(draft, handle)
  if (payment.state !== 'paid') return payment.state === 'pending' ? 'unknown' : 'none'
  if ((await readStatus(ctx.env.DB, orderNumber)) !== 'canceled') return 'unknown'
  return (await giveBack(ctx, gateway, attempt, payment)) ? 'over' : 'unknown'
}

/** Gives back what came for an order that falls, and tells its buyer, once. False while that is not certain. */
export async function giveBack(
  ctx: JournalContext,
  gateway: Gateway,
  { orderNumber }: Attempt,
  { chargeRef, received: amount }: Payment,
): Promise<boolean> {
  if (chargeRef === null) return false
  const refund = { orderNumber, chargeRef, amount: null, key: `${orderNumber}:refund` }
  if ((await gateway.refund(refund)) !== 'refunded') return false
  try {
    const mails = await noteReturned(ctx.env.DB, { orderNumber, chargeRef, amount, now: ctx.now() })
    for (const outboxId of mails) await ctx.env.OUTBOX.send({ outboxId }).catch(() => undefined)
    return true
  } catch (error) {
    // Asked again later, the refund does nothing twice.
    console.error('money went back and its buyer is not told yet', orderNumber, describeError(error))
    return false
  }
}
