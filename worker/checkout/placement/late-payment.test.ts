import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CART_TTL_MS } from '../../../schema/cart/cart.ts'
import { RESERVATION_MS } from '../../../schema/orders/payment.ts'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import {
  expectBalance,
  newPaypal,
  openPaypalShop,
  returnFromPaypal,
  startPaypalOrder,
} from '../../orders/payments/paypal/testing/paypal.harness.ts'
import {
  bindings,
  newCart,
  readOrders,
  startOrder,
} from '../../orders/payments/testing/order-calls.harness.ts'
import { followReturn, PAY_LATER, PayLaterSandbox } from '../../orders/payments/testing/pay-later.harness.ts'

let now = 0

beforeAll(() => openPaypalShop(PAY_LATER))
afterEach(() => {
  vi.restoreAllMocks()
})

function later(ms: number): void {
  now = Date.now() + ms
  vi.spyOn(Date, 'now').mockImplementation(() => now)
}

const statusesOf = async (quoteId: string) => (await readOrders(quoteId)).map(({ status }) => status)
/** Returns the refunded amounts in the mails about a canceled order. */
async function returnedAmounts(number: string): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `SELECT payload ->> '$.amount' AS amount FROM outbox
     WHERE kind = 'payment-returned' AND payload ->> '$.orderNumber' = ?`,
  )
    .bind(number)
    .all<{ amount: number }>()
  return results.map(({ amount }) => amount)
}
const resume = (quoteId: string) => bindings.CART.getByName(quoteId).resume()
const alarmOf = (quoteId: string) =>
  runInDurableObject(env.CART.getByName(quoteId), (_: unknown, state: DurableObjectState) =>
    state.storage.getAlarm(),
  )

/** Delays the requests with a matching path until `arrive` runs them. `answerAtOnce` is their response meanwhile. */
function delaying(paths: RegExp, answerAtOnce?: () => Response) {
  const real = vi.mocked(globalThis.fetch).getMockImplementation() ?? globalThis.fetch
  const delayed: [string, RequestInit][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!paths.test(new URL(request.url).pathname)) return real(request)
    const { method, headers } = request
    // As text, because a request cannot be read outside of the object that received it.
    delayed.push([request.url, { method, headers: Object.fromEntries(headers), body: await request.text() }])
    if (answerAtOnce) return answerAtOnce()
    throw new TypeError('Network connection lost.')
  })
  return {
    stop: () => vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => real(input, init)),
    arrive: async () => {
      const [first] = delayed
      if (first) await real(...first)
    },
  }
}

test('[audit C3] approved at PayPal while PayPal does not answer: retried within the reservation, and paid', async () => {
  const paypal = newPaypal()
  const quoteId = await newCart('TL-2001-1', 1)
  const { number, paymentId } = await startPaypalOrder(quoteId)
  paypal.approve(paymentId)
  const silence = delaying(/./)
  expect(await returnFromPaypal('return', quoteId, number, paymentId)).toMatch(
    /^https:.*\/order\/TL-.*asking=1$|^\/checkout\/$/,
  )
  expect(((await alarmOf(quoteId)) ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThanOrEqual(MINUTE_MS)
  silence.stop()
  later(2 * MINUTE_MS)
  await resume(quoteId)
  expect(await statusesOf(quoteId)).toEqual(['paid'])
  await expectBalance(paypal, quoteId)
})

/** A payment at PayPal that the shop canceled while its capture is still in flight. */
async function fallenWithCaptureOnItsWay() {
  const paypal = newPaypal()
  const quoteId = await newCart('TL-2001-1', 1)
  const { number, paymentId } = await startPaypalOrder(quoteId)
  paypal.approve(paymentId)
  const capture = delaying(/\/capture$/)
  await returnFromPaypal('return', quoteId, number, paymentId)
  later(RESERVATION_MS + MINUTE_MS)
  await resume(quoteId)
  expect(await statusesOf(quoteId)).toEqual(['canceled'])
  return { paypal, quoteId, number, capture }
}

test('[audit C2] a capture at PayPal that arrives after the cancellation, with its event lost, is refunded', async () => {
  const { paypal, quoteId, number, capture } = await fallenWithCaptureOnItsWay()
  capture.stop()
  await capture.arrive()
  expect(paypal.captured.get(number)).toBeGreaterThan(0)
  for (const after of [2 * MINUTE_MS, 60 * MINUTE_MS]) {
    expect(await alarmOf(quoteId)).not.toBeNull()
    later(after)
    await resume(quoteId)
  }
  await expectBalance(paypal, quoteId)
  expect(await returnedAmounts(number)).toEqual([paypal.captured.get(number)])
})

test('[audit C2] a check for a late payment leaves the cart’s next order open', async () => {
  const { quoteId, capture } = await fallenWithCaptureOnItsWay()
  capture.stop()
  await startPaypalOrder(quoteId)
  later(2 * MINUTE_MS)
  await resume(quoteId)
  expect((await bindings.CART.getByName(quoteId).readForMerge()).isInOrder).toBe(true)
  later(RESERVATION_MS)
  await resume(quoteId)
  expect(await statusesOf(quoteId)).toEqual(['canceled', 'canceled'])
})

test('[audit C2] after a cancellation the payment is checked until PayPal’s own time limit, less often each time', async () => {
  const { paypal, quoteId, capture } = await fallenWithCaptureOnItsWay()
  const from = Date.now()
  const reads = () => paypal.calls.filter((call) => call.startsWith('GET')).length
  let looks = 0
  while (looks < 60) {
    const before = reads()
    later(MINUTE_MS * 2 ** Math.min(looks, 9))
    await resume(quoteId)
    if (reads() === before) break
    looks += 1
  }
  expect(looks).toBeGreaterThan(8)
  expect(Date.now() - from).toBeGreaterThan(72 * 3_600_000)
  expect(looks).toBeLessThan(40)
  capture.stop()
})

test('[audit C2] [C3] while D1 does not answer, the next check for a late payment comes later, not at once', async () => {
  const { paypal, quoteId, number, capture } = await fallenWithCaptureOnItsWay()
  capture.stop()
  await capture.arrive()
  later(2 * MINUTE_MS)
  const { prepare } = env.DB
  const away = vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
    if (/^select .* from "sales_order"/.test(sql)) throw new Error('D1 is away')
    return prepare.call(env.DB, sql)
  })
  await runDurableObjectAlarm(bindings.CART.getByName(quoteId))
  expect(away.mock.results.filter(({ type }) => type === 'throw')).toHaveLength(1)
  away.mockRestore()
  later(0)
  expect(await alarmOf(quoteId)).toBeGreaterThan(Date.now() + 20_000)
  later(10 * MINUTE_MS)
  await resume(quoteId)
  expect(await returnedAmounts(number)).toEqual([paypal.captured.get(number)])
})

test('[audit C2] a cart of thirty days is not deleted while a late payment of its order may arrive', async () => {
  const { paypal, quoteId, number, capture } = await fallenWithCaptureOnItsWay()
  const cart = bindings.CART.getByName(quoteId)
  await capture.arrive()
  // PayPal does not answer, so the state is unknown.
  delaying(/./)
  later(CART_TTL_MS)
  // The object checks once, and skips the reminders of a cart without an e-mail address.
  for (let rings = 0; rings < 4; rings += 1) await runDurableObjectAlarm(cart)
  expect(await alarmOf(quoteId)).toBeGreaterThan(Date.now())
  capture.stop()
  later(24 * 60 * MINUTE_MS)
  await runDurableObjectAlarm(cart)
  expect(await returnedAmounts(number)).toEqual([paypal.captured.get(number)])
  // Afterwards no payment can arrive.
  await runDurableObjectAlarm(cart)
  expect(await cart.read()).toBeNull()
})

test.each([
  ['afterpay', /\/capture$/, /\/reversal$/],
  ['affirm', /\/capture$/, /\/void$/],
])(
  '[audit C2] %s: a payment that arrives although it was ended is refunded',
  async (method, taking, ending) => {
    const providers = new PayLaterSandbox()
    const quoteId = await newCart('TL-2001-1', 1)
    const { number, page } = await startOrder(method, quoteId)
    const back = await providers.decide(page, 'approve')
    const ended = delaying(ending, () =>
      method === 'affirm' ? Response.json({}) : new Response(null, { status: 204 }),
    )
    const capture = delaying(taking)
    await followReturn(back, quoteId)
    later(RESERVATION_MS + MINUTE_MS)
    await resume(quoteId)
    expect(await statusesOf(quoteId)).toEqual(['canceled'])
    capture.stop()
    await capture.arrive()
    expect(await providers.netReceived(number)).toBeGreaterThan(0)
    ended.stop()
    later(2 * MINUTE_MS)
    await resume(quoteId)
    expect(await providers.netReceived(number)).toBe(0)
    expect(await returnedAmounts(number)).toHaveLength(1)
  },
)
