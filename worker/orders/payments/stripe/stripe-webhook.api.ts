/** POST /webhooks/stripe: Stripe says that something changed. Only a signed, fresh event counts, and it is a hint. */
import { Hono } from 'hono'
import { isOrderNumber } from '../../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../../schema/orders/payment.ts'
import type { AppEnv } from '../../../env.ts'
import { limitBody } from '../../../platform/http/json-body.ts'
import { handleFailedRefund, reconcileProviderRefund } from '../../life/order-lifecycle.ts'
import { findOrderOfPayment } from '../../life/order-refund.sql.ts'
import { isHandled, markHandled } from '../../life/webhook-event.sql.ts'
import { findQuoteOfOrder } from '../../order.sql.ts'
import { failedRefundIn, readWebhook, refundsIn, toPaymentEvent } from './card-webhook.ts'

const BODY_MAX = 262_144

export const stripeWebhook = new Hono<AppEnv>()

stripeWebhook.post('/', limitBody(BODY_MAX), async (c) => {
  const { card } = c.get('config')
  if (!card) return c.json({ error: 'card payment is not configured' }, 404)
  // The signature is over the bytes as they came: no parsing before it.
  const body = await c.req.text()
  const event = await readWebhook(card, body, c.req.header('stripe-signature') ?? '')
  if (!event) return c.json({ error: 'signature' }, 400)
  if (await isHandled(c.env.DB, 'stripe', event.id)) return c.json({ received: true })
  const payment = toPaymentEvent(event)
  if (payment && isOrderNumber(payment.orderNumber)) {
    const quoteId = await findQuoteOfOrder(c.env.DB, payment.orderNumber)
    // The order knows its cart; the cart's name, which opens it, is never sent to Stripe.
    if (quoteId) await c.env.CART.getByName(quoteId).paymentChanged(payment)
  }
  const now = Date.now()
  const refunds = refundsIn(event)
  const refunded = refunds && (await findOrderOfPayment(c.env.DB, CARD_METHOD, refunds.paymentRef))
  if (refunds && refunded) {
    await reconcileProviderRefund(c.env, {
      orderNumber: refunded,
      total: refunds.total,
      at: refunds.at ?? 0,
      now,
    })
  }
  const failed = failedRefundIn(event)
  const unpaid = failed && (await findOrderOfPayment(c.env.DB, CARD_METHOD, failed.paymentRef))
  if (failed && unpaid) {
    const { ref, key, amount, at } = failed
    await handleFailedRefund(c.env, { orderNumber: unpaid, ref, key, amount, at: at ?? now, now })
  }
  // After the work: had it failed, Stripe's next try must find no trace of this one.
  await markHandled(c.env.DB, { provider: 'stripe', eventId: event.id, type: event.type, now })
  return c.json({ received: true })
})
