/** Harness for tests of PayPal: the shop with the sandbox's PayPal. */
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { SANDBOX_KEYS } from '../../../../../sandbox/testing/sandbox.harness.ts'
import {
  openShop,
  placeOrderWith,
  readOrders,
  sendRequest,
  startOrder,
} from '../../testing/order-calls.harness.ts'
import { PaypalSandbox } from './paypal-sandbox.harness.ts'

const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = SANDBOX_KEYS
const PAYPAL_API_URL = 'https://paypal.example'

/** Prepares the shop with PayPal and these variables, and with enough stock for the tests. */
export async function openPaypalShop(more: Record<string, string> = {}): Promise<void> {
  await openShop({ ...more, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_URL })
  await env.DB.prepare("UPDATE stock SET qty = 100 WHERE stock_sku IN ('TL-2001', 'TL-2002')").run()
}

/** Replaces the network by a new PayPal without captures. */
export function newPaypal(): PaypalSandbox {
  const paypal = new PaypalSandbox()
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => paypal.fetch(input, init))
  return paypal
}

/** Orders the cart with PayPal; with a token, by a checkout that was approved before. */
export function order(quoteId: string, token?: string) {
  const approved = {
    paypal_express_checkout_token: token,
    button: 1,
    paypal_express_checkout_payer_id: 'PAYER',
    paypal_express_checkout_redirect_required: false,
  }
  return placeOrderWith('paypal_express', quoteId, token ? approved : '')
}

/** Places an order whose shopper has to approve it at PayPal; returns its number and PayPal's id. */
export async function startPaypalOrder(quoteId: string): Promise<{ number: string; paymentId: string }> {
  const { number, page } = await startOrder('paypal_express', quoteId)
  return { number, paymentId: new URL(page).searchParams.get('token') ?? '' }
}

/** Returns from PayPal as the shopper; returns the location of the shop's redirect. */
export async function returnFromPaypal(
  endpoint: 'return' | 'cancel',
  quoteId: string,
  number: string,
  paymentId: string,
) {
  const path = `/checkout/${endpoint}/paypal_express?order=${number}&token=${paymentId}&PayerID=PAYER`
  const response = await sendRequest(path, { quoteId })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

/** Sends a signed event to the shop's webhook; returns the status of the answer. */
export async function notify(paypal: PaypalSandbox, event: object): Promise<number> {
  return postWebhook(event, await paypal.signed(event))
}

/** Sends an event with these headers to the shop's webhook; returns the status of the answer. */
export async function postWebhook(event: object, headers: Record<string, string>): Promise<number> {
  const response = await sendRequest('/webhooks/paypal', {
    method: 'POST',
    body: JSON.stringify(event),
    headers,
  })
  return response.status
}

/** Checks that PayPal's charges minus refunds equal the totals of the cart's paid orders. */
export async function expectBalance(paypal: PaypalSandbox, quoteId: string): Promise<void> {
  const orders = await readOrders(quoteId)
  expect(orders.map(({ number }) => paypal.netReceived(number))).toEqual(
    orders.map(({ status, total }) => (status === 'paid' ? total : 0)),
  )
}
