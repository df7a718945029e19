/** PayPal's events. PayPal's API verifies each event; an event only triggers a new read of the order. */
import * as v from 'valibot'
import { isOrderNumber, type PaymentEvent } from '../../../../schema/orders/order.ts'
import { type Cents, CURRENCY, parseDollars } from '../../../../schema/platform/money.ts'
import { parseJson } from '../../../platform/outbound/json-call.ts'
import { type PaypalConfig, paypalCaller } from './paypal-call.ts'

/** The parts of an event's signature: the field of the verification request, and the header of the event. */
const SIGNATURE = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

const REF = v.optional(v.string(), '')
const EVENT = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  event_type: v.string(),
  resource: v.looseObject({
    id: REF,
    invoice_id: REF,
    purchase_units: v.optional(v.array(v.looseObject({ invoice_id: REF })), []),
    supplementary_data: v.optional(
      v.looseObject({ related_ids: v.optional(v.looseObject({ order_id: REF }), {}) }),
      {},
    ),
  }),
})
export type PaypalEvent = v.InferOutput<typeof EVENT>

/** `forged`: PayPal did not send the event. `unclear`: PayPal did not answer, and sends the event again. */
export type ReadEvent = PaypalEvent | 'forged' | 'unclear'

/**
 * Returns an event that PayPal has verified. `body` must be the unchanged text of the request, which is
 * signed.
 */
export async function readPaypalEvent(
  paypal: PaypalConfig,
  body: string,
  headers: Headers,
): Promise<ReadEvent> {
  const event = v.safeParse(EVENT, parseJson(body))
  if (!event.success) return 'forged'
  const fields = Object.entries(SIGNATURE).map(([name, header]) => [name, headers.get(header) ?? ''] as const)
  // Without a complete signature PayPal cannot verify the event.
  if (fields.some(([, value]) => value === '')) return 'forged'
  const signature = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: paypal.webhookId })
  const answer = await paypalCaller(
    paypal,
    Date.now,
  )({
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    // The event is sent as its original text: another serialization would not match the signature.
    body: `${signature.slice(0, -1)},"webhook_event":${body}}`,
  })
  if (answer.kind === 'unclear') return 'unclear'
  const verified = v.safeParse(
    v.object({ verification_status: v.literal('SUCCESS') }),
    'body' in answer && answer.body,
  )
  return verified.success ? event.output : 'forged'
}

/** Returns the order's payment that an event is about; `null` for other events. */
export function parsePaymentEvent({ event_type: type, resource }: PaypalEvent): PaymentEvent | null {
  const isOrder = type.startsWith('CHECKOUT.ORDER.')
  if (!isOrder && !type.startsWith('PAYMENT.CAPTURE.')) return null
  const orderNumber = resource.invoice_id || (resource.purchase_units[0]?.invoice_id ?? '')
  // The event of a capture contains the id of PayPal's order, which the journal has stored before the
  // capture.
  const paymentId = isOrder ? resource.id : resource.supplementary_data.related_ids?.order_id || resource.id
  return isOrderNumber(orderNumber) && paymentId ? { paymentId, orderNumber } : null
}

const MONEY = v.object({ currency_code: v.literal(CURRENCY), value: v.string() })
const REFUND = v.looseObject({ seller_payable_breakdown: v.looseObject({ total_refunded_amount: MONEY }) })

/**
 * Returns the total that PayPal has refunded of an order's payment, in cents, including refunds that the shop
 * did not request; `null` for other events.
 */
export function parseRefundEvent(event: PaypalEvent): { orderNumber: string; total: Cents } | null {
  const refund = v.safeParse(REFUND, event.resource)
  const { invoice_id: orderNumber } = event.resource
  if (event.event_type !== 'PAYMENT.CAPTURE.REFUNDED' || !refund.success || !isOrderNumber(orderNumber)) {
    return null
  }
  const total = parseDollars(refund.output.seller_payable_breakdown.total_refunded_amount.value)
  return total === null ? null : { orderNumber, total }
}
