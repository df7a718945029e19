import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setSettings } from '../../../schema/cart/cart.ts'
import { hasMounting } from '../../../schema/orders/mounting/mounting.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
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
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import { orderRefundedMail, orderShippedMail } from '../life/order-lifecycle.mail.ts'
import { readOrderDetails } from '../life/order-lifecycle.sql.ts'
import { readActiveOrder } from '../order.sql.ts'
import { orderConfirmationMail } from '../order-confirmation.mail.ts'
import { orderConfirmation } from '../order-confirmation-content.tsx'
import { orderLinks } from '../order-links.ts'
import { insertReturn } from '../returns/return.sql.ts'
import { readThankYou } from '../status/read-thank-you.ts'
import { freeAppointmentsWithoutTires } from './book-mounting.ts'
import { mountingBookedMail, mountingCanceledMail } from './mounting.mail.ts'
import { findAppointment, findAppointmentsToCheck, setAppointment } from './mounting.sql.ts'
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

async function numberOfOrder(): Promise<string> {
  count += 1
  return (await order(true)).placed.orderNumber
}

test('[H13k] mounting in the cart is a taxed line of the order, and the mail and the thank-you page lead to its time', async () => {
  const { placed, details, mail, thanks, status } = await order(true)
  // 504.00 and 4 × 25.00 of mounting, 6.25 % of tax, four tires at 2.50
  expect(placed.totals).toMatchObject({ subtotal: 60_400, tax: 3_775, grandTotal: 65_175 })
  expect(placed.lines.at(-1)).toMatchObject({ sku: 'MT-1', qty: 4, service: 'mounting', rowTotal: 10_000 })
  expect(hasMounting(placed)).toBe(true)
  expect(`${SITE}${thanks?.mounting?.href}`).toBe(`${status}/mounting`)
  expect(thanks?.mounting?.note).toContain('bring them to our store in Chicago.')
  expect(thanks?.lines.at(-1)).toMatchObject({ title: 'Mounting at our store', service: { tires: 4 } })
  for (const text of [mail.text, mail.html]) expect(text).toContain(`${status}/mounting`)
  expect(mail.text).toContain('4 x Mounting at our store')
  expect(await findMountingTerms(env.DB, details, FIXTURE_NOW)).toMatchObject({
    text: 'Mounting and balancing of 4 tires is part of your order.',
    tires: 4,
  })
})

test('[H13k] the mail of a parcel does not list mounting, and that of an order of new tires promises no inspection', async () => {
  const { placed } = await order(true)
  const parcel = { orderNumber: placed.orderNumber, carrier: 'UPS', trackingNumber: '1Z2' }
  const config = { siteUrl: SITE, cartSecret: env.CART_SECRET } as Config
  const shipped = await orderShippedMail(env as unknown as Env, parcel, config, FIXTURE_NOW)
  expect(shipped?.text).toContain('1 × ')
  expect(shipped?.text).not.toContain('Mounting')
  const promisesOf = async () =>
    (await orderConfirmationMail(env as unknown as Env, parcel, config, FIXTURE_NOW))?.text
  expect(await promisesOf()).not.toContain('one-year warranty')
  const setCondition = (condition: string) =>
    env.DB.prepare("UPDATE product SET condition = ? WHERE sku LIKE 'TL-2001%'").bind(condition).run()
  await setCondition('Used')
  expect(await promisesOf()).toContain('one-year warranty')
  await setCondition('New')
})

test('[H13k] the mail of a canceled appointment offers another time only while the order is alive', async () => {
  const { placed } = await order(true)
  const payload = { orderNumber: placed.orderNumber, store: 1, day: '2026-11-30', time: 540 }
  const config = { siteUrl: SITE, cartSecret: env.CART_SECRET } as Config
  const text = async () =>
    (await mountingCanceledMail(env as unknown as Env, payload, config, FIXTURE_NOW))?.text
  expect(await text()).toContain('It’s part of your order, so pick another time')
  await env.DB.prepare("UPDATE sales_order SET status = 'canceled' WHERE order_number = ?")
    .bind(placed.orderNumber)
    .run()
  expect(await text()).toContain('You pay nothing for it.')
})

test('[E13] the mail of a refund of cash says how the money comes, and names no bank', async () => {
  const { placed } = await order(false)
  const { orderNumber } = placed
  const config = { siteUrl: SITE, cartSecret: env.CART_SECRET } as Config
  const mail = await orderRefundedMail(env as unknown as Env, { orderNumber }, config, FIXTURE_NOW)
  expect(mail?.text).toContain('we’ll call you to arrange how you get it back')
  expect(mail?.text).not.toMatch(/bank|on its way back|the way you paid/)
})

test('[H13k] the price is that of the cart for these tires', async () => {
  const { details } = await order(false)
  const setTires = (tires: number) =>
    env.DB.prepare("UPDATE cart_extra SET tires = ? WHERE kind = 'mounting'").bind(tires).run()
  const terms = () => findMountingTerms(env.DB, details, FIXTURE_NOW)
  await setTires(4)
  expect((await terms())?.text).toContain('$6.25 per tire. That’s $25.00 plus tax for 4 tires')
  // Units for three leave the fourth tire out, so the cart offers none.
  await setTires(3)
  expect(await terms()).toBeNull()
  await setTires(1)
})

test('[H13k] without it the order can still be mounted at today’s price, while the shop sells mounting', async () => {
  const { placed, details, mail, thanks } = await order(false)
  expect([hasMounting(placed), thanks?.mounting, /mounting/i.test(mail.text)]).toEqual([false, null, false])
  const terms = () => findMountingTerms(env.DB, details, FIXTURE_NOW)
  expect((await terms())?.text).toContain(
    '$25.00 per tire. That’s $100.00 plus tax for 4 tires, paid at the store.',
  )
  const sell = (kind: string) => env.DB.prepare('UPDATE cart_extra SET kind = ?').bind(kind).run()
  await sell('kit')
  expect(await terms()).toBeNull()
  await sell('mounting')
})

test('[H13k] returned tires are mounted no more', async () => {
  const { placed, details } = await order(true)
  const open = (lines: { itemId: number; pieces: number }[]) =>
    insertReturn(env.DB, {
      ...{
        orderNumber: placed.orderNumber,
        once: crypto.randomUUID(),
        number: 1,
        state: 'requested',
        by: 'buyer',
      },
      ...{ reason: 'fit', lines, mounted: false, outcome: 'refund', way: 'store', note: '' },
      ...{ amount: 100, now: FIXTURE_NOW },
    })
  const itemId = placed.lines[0]?.itemId ?? 0
  await open([{ itemId, pieces: 3 }])
  expect(await findMountingTerms(env.DB, details, FIXTURE_NOW)).toMatchObject({
    text: 'Mounting and balancing of 1 tire is part of your order.',
    tires: 1,
  })
  const { orderNumber } = placed
  const slot = { store: 1, day: new Date(FIXTURE_NOW + 5 * DAY_MS).toISOString().slice(0, 10), time: 540 }
  await setAppointment(env.DB, { orderNumber, before: null, slot, tires: 4, now: FIXTURE_NOW })
  const shop = env as unknown as Env
  const config = { siteUrl: SITE, cartSecret: env.CART_SECRET } as Config
  const booked = await mountingBookedMail(shop, { orderNumber }, config, FIXTURE_NOW)
  expect(booked?.text).toContain(`Mounting for order ${orderNumber}, 1 tire.`)
  await env.DB.prepare("UPDATE return_case SET lines = json_set(lines, '$[0].pieces', 4)").run()
  expect(await findMountingTerms(env.DB, details, FIXTURE_NOW)).toBeNull()
  // The time is free again once the tires are back at the shop.
  await freeAppointmentsWithoutTires(shop, FIXTURE_NOW)
  expect(await findAppointment(env.DB, orderNumber)).toEqual(slot)
  await env.DB.prepare("UPDATE return_case SET state = 'received'").run()
  await freeAppointmentsWithoutTires(shop, FIXTURE_NOW)
  expect(await findAppointment(env.DB, orderNumber)).toBeNull()
})

test('[H13k] appointments of canceled orders are found before those that are refunded in part', async () => {
  const [partly, canceled] = [await numberOfOrder(), await numberOfOrder()]
  const day = (days: number) => new Date(FIXTURE_NOW + days * DAY_MS).toISOString().slice(0, 10)
  for (const [orderNumber, status, days] of [
    [partly, 'partly_refunded', 5],
    [canceled, 'canceled', 6],
  ] as const) {
    const slot = { store: 1, day: day(days), time: 600 }
    await setAppointment(env.DB, { orderNumber, before: null, slot, tires: 4, now: FIXTURE_NOW })
    await env.DB.prepare('UPDATE sales_order SET status = ?2 WHERE order_number = ?1')
      .bind(orderNumber, status)
      .run()
  }
  const find = async (limit: number) =>
    (await findAppointmentsToCheck(env.DB, { today: day(0), orderNumber: undefined, limit })).map(
      ({ orderNumber }) => orderNumber,
    )
  expect(await find(1)).toEqual([canceled])
  expect(await find(2)).toEqual([canceled, partly])
})

test('[H13k] an order that names mounting is not placed without it', async () => {
  const quoteId = `d${count.toString(16).padStart(31, '0')}`
  await fillCart(quoteId, harness, { 'TL-2001-4': 1 })
  const mounting = await findServiceUnits(env.DB, 'mounting', FIXTURE_NOW)
  await inCart(quoteId, harness, (ctx) => {
    const cart = ctx.readCart()
    if (cart) ctx.saveCart(setSettings(cart, { mounting }, harness))
  })
  const line = (sku: string) => ({ itemId: null, sku, option: null, qty: 4 })
  const request = cashOrder({ lines: [line('TL-2002-1'), line('MT-1')], shownTotal: null })
  expect(await placeTestOrder(quoteId, harness, request)).toMatchObject({ ok: false })
  expect(await readActiveOrder(env.DB, quoteId)).toBeNull()
})
