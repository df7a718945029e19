/** An order while its provider of payment is away from the first second on: what is said, held and charged. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOLD_MS } from '../../../schema/orders/payment.ts'
import { findStock } from '../../catalog/product/product.sql.ts'
import { openPaypalShop } from './paypal/testing/paypal.harness.ts'
import { bindings, cartWith, orderBy, readOrders } from './testing/order-calls.harness.ts'
import { PAY_LATER } from './testing/pay-later.harness.ts'

const SKU = 'TL-2001-1'
/** The card: worker/checkout/placement/order-silent-provider.test.ts. */
const METHODS = ['paypal_express', 'afterpay', 'affirm']
type Answer = (signal: AbortSignal | null | undefined) => Promise<Response>
const AWAY: [how: string, answer: Answer][] = [
  ['refuses the connection', () => Promise.reject(new TypeError('Network connection lost.'))],
  ['fails', async () => new Response('<h1>502</h1>', { status: 502 })],
  [
    'is silent',
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  ],
]
const CASES = METHODS.flatMap((method) => AWAY.map(([how, answer]) => ({ method, how, answer })))

beforeAll(() => openPaypalShop(PAY_LATER))
afterEach(() => {
  globalThis.setTimeout = realTimeout
  vi.restoreAllMocks()
})

const inStock = async () => (await findStock(env.DB, ['TL-2001'])).get('TL-2001')?.qty

/** Forty times as fast as true time: timers of the shop, of its objects and of requests. */
const FASTER = 40
const { setTimeout: realTimeout } = globalThis
const realEnd = AbortSignal.timeout.bind(AbortSignal)
/** The longest timer that rang, in the shop's milliseconds. */
let longest = 0

beforeEach(() => {
  longest = 0
  globalThis.setTimeout = ((run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
    realTimeout(() => {
      longest = Math.max(longest, ms)
      run(...rest)
    }, ms / FASTER)) as unknown as typeof setTimeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => realEnd(ms / FASTER))
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
})

describe('[audit C1] [audit C4] [H2] in the first second, after 10 s and after the hold', () => {
  test.each(CASES)(
    '$method $how: answered within 12 s, nothing charged, and nothing reserved in the end',
    async ({ method, answer }) => {
      vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
        answer(init?.signal ?? (input instanceof Request ? input.signal : null)),
      )
      const before = await inStock()
      const quoteId = await cartWith(SKU, 1)
      expect(await orderBy(method, quoteId)).toMatchObject({
        http: 503,
        result: { code: 'payment-unavailable' },
      })
      expect(longest).toBeLessThanOrEqual(12_000)
      const later = Date.now() + HOLD_MS + 60_000
      vi.spyOn(Date, 'now').mockImplementation(() => later)
      await bindings.CART.getByName(quoteId).resume()
      await vi.waitFor(async () => expect(await inStock()).toBe(before), { timeout: 5_000 })
      expect((await readOrders(quoteId)).every(({ status }) => status === 'canceled')).toBe(true)
    },
  )
})
