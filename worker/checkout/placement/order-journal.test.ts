import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { cancelAwaitingOrder, isOrderInProgress, paymentChanged, placeOrderOfCart } from './order-journal.ts'
import {
  cardOrder,
  cartOf,
  cashOrder,
  fillCart,
  inCart,
  intentOf,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
  recover,
  stockOf,
} from './testing/order-placement.harness.ts'

let harness: PlacementHarness
let quote: string
let count = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  count += 1
  quote = count.toString(16).padStart(32, '0')
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  await env.DB.prepare("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1001'").run()
})

test('[E8] a card order reserves the stock, charges the total once, closes the cart and writes one mail', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const outcome = await placeTestOrder(quote, harness, cardOrder())
  // 504.00 and 6.25 % tax and four tires at 2.50
  expect(outcome).toMatchObject({ ok: true, totals: { grandTotal: 50_400 + 3150 + 1000 } })
  expect(await stockOf('TL-2001')).toBe(36)
  const [order] = await ordersOf(quote)
  expect(order).toMatchObject({ status: 'paid', grand_total: 54_550 })
  expect([...harness.stripe.captured.entries()]).toEqual([[order?.order_number, 54_550]])
  expect((await cartOf(quote, harness))?.orderNumber).toBe(order?.order_number)
  expect(harness.mails).toHaveLength(1)
})

test('[E12] cash on delivery: the order is processing, nothing is charged', async () => {
  await fillCart(quote, harness, { 'TL-2001-2': 2 })
  expect(await placeTestOrder(quote, harness, cashOrder())).toMatchObject({ ok: true })
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['processing'])
  expect(harness.stripe.calls).toEqual([])
  expect(await stockOf('TL-2001')).toBe(36)
})

test('[E12] a cart with only virtual products cannot be paid in cash', async () => {
  await fillCart(quote, harness, { 'RH-1': 1 })
  expect(await placeTestOrder(quote, harness, cashOrder({ shippingAddress: null }))).toMatchObject({
    code: 'payment-method',
  })
  expect(await placeTestOrder(quote, harness, cardOrder({ shippingAddress: null }))).toMatchObject({
    ok: true,
  })
})

test('[H2] 100 parallel requests for the same order are one order and one charge', async () => {
  await fillCart(quote, harness, { 'TL-2001-1': 1 })
  const outcomes = await inCart(quote, harness, (ctx) =>
    Promise.all(Array.from({ length: 100 }, () => placeOrderOfCart(ctx, cardOrder()))),
  )
  const [order, ...others] = await ordersOf(quote)
  expect(others).toEqual([])
  expect(
    new Set(outcomes === 'died' ? [] : outcomes.map((one) => (one.ok ? one.orderNumber : one.code))),
  ).toEqual(new Set([order?.order_number]))
  expect([...harness.stripe.captured.values()]).toEqual([order?.grand_total])
  expect(await stockOf('TL-2001')).toBe(39)
})

test('[H2] [audit A14] a repeated request returns the same order; another order of its cart is refused with the order number', async () => {
  await fillCart(quote, harness, { 'TL-2001-1': 1 })
  const first = await placeTestOrder(quote, harness, cardOrder())
  expect(await placeTestOrder(quote, harness, cardOrder())).toEqual(first)
  expect(await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_other' }))).toEqual(
    first,
  )
  const [order] = await ordersOf(quote)
  expect(await placeTestOrder(quote, harness, cashOrder({ email: 'other@example.com' }))).toMatchObject({
    ok: false,
    code: 'already-ordered',
    orderNumber: order?.order_number,
  })
  expect(harness.stripe.captured.size).toBe(1)
})

test('[H2] two buyers of the last unit: one order, one stock message', async () => {
  const other = `f${quote.slice(1)}`
  await fillCart(quote, harness, { 'TL-1001': 1 })
  await fillCart(other, harness, { 'TL-1001': 1 })
  const outcomes = [
    await placeTestOrder(quote, harness, cardOrder()),
    await placeTestOrder(other, harness, cardOrder()),
  ]
  expect(outcomes[0]).toMatchObject({ ok: true })
  expect(outcomes[1]).toMatchObject({
    ok: false,
    code: 'out-of-stock',
    message: 'Some products are out of stock. Please update your cart and try again.',
    changes: [{ sku: 'TL-1001', problem: 'stock', available: 0 }],
  })
  expect(await stockOf('TL-1001')).toBe(0)
  expect(harness.stripe.captured.size).toBe(1)
})

test('[H2] the last unit is sold between the check and the batch: the constraint refuses, nothing is charged', async () => {
  await fillCart(quote, harness, { 'TL-1001': 1 })
  const { prepare } = env.DB
  const sold = prepare.call(env.DB, "UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-1001'")
  const outcome = await inCart(quote, harness, (ctx) => {
    const { batch } = ctx.env.DB
    Object.assign(ctx.env.DB, {
      batch: async (statements: D1PreparedStatement[]) => {
        await sold.run()
        return batch(statements)
      },
    })
    return placeOrderOfCart(ctx, cardOrder())
  })
  expect(outcome).toMatchObject({ code: 'out-of-stock', changes: [{ sku: 'TL-1001', available: 0 }] })
  expect(await ordersOf(quote)).toEqual([])
  expect(harness.stripe.calls).toEqual([])
  expect((await cartOf(quote, harness))?.lines).toHaveLength(1)
})

test('[E8] a declined card: the cart is unchanged, the stock is released, the next card places a new order', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const before = (await cartOf(quote, harness))?.lines
  const declined = await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_declined' }))
  expect(declined).toMatchObject({ ok: false, code: 'payment-declined' })
  expect(await stockOf('TL-2001')).toBe(40)
  expect((await cartOf(quote, harness))?.lines).toEqual(before)
  expect(await inCart(quote, harness, isOrderInProgress)).toBe(false)
  expect([...harness.stripe.intents.values()].map((intent) => intent.status)).toEqual(['canceled'])

  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ ok: true })
  const orders = await ordersOf(quote)
  expect(orders.map((order) => order.status)).toEqual(['canceled', 'paid'])
  expect(new Set(orders.map((order) => order.order_number)).size).toBe(2)
})

test('[E8] a repeated request with the declined card does not reach the bank', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const request = cardOrder({ confirmationToken: 'ctoken_declined' })
  const first = await placeTestOrder(quote, harness, request)
  const calls = harness.stripe.calls.length
  expect(await placeTestOrder(quote, harness, request)).toEqual(first)
  expect(harness.stripe.calls).toHaveLength(calls)
})

test('[E8] 3-D Secure: the same request continues after the bank, and only then the order is placed', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const request = cardOrder({ confirmationToken: 'ctoken_3ds' })
  expect(await placeTestOrder(quote, harness, request)).toMatchObject({
    code: 'payment-action',
    action: { clientSecret: expect.stringContaining(`${intentOf(harness)}_secret_`) },
    holdUntil: harness.now + 15 * 60_000,
  })
  expect(await inCart(quote, harness, isOrderInProgress)).toBe(true)
  expect(await placeTestOrder(quote, harness, request)).toMatchObject({ code: 'payment-action' })
  harness.stripe.answerBank(intentOf(harness))
  expect(await placeTestOrder(quote, harness, request)).toMatchObject({ ok: true })
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['paid'])
})

test('[E8] a failed bank check releases everything', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const request = cardOrder({ confirmationToken: 'ctoken_3ds_fails' })
  await placeTestOrder(quote, harness, request)
  harness.stripe.answerBank(intentOf(harness))
  expect(await placeTestOrder(quote, harness, request)).toMatchObject({ code: 'payment-declined' })
  expect(await stockOf('TL-2001')).toBe(40)
})

test('[E8] another card while the bank still waits: the first intent is ended before the second is created', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ ok: true })
  expect([...harness.stripe.intents.values()].map((intent) => intent.status)).toEqual([
    'canceled',
    'succeeded',
  ])
  expect(await stockOf('TL-2001')).toBe(36)
})

test('[H2] a reservation ends after 15 minutes: the intent is canceled first, then the stock is released', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  await recover(quote, harness)
  expect([...harness.stripe.intents.values()].map((intent) => intent.status)).toEqual(['canceled'])
  expect(await stockOf('TL-2001')).toBe(40)
  expect(await inCart(quote, harness, isOrderInProgress)).toBe(false)
})

test('[H2] a reservation that ends after the shopper has paid becomes an order and is not released', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  harness.stripe.answerBank(intentOf(harness))
  await recover(quote, harness)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['paid'])
  expect(await stockOf('TL-2001')).toBe(36)
})

test('[H2] a webhook completes a paid order; an early, repeated, foreign or unknown webhook changes nothing', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  const orderNumber = (await ordersOf(quote))[0]?.order_number ?? ''
  const hear = (paymentId: string, number = orderNumber) =>
    inCart(quote, harness, (ctx) => paymentChanged(ctx, { paymentId, orderNumber: number }))
  const status = async () => (await ordersOf(quote)).map((order) => order.status)
  await hear(intentOf(harness))
  await hear('pi_999')
  await hear(intentOf(harness), 'TL-00000000')
  expect(await status()).toEqual(['pending_payment'])
  harness.stripe.answerBank(intentOf(harness))
  await hear(intentOf(harness))
  await hear(intentOf(harness))
  expect(await status()).toEqual(['paid'])
  expect(harness.mails).toHaveLength(1)
})

test('[H2] [audit C2] a payment for a released order is refunded, once, with a mail to its buyer', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  const orderNumber = (await ordersOf(quote))[0]?.order_number ?? ''
  await recover(quote, harness)
  const intent = harness.stripe.intents.get(intentOf(harness))
  if (intent) intent.status = 'requires_action'
  harness.stripe.answerBank(intentOf(harness))
  const hear = () =>
    inCart(quote, harness, (ctx) => paymentChanged(ctx, { paymentId: intentOf(harness), orderNumber }))
  await hear()
  await hear()
  expect([...harness.stripe.refunded.values()]).toEqual([54_550])
  // One mail to its buyer.
  const { results } = await env.DB.prepare(
    "SELECT payload FROM outbox WHERE kind = 'payment-returned' AND payload ->> '$.orderNumber' = ?",
  )
    .bind(orderNumber)
    .all()
  expect(results).toEqual([{ payload: JSON.stringify({ orderNumber, amount: 54_550 }) }])
  expect(harness.mails).toHaveLength(1)
  expect(await stockOf('TL-2001')).toBe(40)
})

test('[E6] a changed price is reported with the old one, set in the cart and not charged', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  await env.DB.prepare("UPDATE product SET price = 51000 WHERE sku = 'TL-2001-4'").run()
  const outcome = await placeTestOrder(quote, harness, cardOrder())
  expect(outcome).toMatchObject({
    code: 'price-changed',
    changes: [{ sku: 'TL-2001-4', problem: 'price', before: 50_400, now: 51_000 }],
  })
  expect((await cartOf(quote, harness))?.lines[0]?.unitPrice).toBe(51_000)
  expect(harness.stripe.calls).toEqual([])
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ ok: true })
  await env.DB.prepare("UPDATE product SET price = 50400 WHERE sku = 'TL-2001-4'").run()
})

test('[E6] a product that is no longer sold is removed from the cart and reported', async () => {
  await fillCart(quote, harness, { 'TL-1005': 1, 'TL-2001-1': 1 })
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({
    code: 'price-changed',
    changes: [{ sku: 'TL-1005', problem: 'gone' }],
  })
  expect((await cartOf(quote, harness))?.lines.map((line) => line.sku)).toEqual(['TL-2001-1'])
})

test('[D9] an order counts a use of the coupon, and a release gives the use back', async () => {
  const coupon = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 } as const
  const used = async () =>
    (await env.DB.prepare("SELECT times_used AS n FROM coupon WHERE code = 'SAVE10'").first<{ n: number }>())
      ?.n
  await fillCart(quote, harness, { 'TL-2001-4': 1 }, { coupon })
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_declined' }))
  expect(await used()).toBe(0)
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ ok: true, couponCode: 'SAVE10' })
  expect(await used()).toBe(1)
})

test('[D9] a coupon that was used up meanwhile is removed and reported, and nothing is charged', async () => {
  const coupon = { code: 'USEDUP', kind: 'percent', value: 15, minSubtotal: 0 } as const
  await fillCart(quote, harness, { 'TL-2001-4': 1 }, { coupon })
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ code: 'coupon-changed' })
  expect((await cartOf(quote, harness))?.coupon).toBeNull()
  expect(harness.stripe.calls).toEqual([])
})

test('[E4] Hawaii is refused by region, by ZIP code and by name, and so is a ZIP code of another state', async () => {
  await fillCart(quote, harness, { 'TL-2001-1': 1 })
  const to = (change: object) => {
    const address = { ...cardOrder().billingAddress, ...change }
    return placeTestOrder(quote, harness, cardOrder({ shippingAddress: address }))
  }
  for (const change of [
    { region: 'Hawaii', regionId: 21, regionCode: 'HI', postcode: '96813' },
    { region: 'hawaii', regionId: null, regionCode: '', postcode: '60612' },
    { postcode: '96813' },
    { countryId: 'CA' },
  ]) {
    expect(await to(change)).toMatchObject({
      code: 'delivery-refused',
      message: 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    })
  }
  expect(await to({ postcode: '75201' })).toMatchObject({
    code: 'address-invalid',
    fields: { shipping: { zipCode: 'Invalid combination of zip code and state.' } },
  })
  expect(await ordersOf(quote)).toEqual([])
})

test('[audit D11] [E2] a billing address abroad has an error of its country, not of its missing state', async () => {
  await fillCart(quote, harness, { 'TL-2001-1': 1 })
  for (const change of [
    { countryId: 'CA', region: '', regionId: null, regionCode: '', postcode: 'M5V 3L9', city: 'Toronto' },
    { countryId: 'CA', region: 'Ontario', regionId: null, regionCode: 'ON', postcode: '' },
  ]) {
    const billingAddress = { ...cardOrder().billingAddress, ...change }
    const refusal = await placeTestOrder(quote, harness, cardOrder({ billingAddress }))
    expect(refusal).toMatchObject({ code: 'address-invalid' })
    expect(refusal).toHaveProperty('fields.billing', {
      country: 'We only take addresses in the United States.',
    })
  }
  expect(await ordersOf(quote)).toEqual([])
})

test('[E2] each invalid field has an error, and nothing is reserved', async () => {
  await fillCart(quote, harness, { 'TL-2001-1': 1 })
  const billingAddress = { ...cardOrder().billingAddress, firstname: '4', telephone: '123' }
  expect(await placeTestOrder(quote, harness, cardOrder({ billingAddress, email: 'no' }))).toMatchObject({
    code: 'address-invalid',
    fields: {
      personal: { emailAddress: 'Please use a valid e-mail address, such as name@example.com' },
      billing: {
        firstName: 'Please use valid alphabet characters',
        phoneNumber: 'Please provide valid phone number.',
      },
    },
  })
})

test('[D4] the cart gets the products that a client sends, but never the client’s prices', async () => {
  await fillCart(quote, harness, { 'TL-2001-1': 1, 'TL-1007': 1 })
  const lines = [
    { itemId: null, sku: 'TL-2001-1', qty: 3, option: null },
    { itemId: null, sku: 'TL-2002-2', qty: 1, option: null },
  ]
  const outcome = await placeTestOrder(quote, harness, cashOrder({ lines }))
  expect(outcome).toMatchObject({
    ok: true,
    products: [
      { sku: 'TL-2001-1', qty: 3, unitPrice: 12_800 },
      {
        sku: 'TL-2002-2',
        qty: 1,
        unitPrice: 19_400,
        parentSku: 'TL-2002',
        type: 'configurable',
      },
    ],
  })
  expect(await stockOf('TL-1007')).toBe(2)
})

test('[E6] an empty cart and an unknown cart have different codes', async () => {
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ code: 'cart-unknown' })
  await fillCart(quote, harness, {})
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ code: 'cart-empty' })
})

test('[E8] a shopper who returns from the bank without paying can change the cart, a shopper who has paid gets the order', async () => {
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const request = cardOrder({ confirmationToken: 'ctoken_3ds' })
  await placeTestOrder(quote, harness, request)
  expect(await inCart(quote, harness, cancelAwaitingOrder)).toBe(true)
  expect(await stockOf('TL-2001')).toBe(40)
  await placeTestOrder(quote, harness, cardOrder({ ...request, email: 'ada.miller@example.com' }))
  harness.stripe.answerBank(intentOf(harness, 1))
  expect(await inCart(quote, harness, cancelAwaitingOrder)).toBe(false)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['canceled', 'paid'])
})
