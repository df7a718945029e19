import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newPaypal, openPaypalShop } from '../orders/payments/paypal/testing/paypal.harness.ts'
import {
  bindings,
  newCart,
  orderBody,
  postJson,
  readOrders,
} from '../orders/payments/testing/order-calls.harness.ts'

beforeAll(() => openPaypalShop())
beforeEach(() => {
  newPaypal()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const CARD = { payment_method_code: 'stripe', payment_method_additional: { confirmation_token: 'ctoken_ok' } }

const post = async (body: object) => {
  const { code, result = {} } = await postJson('/api/order', body)
  return { code, result }
}

test('[audit A14] after an order another body is 409, and the repeated body of a client queue has the first reply', async () => {
  const quoteId = await newCart('TL-2001-2', 1)
  const products = [{ sku: 'TL-2001-2', qty: 1 }]
  const first = await post(orderBody(quoteId, {}, { products }))
  expect(first.code).toBe(200)
  const queueFields = {
    order_id: 'local-1',
    created_at: '2026-11-22',
    updated_at: '2026-11-22',
    transmited: false,
  }
  expect(await post(orderBody(quoteId, {}, { products, ...queueFields }))).toMatchObject({
    code: 200,
    result: { orderNumber: first.result.orderNumber },
  })
  const other = await post(orderBody(quoteId, {}, { products: [{ sku: 'TL-2001-1', qty: 3 }] }))
  expect(other).toMatchObject({
    code: 409,
    result: { code: 'already-ordered', orderNumber: first.result.orderNumber },
  })
  expect(other.result.message).toContain(String(first.result.orderNumber))
  expect(await post(orderBody(quoteId, CARD, { products }))).toMatchObject({ code: 409 })
  expect(await readOrders(quoteId)).toHaveLength(1)
})

test('[audit A11] a total that differs from the one on the button is 409 with both sums, for every payment method', async () => {
  const quoteId = await newCart('TL-2001-2', 1)
  for (const info of [{}, CARD, { payment_method_code: 'paypal_express' }]) {
    const { code, result } = await post(orderBody(quoteId, info, { total_shown: 25_400 }))
    expect([code, result]).toMatchObject([
      409,
      { code: 'total-changed', sums: { before: 25_400, now: 27_488 } },
    ])
    expect(result.message).toBe(
      'The total is now $274.88, not $254.00. Nothing was charged. Check it and order again.',
    )
  }
  expect(await readOrders(quoteId)).toEqual([])
  expect((await post(orderBody(quoteId, {}, { total_shown: 27_488 }))).code).toBe(200)
})

test('[audit A11] for API clients a total that rose after they read it is refused once, and then charged', async () => {
  const quoteId = await newCart('TL-2001-2', 1)
  const { cart } = await bindings.CART.getByName(quoteId).readCheckout()
  if (!cart) throw new Error('the cart is missing')
  const shipTo = { countryId: 'US', regionId: 23, regionCode: 'IL', postcode: '60612', city: '' }
  await bindings.CART.getByName(quoteId).saveReportedTotal(
    { ...cart, shipTo } as unknown as typeof cart,
    27_000,
  )
  expect(await post(orderBody(quoteId))).toMatchObject({
    code: 409,
    result: { sums: { before: 27_000, now: 27_488 } },
  })
  expect(await readOrders(quoteId)).toEqual([])
  expect((await post(orderBody(quoteId))).code).toBe(200)
})
