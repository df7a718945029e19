import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { DECLINE_MESSAGES, RESERVATION_MS } from '../../../schema/orders/payment.ts'
import { app } from '../../app.ts'
import { findStock } from '../../catalog/product/product.sql.ts'
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
const POOL = 'TL-2001'
const PAID = '/checkout/onepage/success/'
const CHECKOUT = '/checkout/'
const METHODS = ['afterpay', 'affirm']
let providers: PayLaterSandbox

beforeAll(() => openShop(PAY_LATER))
beforeEach(() => {
  providers = new PayLaterSandbox()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const statusesOf = async (quoteId: string) => (await readOrders(quoteId)).map(({ status }) => status)
const inStock = async () => (await findStock(env.DB, [POOL])).get(POOL)?.qty ?? Number.NaN

/** Checks that the providers' charges minus refunds equal the totals of the cart's paid orders. */
async function expectBalance(quoteId: string): Promise<void> {
  for (const { number, status, total } of await readOrders(quoteId)) {
    expect(await providers.netReceived(number)).toBe(status === 'paid' ? total : 0)
  }
}

test.each(METHODS)('[E10] [E11] [H2] %s: an approved order is paid once', async (method) => {
  const quoteId = await newCart(SKU, 1)
  const { number, page } = await startOrder(method, quoteId)
  // Neither a repeated order nor a return without an approval pays.
  expect((await startOrder(method, quoteId)).page).toBe(page)
  expect(await followReturn(`/checkout/return/${method}?order=${number}`, quoteId)).toBe(CHECKOUT)
  expect(await statusesOf(quoteId)).toEqual(['pending_payment'])
  const returnUrl = await providers.decide(page, 'approve')
  expect(await followReturn(returnUrl, quoteId)).toBe(PAID)
  expect(await followReturn(returnUrl, quoteId)).toBe(PAID)
  expect(await placeOrderWith(method, quoteId)).toMatchObject({ http: 200, result: { orderNumber: number } })
  expect(await statusesOf(quoteId)).toEqual(['paid'])
  await expectBalance(quoteId)
})

test.each(METHODS)(
  '[E13] %s: the cancellation of an order refunds the whole payment once',
  async (method) => {
    const quoteId = await newCart(SKU, 1)
    const { number, page } = await startOrder(method, quoteId)
    expect(await followReturn(await providers.decide(page, 'approve'), quoteId)).toBe(PAID)
    const cancel = () =>
      app.request(
        `${SITE}/api/ext/order/cancel`,
        { method: 'POST', body: JSON.stringify({ orderId: number, customerEmail: 'ada@example.com' }) },
        bindings,
        createExecutionContext(),
      )
    expect(await (await cancel()).json()).toEqual({ code: 200, result: true })
    await cancel()
    expect(await statusesOf(quoteId)).not.toEqual(['paid'])
    expect(await providers.netReceived(number)).toBe(0)
  },
)

test.each([
  ['afterpay', 'decline'],
  ['affirm', 'risky'],
])(
  '[E10] [E11] %s declines after the approval: nothing is charged, the next order is paid',
  async (method, choice) => {
    const quoteId = await newCart(SKU, 1)
    const before = await inStock()
    const { page } = await startOrder(method, quoteId)
    expect(await followReturn(await providers.decide(page, choice), quoteId)).toBe(CHECKOUT)
    expect(await statusesOf(quoteId)).toEqual(['canceled'])
    expect(await inStock()).toBe(before)
    const again = await startOrder(method, quoteId)
    expect(again.page).not.toBe(page)
    expect(await followReturn(await providers.decide(again.page, 'approve'), quoteId)).toBe(PAID)
    expect(await statusesOf(quoteId)).toEqual(['canceled', 'paid'])
    await expectBalance(quoteId)
  },
)

test.each([
  ['afterpay', 'cancel'],
  ['affirm', 'cancel'],
  ['affirm', 'decline'],
])(
  '[E10] [E11] %s, %s: the shopper returns without a payment, and the stock is released',
  async (method, choice) => {
    const quoteId = await newCart(SKU, 1)
    const before = await inStock()
    const { page } = await startOrder(method, quoteId)
    expect(before - (await inStock())).toBe(1)
    expect(await followReturn(await providers.decide(page, choice), quoteId)).toBe(CHECKOUT)
    expect(await statusesOf(quoteId)).toEqual(['canceled'])
    expect(await inStock()).toBe(before)
    await expectBalance(quoteId)
  },
)

test.each(METHODS)(
  '[E10] [E11] [H2] %s: an approval after the reservation charges nothing',
  async (method) => {
    const quoteId = await newCart(SKU, 1)
    const { page } = await startOrder(method, quoteId)
    const later = Date.now() + RESERVATION_MS + 1000
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    await bindings.CART.getByName(quoteId).resume()
    expect(await statusesOf(quoteId)).toEqual(['canceled'])
    const returnUrl = await providers.decide(page, 'approve').catch(() => null)
    if (returnUrl) expect(await followReturn(returnUrl, quoteId)).toBe(CHECKOUT)
    await expectBalance(quoteId)
  },
)

test.each(METHODS)('[E10] [E11] %s: an order is canceled when its checkout has expired', async (method) => {
  const quoteId = await newCart(SKU, 1)
  const { page } = await startOrder(method, quoteId)
  const returnUrl = await providers.decide(page, 'approve')
  await providers.expire(page)
  expect(await followReturn(returnUrl, quoteId)).toBe(CHECKOUT)
  expect(await statusesOf(quoteId)).toEqual(['canceled'])
  await expectBalance(quoteId)
})

test.each([
  ['afterpay', 'times out', /capture$/],
  ['affirm', 'times out', /capture$/],
  ['affirm', 'times out while it is authorized', /transactions$/],
] as const)('[H2] %s, a successful capture that %s: charged once, paid', async (method, _, path) => {
  const quoteId = await newCart(SKU, 1)
  const { page } = await startOrder(method, quoteId)
  const returnUrl = await providers.decide(page, 'approve')
  providers.timeOut(path)
  expect(await followReturn(returnUrl, quoteId)).toBe(PAID)
  expect(await statusesOf(quoteId)).toEqual(['paid'])
  await expectBalance(quoteId)
})

test('[E10] an amount outside the merchant’s limits at Afterpay is declined, and another method pays', async () => {
  const quoteId = await newCart(SKU, 1)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ errorCode: 'unsupported_payment_type', httpStatusCode: 422 }, { status: 422 }),
  )
  const { http, result } = await placeOrderWith('afterpay', quoteId)
  expect([http, result]).toMatchObject([402, { message: DECLINE_MESSAGES.provider }])
  expect(await placeOrderWith('cashondelivery', quoteId)).toMatchObject({ http: 200 })
})

test('[H2] an unknown capture at Afterpay is reversed before the order is canceled', async () => {
  const quoteId = await newCart(SKU, 1)
  const { page } = await startOrder('afterpay', quoteId)
  const returnUrl = await providers.decide(page, 'approve')
  await providers.fault({ match: 'payments.capture', status: 503, times: 2 })
  expect(await followReturn(returnUrl, quoteId)).toBe(CHECKOUT)
  expect(await statusesOf(quoteId)).toEqual(['canceled'])
  expect(providers.calls.at(-1)).toMatch(/reversal$/)
  await expectBalance(quoteId)
})

test.each(METHODS)('[H2] %s: each call is repeated after a lost reply', async (method) => {
  const quoteId = await newCart(SKU, 1)
  const target = method === 'afterpay' ? 'afterpay-api' : 'affirm-api'
  const loseReply = () => providers.fault({ target, action: 'lose_reply' })
  await loseReply()
  const { page } = await startOrder(method, quoteId)
  const returnUrl = await providers.decide(page, 'approve')
  const capture = method === 'afterpay' ? 'payments.capture' : 'transactions.capture'
  await providers.fault({ target, match: capture, action: 'lose_reply' })
  await loseReply()
  expect(await followReturn(returnUrl, quoteId)).toBe(PAID)
  await expectBalance(quoteId)
})

test.each(METHODS)(
  '[H2] %s: after any lost requests or replies, no shopper pays twice or without an order',
  async (method) => {
    const statuses = new Set<string>()
    for (const lost of [
      [0, 1],
      [1, 2],
      [2, 3],
      [2, 3, 4, 5],
    ]) {
      for (const isDone of [false, true]) {
        const quoteId = await newCart(method === 'afterpay' ? 'TL-2002-1' : SKU, 1)
        providers.lose(lost, isDone)
        const begun = await placeOrderWith(method, quoteId)
        const { redirectUrl = '' } = (begun.result?.action ?? {}) as { redirectUrl?: string }
        if (redirectUrl) await followReturn(await providers.decide(redirectUrl, 'approve'), quoteId)
        // Resumes the journal as its alarm does.
        for (let run = 0; run < 3; run += 1) await bindings.CART.getByName(quoteId).resume()
        for (const status of await statusesOf(quoteId)) statuses.add(status)
        await expectBalance(quoteId)
      }
    }
    expect(statuses).toEqual(new Set(['paid', 'canceled']))
  },
)

test.each(METHODS)(
  '[E6] %s: paying another way releases the stock with a message; after the payment it changes nothing',
  async (method) => {
    const quoteId = await newCart(SKU, 1)
    const left = await inStock()
    const payAnotherWay = () =>
      app.request(
        `${SITE}/checkout/form/`,
        {
          method: 'POST',
          headers: { cookie: `__Host-cart=${quoteId}`, 'sec-fetch-site': 'same-origin' },
          body: new URLSearchParams({ action: 'cancel-payment', step: 'payment' }),
        },
        bindings,
        createExecutionContext(),
      )
    const first = await startOrder(method, quoteId)
    expect((await payAnotherWay()).headers.get('location')).toBe(CHECKOUT)
    const { cart, draft, pending } = await env.CART.getByName(quoteId).readCheckout()
    expect([cart?.lines.map(({ qty }) => qty), pending]).toEqual([[1], null])
    expect(draft?.notice).toBe(ORDER_MESSAGES['payment-canceled'])
    expect(await inStock()).toBe(left)
    // A late approval of the canceled order, if the provider allows it, pays nothing.
    const late = await providers.decide(first.page, 'approve').catch(() => null)
    if (late !== null) await followReturn(late, quoteId)
    expect(await statusesOf(quoteId)).toEqual(['canceled'])
    const second = await startOrder(method, quoteId)
    expect(await followReturn(await providers.decide(second.page, 'approve'), quoteId)).toBe(PAID)
    expect((await payAnotherWay()).headers.get('location')).toBe(PAID)
    expect((await statusesOf(quoteId)).sort()).toEqual(['canceled', 'paid'])
    await expectBalance(quoteId)
  },
)
