/** Stripe's events. Only what Stripe signed counts, and its content is read with a schema like all input. */
import Stripe from 'stripe'
import * as v from 'valibot'
import type { PaymentEvent } from '../../../../schema/orders/order.ts'
import type { Cents } from '../../../../schema/platform/money.ts'
import type { Config } from '../../../config.ts'
import { cardClient } from './stripe.ts'

const ID = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const EVENT = v.object({
  id: ID,
  type: v.string(),
  /** In seconds, the moment that `data` is of. */
  created: v.optional(COUNT),
  data: v.object({ object: v.looseObject({}) }),
})
type CardEvent = v.InferOutput<typeof EVENT>

/** A webhook's event, if its signature is Stripe's and fresh and it has an event's shape; `null` for anything else. */
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
    return v.parse(EVENT, event)
  } catch {
    return null
  }
}

/** A reference: the id alone, or the whole object where Stripe was asked for it. */
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

/** What an event is about; a shape that we do not know is left alone, and the log says so. */
function objectOf<Schema extends v.GenericSchema>(
  event: CardEvent,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const read = v.safeParse(schema, event.data.object)
  if (read.success) return read.output
  console.error('an event of Stripe that is not understood', event.id, event.type)
  return null
}

/** What an event says about an order's payment; `null` for events of other kinds. */
export function toPaymentEvent(event: CardEvent): PaymentEvent | null {
  if (!event.type.startsWith('payment_intent.')) return null
  const intent = objectOf(event, INTENT)
  const orderNumber = intent?.metadata.order_number
  return intent && orderNumber ? { paymentRef: intent.id, orderNumber } : null
}

/** A refund that did not reach its buyer after all, in cents, and when it fell back; `null` for events of other kinds. */
export function failedRefundIn(
  event: CardEvent,
): { paymentRef: string; ref: string; key: string | null; amount: Cents; at: number | null } | null {
  if (event.type !== 'refund.failed') return null
  const refund = objectOf(event, REFUND)
  if (!refund?.payment_intent) return null
  const { id: ref, payment_intent: paymentRef, amount, metadata } = refund
  return { paymentRef, ref, key: metadata?.refund_key ?? null, amount, at: timeOf(event) }
}

/** Returns the total that Stripe has refunded of a payment, in cents, also what the shop did not ask for; `null` for events of other kinds. */
export function refundsIn(event: CardEvent): { paymentRef: string; total: Cents; at: number | null } | null {
  if (event.type !== 'charge.refunded') return null
  const charge = objectOf(event, CHARGE)
  if (!charge?.payment_intent) return null
  return { paymentRef: charge.payment_intent, total: charge.amount_refunded, at: timeOf(event) }
}

function timeOf({ created }: CardEvent): number | null {
  return created === undefined ? null : created * 1000
}
