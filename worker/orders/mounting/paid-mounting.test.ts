import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setSettings } from '../../../schema/cart/cart.ts'
import { isMountingPaid } from '../../../schema/orders/mounting/mounting.ts'
import { findServiceUnits } from '../../cart/extras/cart-offers.ts'
import { loadMounting } from '../../cart/testing/mounting.fixture.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  cashOrder,
  fillCart,
  inCart,
  newPlacementHarness,
  type PlacementHarness,
  placeTestOrder,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { readOrderDetails } from '../life/order-lifecycle.sql.ts'
import { readActiveOrder } from '../order.sql.ts'
import { orderConfirmation } from '../order-confirmation-content.tsx'
import { orderLinks } from '../order-links.ts'
import { readThankYou } from '../status/read-thank-you.ts'
import { findMountingTerms } from './mounting-terms.ts'

const SITE = 'https://shop.example'
let harness: PlacementHarness
let count = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadMounting(env.DB)
})
beforeEach(() => {
  harness = newPlacementHarness(FIXTURE_NOW)
  count += 1
})

/** Orders four tires, with mounting or without. */
async function order(withMounting: boolean) {
  const quoteId = `e${count.toString(16).padStart(31, '0')}`
  await fillCart(quoteId, harness, { 'TL-2001-4': 1 })
  const mounting = withMounting ? await findServiceUnits(env.DB, 'mounting', FIXTURE_NOW) : null
  await inCart(quoteId, harness, (ctx) => {
    const cart = ctx.readCart()
    if (cart) ctx.saveCart(setSettings(cart, { mounting }, harness))
  })
  const outcome = await placeTestOrder(quoteId, harness, cashOrder())
  const placed = await readActiveOrder(env.DB, quoteId)
  const details = await readOrderDetails(env.DB, placed?.orderNumber ?? '')
  if (!placed || !details) throw new Error(JSON.stringify(outcome))
  const links = orderLinks(env.CART_SECRET, SITE, placed.orderNumber)
  const thanks = await readThankYou(env, env.CART_SECRET, quoteId, FIXTURE_NOW, null)
  return { placed, details, mail: orderConfirmation(placed, SITE, links), thanks, status: links.status }
}

test('[H13k] mounting in the cart is a taxed line of the order, and the mail and the thank-you page lead to its time', async () => {
  const { placed, details, mail, thanks, status } = await order(true)
  // 504.00 and 4 × 25.00 of mounting, 6.25 % of tax, four tires at 2.50
  expect(placed.totals).toMatchObject({ subtotal: 60_400, tax: 3_775, grandTotal: 65_175 })
  expect(placed.lines.at(-1)).toMatchObject({ sku: 'MT-1', qty: 4, service: 'mounting', rowTotal: 10_000 })
  expect(isMountingPaid(placed)).toBe(true)
  expect(`${SITE}${thanks?.mountingHref}`).toBe(`${status}/mounting`)
  for (const text of [mail.text, mail.html]) expect(text).toContain(`${status}/mounting`)
  expect(mail.text).toContain('4 x Mounting at our store, per tire')
  expect(await findMountingTerms(env.DB, details, FIXTURE_NOW)).toBe(
    'Mounting and balancing of 4 tires is paid with your order.',
  )
})

test('[H13k] without it the order can still be mounted at today’s price, while the shop sells mounting', async () => {
  const { placed, details, mail, thanks } = await order(false)
  expect([isMountingPaid(placed), thanks?.mountingHref, /mounting/i.test(mail.text)]).toEqual([
    false,
    null,
    false,
  ])
  const terms = () => findMountingTerms(env.DB, details, FIXTURE_NOW)
  expect(await terms()).toContain('$25.00 per tire. That’s $100.00 plus tax for 4 tires, paid at the store.')
  await env.DB.prepare("DELETE FROM cart_extra WHERE sku = 'MT-1'").run()
  expect(await terms()).toBeNull()
})
