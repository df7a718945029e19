/**
 * POST /webhooks/paypal: an event of PayPal. Only events that PayPal verifies are accepted, and an event only
 * triggers a read of the payment.
 */
import { Hono } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { limitBody } from '../../../platform/http/json-body.ts'
import { isRateLimited } from '../../../platform/limits/rate-limit.ts'
import { reconcileProviderRefund } from '../../life/order-lifecycle.ts'
import { isHandled, markHandled } from '../../life/webhook-event.sql.ts'
import { findQuoteId } from '../../order.sql.ts'
import { parsePaymentEvent, parseRefundEvent, readPaypalEvent } from './paypal-webhook.ts'

const BODY_MAX = 262_144

export const paypalWebhook = new Hono<AppEnv>()

paypalWebhook.post('/', limitBody(BODY_MAX), async (c) => {
  const { paypal } = c.get('config')
  if (!paypal) return c.json({ error: 'the wallet is not configured' }, 404)
  // Each event causes a request to PayPal, so their number is limited.
  if (await isRateLimited(c, 'EVENT_LIMIT', 'paypal-webhook')) return c.json({ error: 'too many' }, 429)
  const event = await readPaypalEvent(paypal, await c.req.text(), c.req.raw.headers)
  if (event === 'forged') return c.json({ error: 'signature' }, 400)
  // PayPal did not answer the verification; PayPal sends the event again.
  if (event === 'unclear') return c.json({ error: 'not verified yet' }, 503)
  if (await isHandled(c.env.DB, 'paypal', event.id)) return c.json({ received: true })
  const payment = parsePaymentEvent(event)
  const quoteId = payment && (await findQuoteId(c.env.DB, payment.orderNumber))
  if (payment && quoteId) await c.env.CART.getByName(quoteId).paymentChanged(payment)
  const refunds = parseRefundEvent(event)
  if (refunds) await reconcileProviderRefund(c.env, { ...refunds, now: Date.now() })
  // Marked last: after a failure PayPal sends the event again, and the event must not be marked then.
  const { id: eventId, event_type: type } = event
  await markHandled(c.env.DB, { provider: 'paypal', eventId, type, now: Date.now() })
  return c.json({ received: true })
})
