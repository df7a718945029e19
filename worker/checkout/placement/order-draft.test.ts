import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CLOSED_DAYS_PATH } from '../../../schema/platform/config.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { arrivalDate, parseClosedDays, shopDay } from '../../../schema/platform/shop-calendar.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  cardOrder,
  cartOf,
  cashOrder,
  fillCart,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
} from './testing/order-placement.harness.ts'

const ILLINOIS = { countryId: 'US', regionId: 23, regionCode: 'IL', postcode: '60612' }
const TEXAS = { region: 'Texas', regionId: 57, regionCode: 'TX', postcode: '75201', city: 'Dallas' }

let harness: PlacementHarness
let quote: string
let count = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

beforeEach(() => {
  harness = newPlacementHarness(FIXTURE_NOW)
  count += 1
  quote = `d${count.toString(16).padStart(31, '0')}`
})

/** Checks the invariant of every early refusal: nothing was charged and no order was written. */
async function expectNothingDone(): Promise<void> {
  expect(harness.stripe.calls).toEqual([])
  expect(await ordersOf(quote)).toEqual([])
}

describe('[D4] the products that a client sends with the order', () => {
  test.each([
    ['an unknown sku', 'NOPE'],
    ['a disabled product', 'TL-1005'],
    ['a parent without a choice', 'TL-2001'],
  ])('%s among them is reported, not left out of the order', async (_, sku) => {
    await fillCart(quote, harness, { 'TL-2001-1': 2 })
    const before = await cartOf(quote, harness)
    const lines = [
      { itemId: null, sku: 'TL-2001-1', qty: 1, option: null },
      { itemId: null, sku, qty: 1, option: null },
    ]
    expect(await placeTestOrder(quote, harness, cashOrder({ lines }))).toMatchObject({
      code: 'out-of-stock',
      message: 'Some products are out of stock. Please update your cart and try again.',
    })
    expect(await cartOf(quote, harness)).toEqual(before)
    await expectNothingDone()
  })
})

describe('[E6] a total that the shopper has not seen is not charged', () => {
  test('an address in another state than the cart showed: the new total is shown first and charged on the second request', async () => {
    await fillCart(quote, harness, { 'TL-2001-4': 1 }, { shipTo: ILLINOIS })
    const address = { ...cardOrder().billingAddress, ...TEXAS }
    const order = cardOrder({ shippingAddress: address })
    expect(await placeTestOrder(quote, harness, order)).toMatchObject({ code: 'total-changed' })
    await expectNothingDone()
    expect(await placeTestOrder(quote, harness, order)).toMatchObject({ ok: true })
  })
})

test('[H14l] an order promises no day that follows from a closed day, though its object knows no change feed', async () => {
  const days = Array.from({ length: 5 }, (_, day) => shopDay(FIXTURE_NOW + day * DAY_MS)).join(',')
  const arrival = async () => {
    await fillCart(quote, harness, { 'TL-2001-1': 1 })
    const outcome = await placeTestOrder(quote, harness, cashOrder())
    expect(outcome).toMatchObject({ ok: true })
    return env.DB.prepare('SELECT arrives_on FROM sales_order WHERE quote_id = ?')
      .bind(quote)
      .first('arrives_on')
  }
  await env.DB.prepare('INSERT INTO config (path, value) VALUES (?, ?)').bind(CLOSED_DAYS_PATH, days).run()
  expect(await arrival()).toBe(arrivalDate(FIXTURE_NOW, parseClosedDays(days)))
  expect(arrivalDate(FIXTURE_NOW, parseClosedDays(days))).toBeGreaterThan(arrivalDate(FIXTURE_NOW, []))
  await env.DB.prepare('DELETE FROM config WHERE path = ?').bind(CLOSED_DAYS_PATH).run()
})

describe('[E8] [E12] payment methods', () => {
  test('an unknown method is refused', async () => {
    await fillCart(quote, harness, { 'TL-2001-1': 1 })
    expect(await placeTestOrder(quote, harness, cardOrder({ paymentMethod: 'free' }))).toMatchObject({
      code: 'payment-method',
    })
    await expectNothingDone()
  })

  test('a total below the minimum of the card network is refused, a total of zero needs no card', async () => {
    const off = (value: number) => ({ code: 'SAVE10', kind: 'fixed', value, minSubtotal: 0 }) as const
    const terms = (value: number) =>
      env.DB.prepare("UPDATE coupon SET kind = 'fixed', value = ? WHERE code = 'SAVE10'").bind(value).run()
    // RH-1 costs $14 and is not taxed.
    await terms(1360)
    await fillCart(quote, harness, { 'RH-1': 1 }, { coupon: off(1360) })
    expect(await placeTestOrder(quote, harness, cardOrder({ shippingAddress: null }))).toMatchObject({
      code: 'payment-method',
    })
    await expectNothingDone()
    await terms(1400)
    await fillCart(quote, harness, { 'RH-1': 1 }, { coupon: off(1400) })
    const free = cardOrder({ shippingAddress: null, confirmationToken: null })
    expect(await placeTestOrder(quote, harness, free)).toMatchObject({ ok: true, totals: { grandTotal: 0 } })
    expect(harness.stripe.calls).toEqual([])
    await env.DB.prepare("UPDATE coupon SET kind = 'percent', value = 10 WHERE code = 'SAVE10'").run()
  })

  test('[E3] a shipping method that the cart does not have is refused; without a method the free one is used', async () => {
    await fillCart(quote, harness, { 'TL-2001-1': 1 })
    const wrong = { carrierCode: 'ups', methodCode: 'air' }
    expect(await placeTestOrder(quote, harness, cashOrder({ shippingMethod: wrong }))).toMatchObject({
      code: 'shipping-method',
    })
    await expectNothingDone()
    expect(await placeTestOrder(quote, harness, cashOrder({ shippingMethod: null }))).toMatchObject({
      ok: true,
    })
  })
})

describe('[E4] addresses', () => {
  test('an unknown state fits no ZIP code, in both addresses', async () => {
    await fillCart(quote, harness, { 'TL-2001-1': 1 })
    const nowhere = { ...cardOrder().billingAddress, region: 'Atlantis', regionId: null, regionCode: '' }
    const outcome = await placeTestOrder(quote, harness, cashOrder({ billingAddress: nowhere }))
    expect(outcome).toMatchObject({
      code: 'address-invalid',
      fields: { billing: { state: 'Invalid combination of zip code and state.' } },
    })
    expect(await placeTestOrder(quote, harness, cashOrder({ shippingAddress: nowhere }))).toMatchObject({
      ok: false,
    })
    await expectNothingDone()
  })

  test('a state that is not on the list is refused with the required message', async () => {
    await fillCart(quote, harness, { 'TL-2001-1': 1 })
    const away = {
      ...cardOrder().billingAddress,
      region: 'New York',
      regionId: null,
      regionCode: 'NY',
      postcode: '10001',
      city: 'New York',
    }
    expect(await placeTestOrder(quote, harness, cashOrder({ shippingAddress: away }))).toMatchObject({
      code: 'delivery-refused',
      message: 'Delivery is not available for your current location.',
    })
    await expectNothingDone()
  })

  test('a shipped product without a shipping address is refused', async () => {
    await fillCart(quote, harness, { 'TL-2001-1': 1 })
    expect(await placeTestOrder(quote, harness, cashOrder({ shippingAddress: null }))).toMatchObject({
      code: 'address-invalid',
    })
    await expectNothingDone()
  })
})
