/** Orders while the payment provider is unavailable: the answer, the reservation and the charge. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RESERVATION_MS } from '../../../schema/orders/payment.ts'
import { findStock } from '../../catalog/product/product.sql.ts'
import { openPaypalShop } from './paypal/testing/paypal.harness.ts'
import { bindings, newCart, placeOrderWith, readOrders } from './testing/order-calls.harness.ts'
import { PAY_LATER } from './testing/pay-later.harness.ts'

const SKU = 'TL-2001-1'
/** Card payments are tested in worker/checkout/placement/unresponsive-provider.test.ts. */
const METHODS = ['paypal_express', 'afterpay', 'affirm']
type Answer = (signal: AbortSignal | null | undefined) => Promise<Response>
const OUTAGES: [outage: string, answer: Answer][] = [
  ['refuses the connection', () => Promise.reject(new TypeError('Network connection lost.'))],
  ['fails', async () => new Response('<h1>502</h1>', { status: 502 })],
  [
    'does not answer',
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  ],
]
const CASES = METHODS.flatMap((method) => OUTAGES.map(([outage, answer]) => ({ method, outage, answer })))

beforeAll(() => openPaypalShop(PAY_LATER))
afterEach(() => {
  globalThis.setTimeout = realTimeout
  vi.restoreAllMocks()
})

const inStock = async () => (await findStock(env.DB, ['TL-2001'])).get('TL-2001')?.qty

/** Timers of the shop, its Durable Objects and its requests run 40 times as fast. */
const SPEED = 40
const { setTimeout: realTimeout } = globalThis
const realAbortTimeout = AbortSignal.timeout.bind(AbortSignal)
/** The longest timer that ended, in the shop's milliseconds. */
let longest = 0

beforeEach(() => {
  longest = 0
  globalThis.setTimeout = ((run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
    realTimeout(() => {
      longest = Math.max(longest, ms)
      run(...rest)
    }, ms / SPEED)) as unknown as typeof setTimeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => realAbortTimeout(ms / SPEED))
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
})

describe('[audit C1] [audit C4] [H2] at once, after 10 s and after the reservation', () => {
  test.each(CASES)(
    '$method $outage: the shop answers within 12 s, charges nothing and releases the stock',
    async ({ method, answer }) => {
      vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
        answer(init?.signal ?? (input instanceof Request ? input.signal : null)),
      )
      const before = await inStock()
      const quoteId = await newCart(SKU, 1)
      expect(await placeOrderWith(method, quoteId)).toMatchObject({
        http: 503,
        result: { code: 'payment-unavailable' },
      })
      expect(longest).toBeLessThanOrEqual(12_000)
      const later = Date.now() + RESERVATION_MS + 60_000
      vi.spyOn(Date, 'now').mockImplementation(() => later)
      await bindings.CART.getByName(quoteId).resume()
      await vi.waitFor(async () => expect(await inStock()).toBe(before), { timeout: 5_000 })
      expect((await readOrders(quoteId)).every(({ status }) => status === 'canceled')).toBe(true)
    },
  )
})
