/**
 * Refunds at Stripe. Stripe stores the answer of a key, a failure of its own too, and repeats that failure for a day to
 * anyone who asks again under the key. So after such an answer the intent's refunds are read, and only when this one is not
 * among them is it asked for under the next key. A request whose answer was lost is repeated under its own key, which
 * may still be at work.
 */
import Stripe from 'stripe'
import type { Refund, RefundResult } from '../gateway.ts'

/** Keys that one refund may use up. */
const KEYS = 20
/** Requests of one call that Stripe has really carried out and failed at. */
const FAILURES = 2
/** Refunds of one intent that are read. */
const LISTED = 100

export async function refundCard(stripe: Stripe, refund: Refund): Promise<RefundResult> {
  let failures = 0
  for (let nth = 0; nth < KEYS && failures < FAILURES; nth += 1) {
    const answer = await createRefund(stripe, refund, nth === 0 ? refund.key : `${refund.key}:${nth}`)
    if (answer === 'refunded' || answer === 'unclear') return answer
    const made = await wasMade(stripe, refund)
    if (made === null) return 'unclear'
    if (made) return 'refunded'
    if (answer === 'refused') return 'refused'
    if (answer === 'failed') failures += 1
  }
  return 'unclear'
}

/** `failed`: Stripe itself failed at it just now; `failed-before`: it repeats that it once did; `null`: it was something else. */
export function ownFailure(error: unknown): 'failed' | 'failed-before' | null {
  if (!(error instanceof Stripe.errors.StripeAPIError)) return null
  if (error.headers?.['idempotent-replayed'] === 'true') return 'failed-before'
  return error.statusCode === 500 ? 'failed' : null
}

async function createRefund(
  stripe: Stripe,
  { orderNumber, chargeRef, amount, key }: Refund,
  idempotencyKey: string,
): Promise<RefundResult | NonNullable<ReturnType<typeof ownFailure>>> {
  try {
    const { status } = await stripe.refunds.create(
      {
        payment_intent: chargeRef,
        ...(amount === null ? {} : { amount }),
        metadata: { order_number: orderNumber, refund_key: key },
      },
      { idempotencyKey, maxNetworkRetries: 0 },
    )
    return status === 'failed' || status === 'canceled' ? 'refused' : 'refunded'
  } catch (error) {
    const failed = ownFailure(error)
    if (failed) return failed
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return 'unclear'
    if (error.code === 'charge_already_refunded' && amount === null) return 'refunded'
    return error.statusCode === 409 || error.statusCode === 429 ? 'unclear' : 'refused'
  }
}

/** Whether this refund is among those of its intent; `null` when nobody knows. */
async function wasMade(stripe: Stripe, { chargeRef, key }: Refund): Promise<boolean | null> {
  try {
    const { data } = await stripe.refunds.list({ payment_intent: chargeRef, limit: LISTED })
    return data.some(
      ({ metadata, status }) => metadata?.refund_key === key && status !== 'failed' && status !== 'canceled',
    )
  } catch {
    return null
  }
}
