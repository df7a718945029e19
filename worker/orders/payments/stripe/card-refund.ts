/**
 * Refunds at Stripe. Stripe stores its answer to an idempotency key, also an internal error of its own, and
 * repeats that answer for a day. After an internal error the shop therefore reads the refunds of the payment
 * intent, and requests a missing refund under the next key. A request without an answer is repeated under the
 * same key, because Stripe may still be processing it.
 */
import Stripe from 'stripe'
import type { Refund, RefundResult } from '../gateway.ts'

/** The most keys that one refund uses. */
const MAX_KEYS = 20
/** The most internal errors in one call, not counting repeated answers. */
const MAX_FAILURES = 2
/** The most refunds of one payment intent that are read. */
const MAX_LISTED = 100

/** Refunds a card payment once for the refund's key. */
export async function refundCard(stripe: Stripe, refund: Refund): Promise<RefundResult> {
  let failures = 0
  for (let nth = 0; nth < MAX_KEYS && failures < MAX_FAILURES; nth += 1) {
    const answer = await createRefund(stripe, refund, nth === 0 ? refund.key : `${refund.key}:${nth}`)
    if (answer === 'refunded' || answer === 'unclear') return answer
    const exists = await hasRefund(stripe, refund)
    if (exists === null) return 'unclear'
    if (exists) return 'refunded'
    if (answer === 'refused') return 'refused'
    if (answer === 'failed') failures += 1
  }
  return 'unclear'
}

/**
 * Returns `failed` for an internal error of Stripe, `failed-before` for a stored answer that repeats one, and
 * `null` for any other error.
 */
export function stripeFailure(error: unknown): 'failed' | 'failed-before' | null {
  if (!(error instanceof Stripe.errors.StripeAPIError)) return null
  if (error.headers?.['idempotent-replayed'] === 'true') return 'failed-before'
  return error.statusCode === 500 ? 'failed' : null
}

async function createRefund(
  stripe: Stripe,
  { orderNumber, chargeRef, amount, key }: Refund,
  idempotencyKey: string,
): Promise<RefundResult | NonNullable<ReturnType<typeof stripeFailure>>> {
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
    const failure = stripeFailure(error)
    if (failure) return failure
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return 'unclear'
    if (error.code === 'charge_already_refunded' && amount === null) return 'refunded'
    return error.statusCode === 409 || error.statusCode === 429 ? 'unclear' : 'refused'
  }
}

/** Returns whether the payment intent has this refund; `null` when Stripe does not answer. */
async function hasRefund(stripe: Stripe, { chargeRef, key }: Refund): Promise<boolean | null> {
  try {
    const { data } = await stripe.refunds.list({ payment_intent: chargeRef, limit: MAX_LISTED })
    return data.some(
      ({ metadata, status }) => metadata?.refund_key === key && status !== 'failed' && status !== 'canceled',
    )
  } catch {
    return null
  }
}
