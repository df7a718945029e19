/** The providers' events in a simulated shop: lost, late, twice, in any order, and forged. */
import { Hono } from 'hono'
import type { PaypalEvent } from '../../../../sandbox/paypal/event.ts'
import { paypalWebhookRequest } from '../../../../sandbox/paypal/webhook.ts'
import { newest } from '../../../../sandbox/stripe/store.ts'
import { stripeWebhookRequest } from '../../../../sandbox/stripe/webhook.ts'
import type { Delivery } from '../../../../sandbox/webhook-delivery.ts'
import type { PaymentEvent } from '../../../../schema/orders/order.ts'
import { parseConfig } from '../../../config.ts'
import type { AppEnv } from '../../../env.ts'
import { paypalWebhook } from '../../../orders/payments/paypal/paypal-webhook.api.ts'
import { stripeWebhook } from '../../../orders/payments/stripe/stripe-webhook.api.ts'
import { paymentChanged } from '../order-journal.ts'
import type { PlannedFault, SimulatedShop } from './simulated-shop.harness.ts'

const app = new Hono<AppEnv>()
app.use(async (c, next) => {
  const parsed = parseConfig(c.env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  c.set('config', parsed.config)
  await next()
})
app.route('/webhooks/stripe', stripeWebhook)
app.route('/webhooks/paypal', paypalWebhook)
app.onError((_, c) => c.body(null, 500))

/** Sends one of the events so far to the shop's own endpoint, signed like the provider's or forged. */
export async function receiveWebhook(
  shop: SimulatedShop,
  message: { nth: number; isForged: number; faults: readonly PlannedFault[] },
): Promise<void> {
  const { ledger } = shop.sandbox
  const ids = [
    ...newest(ledger.records, 'event', 1_000).map(({ id }) => ({ id, service: 'stripe' as const })),
    ...ledger.records
      .newest<PaypalEvent>('paypal-event', 1_000)
      .map(({ id }) => ({ id, service: 'paypal' as const })),
  ]
  const event = ids[message.nth % Math.max(1, ids.length)]
  if (!event) return
  const url = `https://shop.example/webhooks/${event.service}`
  const sender = Object.assign(Object.create(ledger), { webhookUrl: () => url })
  const build = event.service === 'stripe' ? stripeWebhookRequest : paypalWebhookRequest
  const delivery = { event: event.id, forged: message.isForged === 0 ? 1 : 0 } as Delivery
  const request = await build(sender, delivery)
  if (!request) return
  const { headers, body } = request
  await shop.act(message.faults, async () =>
    app.request(url, { method: 'POST', headers, body }, bindingsOf(shop)),
  )
}

function bindingsOf(shop: SimulatedShop): object {
  const getByName = (quoteId: string) => ({
    paymentChanged: async (event: PaymentEvent) => {
      const home = shop.homes.find((one) => one.quoteId === quoteId)
      if (home) await shop.inCart(home, (ctx) => paymentChanged(ctx, event))
    },
  })
  const EVENT_LIMIT = { limit: async () => ({ success: true }) }
  return {
    ...shop.env,
    CART: { getByName },
    EVENT_LIMIT,
    WIDE_300_LIMIT: EVENT_LIMIT,
    WIDE_600_LIMIT: EVENT_LIMIT,
  }
}
