import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppliedCoupon } from '../../../schema/cart/cart.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { loadCustomers } from '../../platform/testing/customers.fixture.ts'
import {
  cardOrder,
  cartOf,
  cashOrder,
  fillCart,
  inCart,
  newPlacementHarness,
  type PlacementHarness,
  placeTestOrder,
} from './testing/order-placement.harness.ts'

const TERMS: AppliedCoupon = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 }
const ADA = 'ada@example.com'

let harness: PlacementHarness
let count = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadCustomers(env.DB)
})

beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  await env.DB.batch([
    env.DB.prepare('DELETE FROM coupon_use'),
    env.DB.prepare("UPDATE sales_order SET email = 'somebody@example.com'"),
    env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'"),
    env.DB.prepare(
      "UPDATE coupon SET times_used = 0, usage_limit = NULL, per_customer_limit = NULL, first_order_only = 0 WHERE code = 'SAVE10'",
    ),
  ])
})

async function limit(column: 'usage_limit' | 'per_customer_limit' | 'first_order_only'): Promise<void> {
  await env.DB.prepare(`UPDATE coupon SET ${column} = 1 WHERE code = 'SAVE10'`).run()
}

/** Creates a cart of one tire with the coupon. */
async function cartWithCoupon(): Promise<string> {
  count += 1
  const quote = `c${count.toString(16).padStart(31, '0')}`
  await fillCart(quote, harness, { 'TL-2001-1': 1 }, { coupon: TERMS })
  return quote
}

/** Assigns the cart to a customer. */
async function belongTo(quote: string, customerId: number): Promise<void> {
  await inCart(quote, harness, (ctx) => {
    const cart = ctx.readCart()
    if (cart) ctx.saveCart({ ...cart, customerId })
  })
}

async function timesUsed(): Promise<number | undefined> {
  const row = await env.DB.prepare("SELECT times_used AS n FROM coupon WHERE code = 'SAVE10'").first<{
    n: number
  }>()
  return row?.n
}

test('[D9] of several carts with a coupon for one use, one is ordered', async () => {
  await limit('usage_limit')
  const quotes: string[] = []
  for (let n = 0; n < 4; n += 1) quotes.push(await cartWithCoupon())
  const [first = '', ...others] = quotes
  expect(await placeTestOrder(first, harness, cardOrder())).toMatchObject({ ok: true, couponCode: 'SAVE10' })
  for (const quote of others) {
    expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({ code: 'coupon-changed' })
  }
  expect(await timesUsed()).toBe(1)
  expect([...harness.stripe.captured.values()]).toHaveLength(1)
})

test('[D9] a coupon that another order used between the check and the batch is refused by the table', async () => {
  await limit('usage_limit')
  const quote = await cartWithCoupon()
  await env.DB.exec(
    "CREATE TRIGGER race BEFORE INSERT ON sales_order BEGIN UPDATE coupon SET times_used = 1 WHERE code = 'SAVE10'; END",
  )
  const outcome = await placeTestOrder(quote, harness, cardOrder())
  await env.DB.exec('DROP TRIGGER race')
  expect(outcome).toMatchObject({ code: 'coupon-changed' })
  expect((await cartOf(quote, harness))?.coupon).toBeNull()
  expect(harness.stripe.calls).toEqual([])
  expect(await timesUsed()).toBe(0)
})

test('[D9] a coupon for one order per shopper recognizes the shopper by every spelling of the e-mail address', async () => {
  await limit('per_customer_limit')
  expect(await placeTestOrder(await cartWithCoupon(), harness, cashOrder())).toMatchObject({ ok: true })
  const again = await cartWithCoupon()
  expect(await placeTestOrder(again, harness, cashOrder({ email: ' Ada@Example.com' }))).toMatchObject({
    code: 'coupon-changed',
  })
  expect((await cartOf(again, harness))?.coupon).toBeNull()
  const other = await cartWithCoupon()
  expect(await placeTestOrder(other, harness, cashOrder({ email: 'bo@example.com' }))).toMatchObject({
    ok: true,
  })
  expect(await timesUsed()).toBe(2)
})

test('[D9] aliases of one mailbox and other addresses of one account are one shopper', async () => {
  await limit('per_customer_limit')
  const by = async (email: string, customerId: number | null = null) => {
    const quote = await cartWithCoupon()
    if (customerId !== null) await belongTo(quote, customerId)
    return placeTestOrder(quote, harness, cashOrder({ email }))
  }
  const refused = { code: 'coupon-changed' }
  expect(await by('ada.hill@gmail.com')).toMatchObject({ ok: true })
  expect(await by('adahill+tires@googlemail.com')).toMatchObject(refused)
  expect(await by('riley@example.com', 1)).toMatchObject({ ok: true })
  expect(await by('another@example.com', 1)).toMatchObject(refused)
  await env.DB.prepare(
    "UPDATE coupon SET per_customer_limit = NULL, first_order_only = 1 WHERE code = 'SAVE10'",
  ).run()
  expect(await by('a.d.a.hill@gmail.com')).toMatchObject(refused)
  expect(await by('yet-another@example.com', 1)).toMatchObject(refused)
  expect(await timesUsed()).toBe(2)
})

test('[D9] a coupon for the first order counts placed orders, not canceled attempts', async () => {
  await limit('first_order_only')
  const quote = await cartWithCoupon()
  const declined = cardOrder({ email: ADA, confirmationToken: 'ctoken_declined' })
  expect(await placeTestOrder(quote, harness, declined)).toMatchObject({ code: 'payment-declined' })
  expect(await placeTestOrder(quote, harness, cardOrder({ email: ADA }))).toMatchObject({
    ok: true,
    couponCode: 'SAVE10',
  })
  expect(await placeTestOrder(await cartWithCoupon(), harness, cashOrder({ email: ADA }))).toMatchObject({
    code: 'coupon-changed',
  })
})
