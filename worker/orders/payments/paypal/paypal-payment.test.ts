import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { APPROVED_AMOUNT_CHANGED_MESSAGE } from '../../../../schema/orders/order.ts'
import { DECLINE_MESSAGES } from '../../../../schema/orders/payment.ts'
import { addToCart } from '../../../cart/update-cart.ts'
import { findStock } from '../../../catalog/product/product.sql.ts'
import { bindings, newCart, postJson, readOrders, sendRequest } from '../testing/order-calls.harness.ts'
import {
  expectBalance,
  newPaypal,
  notify,
  openPaypalShop,
  order,
  postWebhook,
  returnFromPaypal,
  startPaypalOrder,
} from './testing/paypal.harness.ts'
import type { PaypalSandbox } from './testing/paypal-sandbox.harness.ts'

const SKU = 'TL-2001-1'
let paypal: PaypalSandbox

beforeAll(() => openPaypalShop())
beforeEach(() => {
  paypal = newPaypal()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const statusOf = async (quoteId: string) => (await readOrders(quoteId)).map(({ status }) => status)
const captures = () => paypal.captured.size

test('[E9] [H2] an order that is approved at PayPal is paid on return; a second return changes nothing', async () => {
  const quoteId = await newCart(SKU, 1)
  const { number, paymentId } = await startPaypalOrder(quoteId)
  expect(await statusOf(quoteId)).toEqual(['pending_payment'])
  // The return URL reports an approval that PayPal does not confirm.
  expect(await returnFromPaypal('return', quoteId, number, paymentId)).toBe('/checkout/')
  expect(await statusOf(quoteId)).toEqual(['pending_payment'])
  paypal.approve(paymentId)
  expect(await returnFromPaypal('return', quoteId, number, paymentId)).toBe('/checkout/onepage/success/')
  expect(await statusOf(quoteId)).toEqual(['paid'])
  expect(await returnFromPaypal('return', quoteId, number, paymentId)).toBe('/checkout/onepage/success/')
  expect(await order(quoteId)).toMatchObject({ http: 200, result: { orderNumber: number } })
  expect(captures()).toBe(1)
  await expectBalance(paypal, quoteId)
})

test('[E9] when the bank declines, nothing is charged, the stock is released, and the next order is paid', async () => {
  const quoteId = await newCart(SKU, 1)
  const inStock = async () => (await findStock(env.DB, ['TL-2001'])).get('TL-2001')?.qty ?? 0
  const before = await inStock()
  const { number, paymentId } = await startPaypalOrder(quoteId)
  expect(await inStock()).toBe(before - 1)
  paypal.approve(paymentId, 'decline')
  expect(await returnFromPaypal('return', quoteId, number, paymentId)).toBe('/checkout/')
  expect(await statusOf(quoteId)).toEqual(['canceled'])
  expect(await inStock()).toBe(before)
  // The checkout shows the message for providers, not the message for cards.
  const { draft } = await bindings.CART.getByName(quoteId).readCheckout()
  expect(draft?.notice).toEqual(expect.stringContaining(DECLINE_MESSAGES.provider))
  const again = await startPaypalOrder(quoteId)
  paypal.approve(again.paymentId)
  expect(await returnFromPaypal('return', quoteId, again.number, again.paymentId)).toBe(
    '/checkout/onepage/success/',
  )
  expect(await statusOf(quoteId)).toEqual(['canceled', 'paid'])
  await expectBalance(paypal, quoteId)
})

test('[E9] a shopper who cancels pays nothing, also after a later approval', async () => {
  const quoteId = await newCart(SKU, 1)
  const { number, paymentId } = await startPaypalOrder(quoteId)
  expect(await returnFromPaypal('cancel', quoteId, number, paymentId)).toBe('/checkout/')
  expect(await statusOf(quoteId)).toEqual(['canceled'])
  paypal.approve(paymentId)
  expect(await notify(paypal, paypal.eventOf(paymentId, 'approved'))).toBe(200)
  expect(await returnFromPaypal('return', quoteId, number, paymentId)).toBe('/checkout/')
  expect(captures()).toBe(0)
  await expectBalance(paypal, quoteId)
})

test('[H2] when the reply to the capture is lost once or always, the order is charged once and paid', async () => {
  for (const losses of [1, 2]) {
    const quoteId = await newCart(SKU, 1)
    const { number, paymentId } = await startPaypalOrder(quoteId)
    paypal.approve(paymentId)
    let lost = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const reply = await paypal.fetch(input, init)
      if (!String(input).endsWith('/capture') || lost >= losses) return reply
      lost += 1
      throw new TypeError('Network connection lost.')
    })
    expect(await returnFromPaypal('return', quoteId, number, paymentId)).toBe('/checkout/onepage/success/')
    expect(await statusOf(quoteId)).toEqual(['paid'])
    await expectBalance(paypal, quoteId)
  }
  expect(captures()).toBe(2)
})

test('[H2] after any lost requests or replies, no shopper is charged twice or without an order', async () => {
  const statuses = new Set<string>()
  for (const lost of [[0], [0, 1], [1], [1, 2], [2], [2, 3], [2, 3, 4], [3, 4], [1, 2, 3, 4, 5]]) {
    for (const isDone of [false, true]) {
      const quoteId = await newCart('TL-2002-1', 1)
      let at = -1
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        const isAuth = String(input).endsWith('/token')
        if (!isAuth) at += 1
        if (isAuth || !lost.includes(at)) return paypal.fetch(input, init)
        if (isDone) await paypal.fetch(input, init)
        throw new TypeError('Network connection lost.')
      })
      const begun = await order(quoteId)
      const number = (await readOrders(quoteId)).at(-1)?.number ?? ''
      const [paymentId = ''] = [...paypal.orders].flatMap(([id, created]) =>
        created.purchase_units[0].invoice_id === number ? [id] : [],
      )
      paypal.approve(paymentId)
      if (begun.http === 402) await returnFromPaypal('return', quoteId, number, paymentId)
      // Resumes the journal as its alarm does.
      for (let run = 0; run < 3; run += 1) await env.CART.getByName(quoteId).resume()
      const [status = ''] = await statusOf(quoteId)
      statuses.add(status)
      await expectBalance(paypal, quoteId)
    }
  }
  expect(statuses).toEqual(new Set(['paid', 'canceled']))
})

test('[H2] forged and unsigned events are refused; early, repeated and reordered events charge once', async () => {
  const quoteId = await newCart(SKU, 1)
  const { paymentId } = await startPaypalOrder(quoteId)
  const approved = paypal.eventOf(paymentId, 'approved')
  const forged = { ...(await paypal.signed(approved)), 'paypal-transmission-sig': 'made up' }
  paypal.approve(paymentId)
  expect(await postWebhook(approved, forged)).toBe(400)
  expect(await postWebhook(approved, {})).toBe(400)
  expect(await statusOf(quoteId)).toEqual(['pending_payment'])
  const fetchMock = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Network connection lost.'))
  expect(await notify(paypal, approved)).toBe(503)
  fetchMock.mockImplementation((input, init) => paypal.fetch(input, init))
  // The capture's event comes first and is not true yet: the shop reads the order's real state.
  const completed = paypal.eventOf(paymentId, 'captured')
  expect(await notify(paypal, completed)).toBe(200)
  expect(await statusOf(quoteId)).toEqual(['paid'])
  const calls = paypal.calls.length
  const repeats = [approved, completed, approved].map((event) => notify(paypal, event))
  expect(await Promise.all(repeats)).toEqual([200, 200, 200])
  expect(paypal.calls.slice(calls).filter((path) => !path.includes('verify'))).toEqual([])
  // An event about an unknown order, or of another kind, changes nothing.
  const unknown = { ...completed.resource, invoice_id: 'TL-0000000A' }
  const denied = { ...completed, id: 'E-3', event_type: 'PAYMENT.CAPTURE.DENIED', resource: unknown }
  expect(await notify(paypal, denied)).toBe(200)
  const dispute = { ...completed, id: 'E-4', event_type: 'CUSTOMER.DISPUTE.CREATED' }
  expect(await notify(paypal, dispute)).toBe(200)
  expect(captures()).toBe(1)
  await expectBalance(paypal, quoteId)
})

test('[H2] a late payment of a canceled order is refunded', async () => {
  const quoteId = await newCart(SKU, 1)
  const { number, paymentId } = await startPaypalOrder(quoteId)
  expect(await returnFromPaypal('cancel', quoteId, number, paymentId)).toBe('/checkout/')
  paypal.approve(paymentId)
  // A capture that arrives at PayPal late.
  paypal.ledger.records.put('paypal-token', 'late', { until: Number.POSITIVE_INFINITY })
  const headers = { authorization: 'Bearer late' }
  await paypal.fetch(`https://paypal.example/v2/checkout/orders/${paymentId}/capture`, {
    method: 'POST',
    headers,
  })
  expect(paypal.captured.get(number)).toBeGreaterThan(0)
  const completed = () => notify(paypal, paypal.eventOf(paymentId, 'captured'))
  expect([await completed(), await completed()]).toEqual([200, 200])
  expect(paypal.refunded.get(number)).toBe(paypal.captured.get(number))
  await expectBalance(paypal, quoteId)
})

const EXPRESS = '/api/ext/paypal/setExpressCheckout'

/** Begins an express checkout of the cart; returns its token. */
async function begin(quoteId: string, more: object = {}): Promise<string> {
  const { http, result } = await postJson(EXPRESS, {
    cart_id: quoteId,
    total_type: 'EstimatedTotal',
    ...more,
  })
  expect([http, result]).toMatchObject([200, { success: true }])
  return String(result?.token)
}

test('[E9] setExpressCheckout uses the server’s amount and ignores the amounts of the purchase units', async () => {
  const quoteId = await newCart(SKU, 2)
  const usd = (value: string) => ({ currency_code: 'USD', value })
  const address = {
    address_line_1: '2720 W Grand Ave',
    address_line_2: '',
    country_code: 'US',
    admin_area_1: 'IL',
    admin_area_2: 'Chicago',
    postal_code: '60612',
  }
  const unit = {
    reference_id: quoteId,
    items: [{ name: 'Tire', sku: SKU, quantity: '2', unit_amount: usd('0.01') }],
    amount: { ...usd('0.02'), breakdown: { item_total: usd('0.02') } },
    shipping: { name: { full_name: 'Ada Miller' }, address },
    phone: '3125550142',
  }
  const token = await begin(quoteId, { purchase_units: [unit], currency_code: 'EUR', brand_name: 'Evil' })
  const [created] = paypal.orders.get(token)?.purchase_units ?? []
  expect(created?.items).toMatchObject([{ sku: SKU, quantity: '2', category: 'PHYSICAL_GOODS' }])
  expect(Number(created?.amount.value)).toBeGreaterThan(100)
  expect(created?.shipping).toMatchObject({
    name: { full_name: 'Ada Miller' },
    address: { postal_code: '60612' },
  })
  // The cart's id, which gives access to the cart, is not sent to PayPal.
  expect(JSON.stringify(created)).not.toContain(quoteId)
  expect(paypal.orders.get(token)?.context).toMatchObject({
    return_url: 'https://shop.example/checkout/',
    brand_name: 'Treadline',
    user_action: 'CONTINUE',
    shipping_preference: 'SET_PROVIDED_ADDRESS',
  })
})

test('[E9] setExpressCheckout refuses other sites, unknown carts and a missing answer of PayPal with a message', async () => {
  const quoteId = await newCart(SKU, 1)
  const refusal = async (body: object, init: Parameters<typeof postJson>[2] = {}) => {
    const { http, code, result = {} } = await postJson(EXPRESS, body, init)
    expect([http, code, result.success]).toEqual([500, 500, false])
    return (result.error as { message: string }).message
  }
  for (const url of [
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    'https://shop.example@evil.example/',
  ]) {
    expect(await refusal({ cart_id: quoteId, return_url: url })).toContain('not one of this shop')
    expect(await refusal({ cart_id: quoteId, cancel_url: url })).toContain('not one of this shop')
  }
  expect(await begin(quoteId, { return_url: 'https://shop.example/checkout/?paypal=1' })).not.toBe('')
  expect(await refusal({ cart_id: '0'.repeat(32) })).toContain('No such entity')
  expect(await refusal({ cart_id: '' })).toContain('No such entity')
  const crossSite = { quoteId, headers: { 'sec-fetch-site': 'cross-site' } }
  expect(await refusal({}, crossSite)).toContain('No such entity')
  expect((await postJson(EXPRESS, {}, { quoteId })).http).toBe(200)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Network connection lost.'))
  expect(await refusal({ cart_id: quoteId })).toContain('2 minutes')
})

test('[E9] without keys PayPal is not available', async () => {
  const variables = { ...env, PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '', PAYPAL_WEBHOOK_ID: '' }
  const statusAt = async (path: string) =>
    (await sendRequest(path, { method: 'POST', body: '{}' }, variables)).status
  expect(await statusAt('/webhooks/paypal')).toBe(404)
  expect(await statusAt('/api/ext/paypal/complete')).toBe(400)
})

test('[E9] complete returns, without an envelope, whether the shopper has approved this cart’s checkout', async () => {
  const quoteId = await newCart(SKU, 1)
  const token = await begin(quoteId)
  const complete = async (body: object) => {
    const { http, ...rest } = await postJson('/api/ext/paypal/complete', body)
    return [http, rest]
  }
  const no = [400, { status: 'error' }]
  const yes = [200, { status: 'success' }]
  expect(await complete({ order_id: token, cart_id: quoteId })).toEqual(no)
  paypal.approve(token)
  expect(await complete({ order_id: token, cart_id: quoteId })).toEqual(yes)
  expect(await complete({ cart_id: token })).toEqual(yes)
  expect(await complete({ order_id: token, cart_id: await newCart(SKU, 1) })).toEqual(no)
  expect(await complete({ order_id: 'UNKNOWN123456', cart_id: quoteId })).toEqual(no)
  expect(await complete({ cart_id: quoteId })).toEqual(no)
  expect(captures()).toBe(0)
})

test('[E9] [H2] an order with an approved token is paid at once with the order’s own total', async () => {
  const quoteId = await newCart(SKU, 1)
  const token = await begin(quoteId)
  const estimate = paypal.orders.get(token)?.purchase_units[0].amount.value
  paypal.approve(token)
  const placed = await order(quoteId, token)
  expect(placed).toMatchObject({ http: 200, result: { orderNumber: expect.stringMatching(/^TL-/) } })
  // The address adds the tax and fees of Illinois.
  const amount = paypal.orders.get(token)?.purchase_units[0].amount.value
  expect(Number(amount)).toBeGreaterThan(Number(estimate))
  expect((await order(quoteId, token)).result).toEqual(placed.result)
  expect(captures()).toBe(1)
  await expectBalance(paypal, quoteId)
})

test('[audit D11] [E9] an unapproved or unknown token is refused with a message', async () => {
  const quoteId = await newCart(SKU, 1)
  const token = await begin(quoteId)
  const refused = { http: 402, result: { code: 'payment-canceled', message: DECLINE_MESSAGES.provider } }
  expect(await order(quoteId, 'NEVERGIVEN1')).toMatchObject(refused)
  expect(await order(quoteId, token)).toMatchObject(refused)
  expect(captures()).toBe(0)
  paypal.approve(token)
  expect((await order(quoteId, token)).http).toBe(200)
  await expectBalance(paypal, quoteId)
})

test('[E9] a used token, a token of another cart and a token of a changed cart are refused', async () => {
  const quoteId = await newCart(SKU, 1)
  const token = await begin(quoteId)
  paypal.approve(token)
  const stranger = await newCart(SKU, 1)
  const refused = { http: 402, result: { code: 'payment-canceled', message: DECLINE_MESSAGES.provider } }
  expect(await order(stranger, token)).toMatchObject(refused)
  const grown = await newCart(SKU, 1)
  const small = await begin(grown)
  paypal.approve(small)
  const more = { sku: 'TL-2002-1', parentSku: null, option: null, qty: 1, mutationId: null }
  expect(await addToCart(bindings, grown, more, Date.now())).toMatchObject({ ok: true })
  const outdated = { http: 409, result: { code: 'total-changed', message: APPROVED_AMOUNT_CHANGED_MESSAGE } }
  expect(await order(grown, small)).toMatchObject(outdated)
  expect((await order(quoteId, token)).http).toBe(200)
  expect(await order(stranger, token)).toMatchObject(refused)
  expect(await statusOf(stranger)).toEqual(['canceled', 'canceled'])
  expect(captures()).toBe(1)
  for (const cart of [stranger, grown, quoteId]) await expectBalance(paypal, cart)
})

test('[E9] [H2] a refund of PayPal’s dashboard is recorded once, and only in dollars', async () => {
  const quoteId = await newCart(SKU, 1)
  const token = await begin(quoteId)
  paypal.approve(token)
  const { result } = await order(quoteId, token)
  const { orderNumber: number } = result as { orderNumber: string }
  const refundEvent = (id: string, value: string, currency_code = 'USD') => ({
    id,
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    resource_type: 'refund',
    resource: {
      id: `R-${id}`,
      invoice_id: number,
      seller_payable_breakdown: { total_refunded_amount: { currency_code, value } },
    },
  })
  expect(await notify(paypal, refundEvent('E-R0', '5.00', 'EUR'))).toBe(200)
  expect(await statusOf(quoteId)).toEqual(['paid'])
  for (const sent of [
    refundEvent('E-R1', '5.00'),
    refundEvent('E-R1', '5.00'),
    refundEvent('E-R2', '5.00'),
  ]) {
    expect(await notify(paypal, sent)).toBe(200)
  }
  expect(await statusOf(quoteId)).toEqual(['partly_refunded'])
  const refunds = await env.DB.prepare(
    'SELECT amount FROM order_refund WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?)',
  )
    .bind(number)
    .all()
  expect(refunds.results).toEqual([{ amount: 500 }])
})
