/** A total that changed after it was shown: the refusal has both totals, and nothing is charged. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toQueuedOrderResult } from '../../../client/checkout/placement/offline-order.store.ts'
import { openPaypalShop } from '../../orders/payments/paypal/testing/paypal.harness.ts'
import { newCart, placeOrderWith, readOrders } from '../../orders/payments/testing/order-calls.harness.ts'
import { PAY_LATER } from '../../orders/payments/testing/pay-later.harness.ts'

beforeAll(() => openPaypalShop(PAY_LATER))
afterEach(() => {
  vi.restoreAllMocks()
})

const WAYS: [name: string, method: string, additional: object | ''][] = [
  ['card', 'stripe', { confirmation_token: 'ctoken_ok' }],
  ['wallet', 'paypal_express', ''],
  ['wallet from the cart', 'paypal_express', { paypal_express_checkout_token: 'EC-1', button: 1 }],
  ['Afterpay', 'afterpay', ''],
  ['Afterpay, approved before', 'afterpay', { afterpay_token: '002.5lg55aejgk' }],
  ['Affirm', 'affirm', ''],
  ['Affirm, approved before', 'affirm', { checkout_token: 'A1B2C3' }],
  ['cash', 'cashondelivery', ''],
]

test.each(WAYS)(
  '[audit A11] %s: a total that differs from the shown one is refused with 409 and both totals',
  async (_, method, additional) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no provider may be called'))
    vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
    const quoteId = await newCart('TL-2001-2', 1)
    const refused = await placeOrderWith(method, quoteId, additional, { total_shown: 25_400 })
    expect(refused).toMatchObject({
      http: 409,
      result: {
        code: 'total-changed',
        sums: { before: 25_400, now: 27_488 },
        message: 'The total is now $274.88, not $254.00. Nothing was charged. Check it and order again.',
      },
    })
    expect(fetched).not.toHaveBeenCalled()
    expect(await readOrders(quoteId)).toEqual([])
  },
)

test('[audit A11] a queued order is refused with a message each time that it is sent', async () => {
  const quoteId = await newCart('TL-2001-2', 1)
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
  const waited = {
    order_id: 'local-1',
    created_at: '2026-11-22',
    updated_at: '2026-11-22',
    transmited: false,
  }
  for (let sent = 0; sent < 2; sent++) {
    const { http, result } = await placeOrderWith('cashondelivery', quoteId, '', {
      ...waited,
      total_shown: 25_400,
    })
    expect(toQueuedOrderResult({ resultCode: http, result })).toEqual({
      ok: false,
      message: 'The total is now $274.88, not $254.00. Nothing was charged. Check it and order again.',
    })
  }
  expect(await readOrders(quoteId)).toEqual([])
  expect((await placeOrderWith('cashondelivery', quoteId, '', { ...waited, total_shown: 27_488 })).http).toBe(
    200,
  )
})
