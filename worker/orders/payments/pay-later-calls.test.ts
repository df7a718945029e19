import { createExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { APPROVED_AMOUNT_CHANGED_MESSAGE } from '../../../schema/orders/order.ts'
import type { PayLaterResult } from '../../../schema/orders/payments/afterpay/afterpay.api.ts'
import { app } from '../../app.ts'
import { affirmGateway } from './affirm/affirm.ts'
import { afterpayGateway } from './afterpay/afterpay.ts'
import type { Gateway } from './gateway.ts'
import {
  bindings,
  newCart,
  openShop,
  placeOrderWith,
  readOrders,
  SITE,
  startOrder,
} from './testing/order-calls.harness.ts'
import { followReturn, PAY_LATER, PayLaterSandbox } from './testing/pay-later.harness.ts'

const SKU = 'TL-2001-1'
/** The refusal of an order whose total differs from the approved amount. */
const OUTDATED = { http: 409, result: { code: 'total-changed', message: APPROVED_AMOUNT_CHANGED_MESSAGE } }
let providers: PayLaterSandbox

beforeAll(() => openShop(PAY_LATER))
beforeEach(() => {
  providers = new PayLaterSandbox()
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function begin(body: object): Promise<{ code: number; result: PayLaterResult }> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return (
    await app.request(`${SITE}/api/ext/afterpay/checkout`, init, bindings, createExecutionContext())
  ).json()
}

/** Begins a checkout of this cart by the API and approves it; returns its token. */
async function approvedToken(quoteId: string): Promise<string> {
  const { code, result } = await begin({ cart_id: quoteId, email: 'ada@example.com' })
  expect(code).toBe(200)
  expect(await providers.decide(result.redirect_url, 'approve')).toContain(result.afterpay_token)
  return result.afterpay_token
}

/** Takes a loan of this total outside of the shop, as an API client does; returns its token. */
async function takeLoan(total: number): Promise<string> {
  const merchant = {
    public_api_key: PAY_LATER.AFFIRM_PUBLIC_KEY,
    user_confirmation_url_action: 'GET',
    user_confirmation_url: `${SITE}/checkout/`,
    user_cancel_url: `${SITE}/checkout/`,
  }
  const reply = await fetch('https://affirm.example/api/v2/checkout/direct', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${PAY_LATER.AFFIRM_PUBLIC_KEY}:${PAY_LATER.AFFIRM_PRIVATE_KEY}`)}`,
    },
    body: JSON.stringify({ merchant, items: [], total }),
  })
  const { redirect_url: page } = await reply.json<{ redirect_url: string }>()
  const returnUrl = await providers.decide(page, 'approve')
  return new URL(returnUrl, SITE).searchParams.get('checkout_token') ?? ''
}

const totalOf = async (quoteId: string) => (await readOrders(quoteId)).at(-1)?.total ?? 0

test('[E10] a client of the API begins a checkout and orders with its approved token: the order is paid', async () => {
  const quoteId = await newCart(SKU, 1)
  const token = await approvedToken(quoteId)
  const order = () => placeOrderWith('afterpay', quoteId, { afterpay_token: token })
  // The estimate without an address had no tax.
  expect(await order()).toMatchObject(OUTDATED)
  const current = await approvedToken(quoteId)
  const placed = await placeOrderWith('afterpay', quoteId, { afterpay_token: current })
  expect(placed).toMatchObject({ http: 200, result: { orderNumber: expect.stringMatching(/^TL-/) } })
  const [, paid] = await readOrders(quoteId)
  expect(await providers.netReceived(paid?.number ?? '')).toBe(paid?.total)
})

test('[E10] [H2] a checkout of another cart is refused and charges nothing', async () => {
  const [own, other] = [await newCart(SKU, 1), await newCart(SKU, 2)]
  const token = await approvedToken(other)
  const refused = await placeOrderWith('afterpay', own, { afterpay_token: token })
  // The refusal reveals neither the cart nor the amount of the checkout.
  expect(refused).toMatchObject({ http: 402, result: { code: 'payment-canceled' } })
  expect(providers.calls.some((path) => path.endsWith('/capture'))).toBe(false)
})

test('[E10] a checkout needs a cart, a buyer and return URLs of the shop', async () => {
  const quoteId = await newCart(SKU, 1)
  const answers = await Promise.all([
    begin({ cart_id: 'f'.repeat(32), email: 'ada@example.com' }),
    begin({ cart_id: quoteId }),
    begin({ cart_id: quoteId, email: 'ada@example.com', redirectConfirmUrl: 'https://evil.example/' }),
  ])
  expect(answers.map(({ code }) => code)).toEqual([404, 400, 400])
  expect(providers.calls).toEqual([])
})

test('[E11] a loan that an API client has taken is compared before its capture', async () => {
  const quoteId = await newCart(SKU, 1)
  const wrong = await takeLoan(99_999)
  expect(await placeOrderWith('affirm', quoteId, { checkout_token: wrong })).toMatchObject(OUTDATED)
  const cents = await totalOf(quoteId)
  expect(providers.calls.filter((path) => path.endsWith('/void'))).toHaveLength(1)
  const right = await takeLoan(cents)
  const placed = await placeOrderWith('affirm', quoteId, { checkout_token: right })
  expect(placed.http).toBe(200)
  const paid = (await readOrders(quoteId)).at(-1)
  expect(await providers.netReceived(paid?.number ?? '')).toBe(cents)
  // The same loan cannot pay a second order, and stays with the first.
  const again = await placeOrderWith('affirm', await newCart(SKU, 1), { checkout_token: right })
  expect(again).toMatchObject({ http: 402, result: { code: 'payment-canceled' } })
  expect(await providers.netReceived(paid?.number ?? '')).toBe(cents)
})

test.each(['afterpay', 'affirm'])(
  '[E10] [E11] %s: another shopper’s browser with the return URL neither pays nor ends the order',
  async (method) => {
    const [own, stranger] = [await newCart(SKU, 1), await newCart(SKU, 1)]
    const { number, page } = await startOrder(method, own)
    const status = async () => (await readOrders(own)).map((order) => order.status)
    expect(await followReturn(`/checkout/cancel/${method}?order=${number}`, stranger)).toBe('/checkout/')
    const returnUrl = await providers.decide(page, 'approve')
    expect(await followReturn(returnUrl, stranger)).toBe('/checkout/')
    expect(await status()).toEqual(['pending_payment'])
    expect(providers.calls.some((path) => path.endsWith('/capture'))).toBe(false)
    expect(await followReturn(returnUrl, own)).toBe('/checkout/onepage/success/')
    expect(await status()).toEqual(['paid'])
  },
)

test.each(['afterpay', 'affirm'])(
  '[E10] [E11] %s refunds in parts, once for each key, and then the rest',
  async (method) => {
    const quoteId = await newCart(SKU, 1)
    const isAfterpay = method === 'afterpay'
    const gateway: Gateway = isAfterpay
      ? afterpayGateway({
          merchantId: PAY_LATER.AFTERPAY_MERCHANT_ID,
          secretKey: PAY_LATER.AFTERPAY_SECRET_KEY,
          apiUrl: PAY_LATER.AFTERPAY_API_URL,
        })
      : affirmGateway({
          publicKey: PAY_LATER.AFFIRM_PUBLIC_KEY,
          privateKey: PAY_LATER.AFFIRM_PRIVATE_KEY,
          apiUrl: PAY_LATER.AFFIRM_API_URL,
        })
    const first = await placeOrderWith(method, quoteId)
    const { redirectUrl } = (first.result?.action ?? {}) as { redirectUrl: string }
    const returnUrl = new URL(await providers.decide(redirectUrl, 'approve'), SITE)
    await bindings.CART.getByName(quoteId).returnFromProvider({
      orderNumber: returnUrl.searchParams.get('order') ?? '',
      token: returnUrl.searchParams.get('checkout_token'),
    })
    const [order] = await readOrders(quoteId)
    const orderNumber = order?.number ?? ''
    const total = order?.total ?? 0
    const chargeRef = await providers.chargeOf(orderNumber)
    const refund = (key: string, amount: number | null) =>
      gateway.refund({ orderNumber, chargeRef, amount, key: `${orderNumber}:${key}` })
    expect(await refund('one', 1_000)).toBe('refunded')
    expect(await refund('one', 1_000)).toBe('refunded')
    expect(await providers.netReceived(orderNumber)).toBe(total - 1_000)
    expect(await refund('more', total)).toBe('refused')
    expect(await refund('rest', null)).toBe('refunded')
    expect(await refund('rest', null)).toBe('refunded')
    expect(await providers.netReceived(orderNumber)).toBe(0)
  },
)
