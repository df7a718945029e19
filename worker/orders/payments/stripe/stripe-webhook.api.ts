/**
 * POST /webhooks/stripe: an event of Stripe. Only recent events that Stripe has signed are accepted, and an
 * event about a payment only triggers a read of the payment.
 */
import { Hono } from 'hono'
import { isOrderNumber } from '../../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../../schema/orders/payment.ts'
import type { AppEnv } from '../../../env.ts'
import { limitBody } from '../../../platform/http/json-body.ts'
import { handleFailedRefund, reconcileProviderRefund } from '../../life/order-lifecycle.ts'
import { findOrderOfPayment } from '../../life/order-refund.sql.ts'
import { isHandled, markHandled } from '../../life/webhook-event.sql.ts'
import { findQuoteId } from '../../order.sql.ts'
import { parseFailedRefund, parseRefundTotal, readWebhook, toPaymentEvent } from './card-webhook.ts'

const BODY_MAX = 262_144

export const stripeWebhook = new Hono<AppEnv>()

stripeWebhook.post('/', limitBody(BODY_MAX), async (c) => {
  const { card } = c.get('config')
  if (!card) return c.json({ error: 'card payment is not configured' }, 404)
  // The signature covers the exact bytes of the body, so it is checked before the body is parsed.
  const body = await c.req.text()
  const event = await readWebhook(card, body, c.req.header('stripe-signature') ?? '')
  if (!event) return c.json({ error: 'signature' }, 400)
  if (await isHandled(c.env.DB, 'stripe', event.id)) return c.json({ received: true })
  const payment = toPaymentEvent(event)
  if (payment && isOrderNumber(payment.orderNumber)) {
    const quoteId = await findQuoteId(c.env.DB, payment.orderNumber)
    // The cart is found by the order: its id gives access to the cart, so it is never sent to Stripe.
    if (quoteId) await c.env.CART.getByName(quoteId).paymentChanged(payment)
  }
  const now = Date.now()
  const refunds = parseRefundTotal(event)
  const failed = parseFailedRefund(event)
  const paymentId = refunds?.paymentId ?? failed?.paymentId
  const orderNumber = paymentId && (await findOrderOfPayment(c.env.DB, CARD_METHOD, paymentId))
  if (refunds && orderNumber) {
    await reconcileProviderRefund(c.env, { orderNumber, total: refunds.total, at: refunds.at ?? 0, now })
  }
  if (failed && orderNumber) {
    const { ref, key, amount, at } = failed
    await handleFailedRefund(c.env, { orderNumber, ref, key, amount, at: at ?? now, now })
  }
  // Marked last: after a failure Stripe sends the event again, and the event must not be marked then.
  await markHandled(c.env.DB, { provider: 'stripe', eventId: event.id, type: event.type, now })
  return c.json({ received: true })
})
