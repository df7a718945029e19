/** Stripe's events. Only events that Stripe has signed are accepted; a schema parses their content. */
import Stripe from 'stripe'
import * as v from 'valibot'
import type { PaymentEvent } from '../../../../schema/orders/order.ts'
import { MINUTE_MS } from '../../../../schema/platform/duration.ts'
import type { Cents } from '../../../../schema/platform/money.ts'
import type { Config } from '../../../config.ts'
import { cardClient } from './stripe-client.ts'

const ID = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const EVENT = v.object({
  id: ID,
  type: v.string(),
  /** The time of `data`, in seconds since the epoch. */
  created: v.optional(COUNT),
  data: v.object({ object: v.looseObject({}) }),
})
type CardEvent = v.InferOutput<typeof EVENT>

/** How far the clock of a signature may be ahead, as far as the library lets it be behind. */
const MAX_AHEAD_MS = 5 * MINUTE_MS

/** Returns the time of a valid signature in milliseconds; of several times the library takes the last. */
function signedAt(signature: string): number {
  return Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]) * 1000
}

/**
 * Returns the event of a webhook request; `null` without a recent signature of Stripe or with another shape.
 */
export async function readWebhook(
  card: NonNullable<Config['card']>,
  body: string,
  signature: string,
): Promise<CardEvent | null> {
  try {
    const event = await cardClient(card).webhooks.constructEventAsync(
      body,
      signature,
      card.webhookSecret,
      undefined,
      Stripe.createSubtleCryptoProvider(),
    )
    // The library refuses old signatures only.
    const isInFuture = signedAt(signature) > Date.now() + MAX_AHEAD_MS
    return isInFuture ? null : v.parse(EVENT, event)
  } catch {
    return null
  }
}

/** A reference to an object: its id, or the object itself when Stripe has expanded it. */
const REF = v.nullish(
  v.union([
    ID,
    v.pipe(
      v.looseObject({ id: ID }),
      v.transform(({ id }) => id),
    ),
  ]),
)
const INTENT = v.object({ id: ID, metadata: v.object({ order_number: v.optional(v.string()) }) })
const CHARGE = v.object({ payment_intent: REF, amount_refunded: COUNT })
const REFUND = v.object({
  id: ID,
  payment_intent: REF,
  amount: v.pipe(COUNT, v.minValue(1)),
  metadata: v.nullish(v.object({ refund_key: v.optional(v.string()) })),
})

/** Parses the object of an event; logs an unknown shape and returns `null`. */
function parseObject<Schema extends v.GenericSchema>(
  event: CardEvent,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, event.data.object)
  if (parsed.success) return parsed.output
  console.error('an event of Stripe that is not understood', event.id, event.type)
  return null
}

/** Returns the order's payment that an event is about; `null` for events of other kinds. */
export function toPaymentEvent(event: CardEvent): PaymentEvent | null {
  if (!event.type.startsWith('payment_intent.')) return null
  const intent = parseObject(event, INTENT)
  const orderNumber = intent?.metadata.order_number
  return intent && orderNumber ? { paymentId: intent.id, orderNumber } : null
}

/** Returns the refund that failed, its amount in cents and its time; `null` for events of other kinds. */
export function parseFailedRefund(
  event: CardEvent,
): { paymentId: string; ref: string; key: string | null; amount: Cents; at: number | null } | null {
  if (event.type !== 'refund.failed') return null
  const refund = parseObject(event, REFUND)
  if (!refund?.payment_intent) return null
  const { id: ref, payment_intent: paymentId, amount, metadata } = refund
  return { paymentId, ref, key: metadata?.refund_key ?? null, amount, at: eventTime(event) }
}

/**
 * Returns the total that Stripe has refunded of a payment, in cents, including refunds that the shop did not
 * request; `null` for events of other kinds.
 */
export function parseRefundTotal(
  event: CardEvent,
): { paymentId: string; total: Cents; at: number | null } | null {
  if (event.type !== 'charge.refunded') return null
  const charge = parseObject(event, CHARGE)
  if (!charge?.payment_intent) return null
  return { paymentId: charge.payment_intent, total: charge.amount_refunded, at: eventTime(event) }
}

function eventTime({ created }: CardEvent): number | null {
  return created === undefined ? null : created * 1000
}
