import { createExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RESERVATION_MS } from '../../../schema/orders/payment.ts'
import { app } from '../../app.ts'
import {
  newPaypal,
  openPaypalShop,
  returnFromPaypal,
  startPaypalOrder,
} from '../payments/paypal/testing/paypal.harness.ts'
import { bindings, newCart, SITE } from '../payments/testing/order-calls.harness.ts'

beforeAll(() => openPaypalShop())
afterEach(() => {
  vi.restoreAllMocks()
})

/** Starts an order that the shopper has approved at PayPal, which then does not answer. */
async function startPendingPayment() {
  const paypal = newPaypal()
  const quoteId = await newCart('TL-2001-1', 1)
  const { number, paymentId } = await startPaypalOrder(quoteId)
  paypal.approve(paymentId)
  const fetchMock = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Network connection lost.'))
  const href = await returnFromPaypal('return', quoteId, number, paymentId)
  const open = (cookie: string) =>
    app.request(String(href), { headers: { cookie } }, bindings, createExecutionContext())
  const answers = () => fetchMock.mockImplementation((input, init) => paypal.fetch(input, init))
  return { quoteId, number, href, open, answers, resume: () => bindings.CART.getByName(quoteId).resume() }
}

test('[audit C4] while a payment is pending, the order’s page says so and reloads without JavaScript', async () => {
  const { number, href, open, quoteId, answers, resume } = await startPendingPayment()
  expect(href).toMatch(new RegExp(`^${SITE}/order/${number}/.*\\?asking=1$`))
  const page = await open(`__Host-cart=${quoteId}`)
  expect([page.status, page.headers.get('refresh')]).toEqual([202, '4'])
  const html = await page.text()
  expect(html).toContain('We’re still waiting for the bank')
  expect(html).toContain(number)
  expect(html).toMatch(/<form [^>]*method="get"[^>]*><input type="hidden" name="asking" value="1"\/>/)
  answers()
  await resume()
  const settled = await open(`__Host-cart=${quoteId}`)
  expect([settled.status, settled.headers.get('location')]).toEqual([303, '/checkout/onepage/success/'])
  // Another browser with the link gets the order's page, not the thank-you page.
  const other = await open('')
  expect([other.status, other.headers.get('refresh')]).toEqual([200, null])
})

test('[audit C4] a payment without an answer is canceled, and the page says that nothing is reserved', async () => {
  const { open, quoteId, answers, resume } = await startPendingPayment()
  const later = Date.now() + RESERVATION_MS + 1000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  answers()
  await resume()
  const page = await open(`__Host-cart=${quoteId}`)
  expect([page.status, page.headers.get('refresh')]).toEqual([200, null])
  expect(await page.text()).toContain('The payment didn’t go through, so we didn’t place this order.')
})
