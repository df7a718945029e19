import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PICKUP_METHOD, shippingKey } from '../../schema/cart/totals/shipping.ts'
import { BEFORE_SENT } from '../../schema/catalog/product/product.ts'
import type { CustomRole } from '../../schema/identity/staff/permissions.ts'
import { CHANGE_MESSAGES } from '../../schema/staff/changes/change.ts'
import { STAFF_ORDER_MESSAGES } from '../../schema/staff/staff-order.api.ts'
import { Browser, openShop, RILEY } from '../account/testing/account.harness.ts'
import {
  cardOrder,
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
  stockOf,
} from '../checkout/placement/testing/order-placement.harness.ts'
import {
  historyOf,
  newPlacedOrder,
  type PlacedOrder,
  statusOf,
} from '../orders/life/testing/order-lifecycle.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
let staff: Browser

beforeAll(async () => {
  await openShop()
  staff = new Browser()
  await staff.signInAsStaff()
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = fetch
})

const order = (request = cardOrder()) => newPlacedOrder(harness, { 'TL-2001-1': 1 }, { request })
const pathOf = ({ orderNumber }: PlacedOrder) => `/staff/orders/${orderNumber}`
const post = (browser: Browser, fields: Record<string, string>, headers: HeadersInit = {}) =>
  browser.fetch('/staff/form/', { method: 'POST', body: new URLSearchParams(fields), headers })
/** Sends a form and returns the page of its redirect. */
async function submit(placed: PlacedOrder, fields: Record<string, string>): Promise<string> {
  const answer = await post(staff, { order: placed.orderNumber, ...fields })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, pathOf(placed)])
  return (await staff.fetch(pathOf(placed))).text()
}

test('[H14t] [H14o] an order with a recalled tire, or one whose second inspection is due, is not marked as shipped', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-1003': 1 })
  const ship = { action: 'order-ship', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const unit = "product_id = (SELECT id FROM product WHERE sku = 'TL-1003')"
  const { results } = await env.DB.prepare(`SELECT state FROM unit WHERE ${unit}`).all<{ state: string }>()
  await env.DB.exec(`UPDATE unit SET state = 'recalled' WHERE ${unit}`)
  expect(await submit(placed, ship)).toContain(CHANGE_MESSAGES.recalled)
  await env.DB.prepare(`UPDATE unit SET state = ? WHERE ${unit}`).bind(results[0]?.state).run()
  const report = `json_set(coalesce(passport, '{}'), '$.secondInspection.by', '${BEFORE_SENT}')`
  const before = await env.DB.prepare("SELECT passport FROM product WHERE sku = 'TL-1003'").first('passport')
  await env.DB.exec(`UPDATE product SET passport = ${report} WHERE sku = 'TL-1003'`)
  expect(await submit(placed, ship)).toContain(CHANGE_MESSAGES['not-inspected'])
  await env.DB.prepare("UPDATE product SET passport = ? WHERE sku = 'TL-1003'").bind(before).run()
  expect(await statusOf(placed)).toBe('paid')
  expect(await submit(placed, ship)).toContain(STAFF_ORDER_MESSAGES['order-ship'])
})

test('[H14t] a recalled tire is not handed over to who picks it up', async () => {
  const placed = await order()
  await env.DB.prepare('UPDATE sales_order SET shipping_method = ? WHERE order_number = ?')
    .bind(shippingKey(PICKUP_METHOD), placed.orderNumber)
    .run()
  const setState = (state: string) =>
    env.DB.prepare(
      "UPDATE unit SET state = ? WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-2001')",
    )
      .bind(state)
      .run()
  await setState('recalled')
  expect(await submit(placed, { action: 'order-deliver' })).toContain(CHANGE_MESSAGES.recalled)
  expect(await statusOf(placed)).toBe('paid')
  await setState('live')
  await submit(placed, { action: 'order-deliver' })
  expect(await statusOf(placed)).toBe('delivered')
})

test('[H14o] an order paid by card says so in one word', async () => {
  const html = await (await staff.fetch(pathOf(await order()))).text()
  expect(html).toContain('<dt>Payment</dt><dd>Card</dd>')
  expect(html).not.toContain('Pay by Card')
})

test('[H3] only staff see orders, and actions are accepted only from a page of the shop', async () => {
  const placed = await order()
  const riley = new Browser()
  await riley.signIn(RILEY)
  const fields = { action: 'order-cancel', order: placed.orderNumber, reason: 'shop' }
  for (const browser of [new Browser(), riley]) {
    expect((await browser.fetch('/staff/orders/')).status).toBe(404)
    expect((await browser.fetch(pathOf(placed))).status).toBe(404)
    expect((await post(browser, fields)).status).toBe(404)
  }
  expect((await post(staff, fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect(await statusOf(placed)).toBe('paid')
})

test('[H3] staff ship, deliver and refund, and the history names the staff member', async () => {
  const placed = await order()
  const refused = await submit(placed, { action: 'order-ship', carrier: 'UPS', trackingNumber: '<b>' })
  expect(refused).toContain(STAFF_ORDER_MESSAGES.wrong)
  const shipped = await submit(placed, {
    action: 'order-ship',
    carrier: 'UPS',
    trackingNumber: '1z 999 aa1 01 2345 6784',
  })
  expect(shipped).toContain(STAFF_ORDER_MESSAGES['order-ship'])
  expect(shipped).toContain('1Z999AA10123456784')
  expect(shipped).toContain('by Sam Ortega')
  const delivered = await submit(placed, { action: 'order-deliver' })
  expect(await statusOf(placed)).toBe('delivered')
  expect(delivered).not.toMatch(/class="button buy"[^>]*>Pack by scan/)
  const refund = {
    action: 'order-refund',
    once: 'one-form-one-refund',
    amount: '$20.50',
    reason: 'A cut',
    restock: '1',
  }
  await submit(placed, refund)
  const twice = await submit(placed, refund)
  expect(twice).toContain('$20.50 of ')
  expect(harness.stripe.refunded.get(placed.orderNumber)).toBe(2050)
  expect(await stockOf('TL-2001')).toBe(40)
  const tooMuch = await submit(placed, { ...refund, once: 'another-form', amount: '100000' })
  expect(tooMuch).toContain(STAFF_ORDER_MESSAGES.refused)
  expect((await historyOf(placed)).filter((kind) => kind === 'partly_refunded')).toHaveLength(1)
})

test('[H14o] an order leads to its tires, to the account of its buyer and to their phone', async () => {
  const placed = await order()
  const customer = await env.DB.prepare('SELECT id FROM customer LIMIT 1').first<number>('id')
  await env.DB.prepare('UPDATE sales_order SET customer_id = ? WHERE order_number = ?')
    .bind(customer, placed.orderNumber)
    .run()
  const page = await (await staff.fetch(pathOf(placed))).text()
  expect(page).toMatch(/class="button buy"[^>]*>Pack by scan/)
  expect(page).toContain('<a href="/staff/units/TL-2001-1">TL-2001-1</a>')
  expect(page).toContain(`<a href="/staff/customers/${customer}">Ada Miller</a>`)
  expect(page).toMatch(/<a href="tel:\+1\d{10}">/)
  const yard = new Browser()
  await yard.signInAsStaff('yard')
  expect(await (await yard.fetch(pathOf(placed))).text()).not.toContain('/staff/customers/')
})

test('[E13] [H3] after a cancellation for an invalid address, the order’s page asks to contact support', async () => {
  const placed = await order()
  const html = await submit(placed, { action: 'order-cancel', reason: 'address' })
  expect(html).toContain(STAFF_ORDER_MESSAGES['order-cancel'])
  const link = /href="(\/order\/[^"]+)"/.exec(html)?.[1] ?? ''
  const page = await (await new Browser().fetch(link)).text()
  expect(page).toContain('We couldn’t deliver to this address')
  expect(page).toContain('Contact support')
  expect(await submit(placed, { action: 'order-deliver' })).toContain(STAFF_ORDER_MESSAGES.refused)
})

test('[H14a] a canceled order goes back within the limits of the role, and a large one needs a passkey', async () => {
  const limits = { refund: { act: 0, day: 0 }, credit: { act: 0, day: 0 }, bulk: 0, discount: 0, version: 1 }
  const role = {
    id: 'own-0000000000ca',
    name: 'Desk',
    ...limits,
    permissions: ['orders.see', 'orders.cancel'],
  }
  const cancel = async (who: Browser, placed: PlacedOrder) => {
    const answer = await post(who, { action: 'order-cancel', order: placed.orderNumber, reason: 'shop' })
    return answer.status === 303 ? (await who.fetch(pathOf(placed))).text() : answer.status
  }
  const desk = new Browser()
  await desk.signInAsStaff(role as CustomRole)
  const [first, second] = [await order(), await order()]
  expect(await cancel(desk, first)).toContain(STAFF_ORDER_MESSAGES['over-limit'])
  expect([await statusOf(first), harness.stripe.refunded.size]).toEqual(['paid', 0])
  // Orders of a day count together.
  const total = first.grandTotal
  await env.DB.prepare('UPDATE staff_role SET refund_act = ?, refund_day = ? WHERE id = ?')
    .bind(total, total * 2 - 1, role.id)
    .run()
  expect(await cancel(desk, first)).toContain(STAFF_ORDER_MESSAGES['order-cancel'])
  expect(await cancel(desk, second)).toContain(STAFF_ORDER_MESSAGES['over-limit'])
  const idle = new Browser()
  await idle.signInAsStaff('owner', { verifiedAt: Date.now() - 3_600_000 })
  const large = await newPlacedOrder(harness, { 'TL-2001-1': 4 }, { request: cardOrder() })
  expect([await cancel(idle, large), await statusOf(large)]).toEqual([403, 'paid'])
})

test('[H14k] staff who open an order as its buyer change nothing there; its buyer still can', async () => {
  const placed = await order()
  const page = await (await staff.fetch(pathOf(placed))).text()
  const link = /href="(\/order\/[^"]+)"/.exec(page)?.[1] ?? ''
  expect(await (await staff.fetch(link)).text()).toContain(placed.orderNumber)
  for (const act of ['', '/arrived', '/return']) {
    const answer = await staff.fetch(`${link}${act}`, { method: 'POST', body: new URLSearchParams() })
    expect([act, answer.status]).toEqual([act, 403])
    expect(await answer.text()).toContain('You’re signed in as staff, so you can only look here.')
  }
  const call = JSON.stringify({ orderId: placed.orderNumber, customerEmail: 'ada@example.com' })
  expect((await staff.fetch('/api/ext/order/cancel', { method: 'POST', body: call })).status).toBe(403)
  const before = await historyOf(placed)
  expect((await new Browser().fetch(link, { method: 'POST', body: new URLSearchParams() })).status).toBe(303)
  expect(await historyOf(placed)).not.toEqual(before)
})
