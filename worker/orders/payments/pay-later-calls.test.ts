import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { APPROVED_AMOUNT_CHANGED_MESSAGE } from '../../../schema/orders/order.ts'
import type { PayLaterResult } from '../../../schema/orders/payments/afterpay/afterpay.api.ts'
import { app } from '../../app.ts'
import { affirmGateway } from './affirm/affirm.ts'
import { afterpayGateway } from './afterpay/afterpay.ts'
import type { Gateway } from './gateway.ts'
import {
  bindings,
  cartWith,
  openShop,
  orderBy,
  readOrders,
  SITE,
  startOrder,
} from './testing/order-calls.harness.ts'
import { follow, PAY_LATER, PayLaterSandbox } from './testing/pay-later.harness.ts'

const SKU = 'TL-2001-1'
/** What was approved is over another sum than the order: said so, and nothing moves. */
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
  return (await app.request(`${SITE}/api/ext/afterpay/checkout`, init, bindings)).json()
}

/** A checkout of the wire for this cart, approved; its token. */
async function approvedToken(quoteId: string): Promise<string> {
  const { code, result } = await begin({ cart_id: quoteId, email: 'ada@example.com' })
  expect(code).toBe(200)
  expect(await providers.decide(result.redirect_url, 'approve')).toContain(result.afterpay_token)
  return result.afterpay_token
}

/** A loan over these cents that a browser has taken by itself; its token. */
async function loan(total: number): Promise<string> {
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
  const back = await providers.decide(page, 'approve')
  return new URL(back, SITE).searchParams.get('checkout_token') ?? ''
}

const totalOf = async (quoteId: string) => (await readOrders(quoteId)).at(-1)?.total ?? 0

test('[E10] a client of the wire begins the checkout, has it approved and orders with its token: paid', async () => {
  const quoteId = await cartWith(SKU, 1)
  const token = await approvedToken(quoteId)
  const order = () => orderBy('afterpay', quoteId, { afterpay_token: token })
  // The estimate of an unknown place had no tax in it.
  expect(await order()).toMatchObject(OUTDATED)
  const now = await approvedToken(quoteId)
  const placed = await orderBy('afterpay', quoteId, { afterpay_token: now })
  expect(placed).toMatchObject({ http: 200, result: { orderNumber: expect.stringMatching(/^TL-/) } })
  const [, paid] = await readOrders(quoteId)
  expect(await providers.netReceived(paid?.number ?? '')).toBe(paid?.total)
})

test('[E10] [H2] a checkout of another cart, or over another sum, is not taken over and charges nothing', async () => {
  const [mine, others] = [await cartWith(SKU, 1), await cartWith(SKU, 2)]
  const token = await approvedToken(others)
  const refused = await orderBy('afterpay', mine, { afterpay_token: token })
  // Whose it is, and over how much, is nobody's to know.
  expect(refused).toMatchObject({ http: 402, result: { code: 'payment-canceled' } })
  expect(providers.calls.some((made) => made.endsWith('/capture'))).toBe(false)
})

test('[E10] without a cart, a buyer or a way back into the shop there is no checkout', async () => {
  const quoteId = await cartWith(SKU, 1)
  const answers = await Promise.all([
    begin({ cart_id: 'f'.repeat(32), email: 'ada@example.com' }),
    begin({ cart_id: quoteId }),
    begin({ cart_id: quoteId, email: 'ada@example.com', redirectConfirmUrl: 'https://evil.example/' }),
  ])
  expect(answers.map(({ code }) => code)).toEqual([404, 400, 400])
  expect(providers.calls).toEqual([])
})

test('[E11] a loan that the browser brings is compared before it is captured', async () => {
  const quoteId = await cartWith(SKU, 1)
  const wrong = await loan(99_999)
  expect(await orderBy('affirm', quoteId, { checkout_token: wrong })).toMatchObject(OUTDATED)
  const cents = await totalOf(quoteId)
  expect(providers.calls.filter((made) => made.endsWith('/void'))).toHaveLength(1)
  const right = await loan(cents)
  const placed = await orderBy('affirm', quoteId, { checkout_token: right })
  expect(placed.http).toBe(200)
  const paid = (await readOrders(quoteId)).at(-1)
  expect(await providers.netReceived(paid?.number ?? '')).toBe(cents)
  // The same loan pays for no second order, and the first keeps its money.
  const again = await orderBy('affirm', await cartWith(SKU, 1), { checkout_token: right })
  expect(again).toMatchObject({ http: 402, result: { code: 'payment-canceled' } })
  expect(await providers.netReceived(paid?.number ?? '')).toBe(cents)
})

test.each(['afterpay', 'affirm'])(
  '[E10] [E11] %s: the way back of somebody else’s order neither pays nor ends it',
  async (method) => {
    const [mine, stranger] = [await cartWith(SKU, 1), await cartWith(SKU, 1)]
    const { number, page } = await startOrder(method, mine)
    const status = async () => (await readOrders(mine)).map((sale) => sale.status)
    expect(await follow(`/checkout/cancel/${method}?order=${number}`, stranger)).toBe('/checkout/')
    const back = await providers.decide(page, 'approve')
    expect(await follow(back, stranger)).toBe('/checkout/')
    expect(await status()).toEqual(['pending_payment'])
    expect(providers.calls.some((made) => made.endsWith('/capture'))).toBe(false)
    expect(await follow(back, mine)).toBe('/checkout/onepage/success/')
    expect(await status()).toEqual(['paid'])
  },
)

test.each(['afterpay', 'affirm'])(
  '[E10] [E11] %s gives money back in parts, once for each key, and then the rest',
  async (method) => {
    const quoteId = await cartWith(SKU, 1)
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
    const first = await orderBy(method, quoteId)
    const { redirectUrl } = (first.result?.action ?? {}) as { redirectUrl: string }
    const back = new URL(await providers.decide(redirectUrl, 'approve'), SITE)
    await bindings.CART.getByName(quoteId).returnFromProvider({
      orderNumber: back.searchParams.get('order') ?? '',
      token: back.searchParams.get('checkout_token'),
    })
    const [sale] = await readOrders(quoteId)
    const orderNumber = sale?.number ?? ''
    const total = sale?.total ?? 0
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
