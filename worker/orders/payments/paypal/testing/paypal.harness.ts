/** The shop for tests of the wallet, and the sandbox's PayPal behind it. */
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { SANDBOX_KEYS } from '../../../../../sandbox/testing/sandbox.harness.ts'
import { ask, openShop, orderBy, readOrders, startOrder } from '../../testing/order-calls.harness.ts'
import { PaypalSandbox } from './paypal-sandbox.harness.ts'

const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = SANDBOX_KEYS
const PAYPAL_API_URL = 'https://paypal.example'

/** The fixture's shop with the wallet and these variables; of what its tests buy there is enough. */
export async function openPaypalShop(more: Record<string, string> = {}): Promise<void> {
  await openShop({ ...more, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_URL })
  await env.DB.prepare("UPDATE stock SET qty = 100 WHERE stock_sku IN ('TL-2001', 'TL-2002')").run()
}

/** PayPal in place of the network. What was captured before belongs to another day. */
export function newPaypal(): PaypalSandbox {
  const paypal = new PaypalSandbox()
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => paypal.fetch(input, init))
  return paypal
}

/** Orders the cart by the wallet; with a token, by a checkout that was approved before. */
export function order(quoteId: string, token?: string) {
  const approved = {
    paypal_express_checkout_token: token,
    button: 1,
    paypal_express_checkout_payer_id: 'PAYER',
    paypal_express_checkout_redirect_required: false,
  }
  return orderBy('paypal_express', quoteId, token ? approved : '')
}

/** An order that waits for its shopper at PayPal: its number, and the name of the payment there. */
export async function startPaypalOrder(quoteId: string): Promise<{ number: string; ref: string }> {
  const { number, page } = await startOrder('paypal_express', quoteId)
  return { number, ref: new URL(page).searchParams.get('token') ?? '' }
}

/** The shopper comes back from PayPal; where the shop sends the browser. */
export async function returnFromPaypal(
  endpoint: 'return' | 'cancel',
  quoteId: string,
  number: string,
  ref: string,
) {
  const path = `/checkout/${endpoint}/paypal_express?order=${number}&token=${ref}&PayerID=PAYER`
  const response = await ask(path, { quoteId })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

/** PayPal sends the shop an event; the status of the answer. */
export async function notify(paypal: PaypalSandbox, sent: object): Promise<number> {
  return hook(sent, await paypal.signed(sent))
}

/** Posts an event to the shop's webhook; the status of its answer. */
export async function hook(sent: object, headers: Record<string, string>): Promise<number> {
  const response = await ask('/webhooks/paypal', { method: 'POST', body: JSON.stringify(sent), headers })
  return response.status
}

/** What PayPal took and did not give back is what the paid orders of the cart cost. */
export async function expectBalance(paypal: PaypalSandbox, quoteId: string): Promise<void> {
  const sales = await readOrders(quoteId)
  expect(sales.map(({ number }) => paypal.netReceived(number))).toEqual(
    sales.map(({ status, total }) => (status === 'paid' ? total : 0)),
  )
}
