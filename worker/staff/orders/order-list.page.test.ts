import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  cardOrder,
  cashOrder,
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { newPlacedOrder, type PlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { readCardDigits } from '../../orders/payments/stripe/card-digits.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const staff = new Browser()

beforeAll(async () => {
  await openShop()
  await staff.signInAsStaff('yard')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  await env.DB.exec("UPDATE sales_order SET status = 'delivered', email = '', addresses = '{}'")
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku LIKE 'TL-2%' OR stock_sku = 'TL-1003'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

const read = async (query: string) => (await staff.fetch(`/staff/orders/${query}`)).text()
/** The numbers of the list, the newest first; a whole number leads to its order. */
async function find(q: string): Promise<string[]> {
  const answer = await staff.fetch(`/staff/orders/?q=${encodeURIComponent(q)}`)
  const location = answer.headers.get('Location')
  expect([q, answer.status]).toEqual([q, location ? 302 : 200])
  if (location) return [location.split('/').at(-1) ?? '']
  return [...(await answer.text()).matchAll(/href="\/staff\/orders\/(TL-\w+)"/g)].map(([, one = '']) => one)
}

const person = (firstname: string, lastname: string, telephone: string) => {
  const request = cardOrder({ email: `${firstname}.${lastname}@example.com`.toLowerCase() })
  const address = { ...request.billingAddress, firstname, lastname, telephone }
  return { ...request, billingAddress: address, shippingAddress: address }
}

test('[H14o] an order is found by any part of its number, buyer, tires, tracking number, card and amount', async () => {
  const ada = await newPlacedOrder(
    harness,
    { 'TL-1003': 1 },
    { request: person('Adelheid', 'Quist', '(773) 555-0187') },
  )
  await newPlacedOrder(harness, { 'TL-2001-1': 1 }, { request: person('Ben', 'Olafsen', '3125550142') })
  await env.DB.prepare(
    `INSERT INTO order_shipment (order_id, carrier, tracking_number, made_by, shipped_at)
      SELECT id, 'UPS', '1Z999AA10123456784', 'staff:1', 0 FROM sales_order WHERE order_number = ?`,
  )
    .bind(ada.orderNumber)
    .run()
  await readCardDigits({ ...env, ...harness.env }, Date.now())
  const amount = (ada.grandTotal / 100).toFixed(2)
  for (const typed of [
    ...[ada.orderNumber, ada.orderNumber.slice(3).toLowerCase(), ada.orderNumber.slice(0, 7)],
    ...['delhei', 'quist adel', 'Quist, Adelheid', 'adelheid.quist@', 'QUIST@EXAMPLE.COM'],
    ...['773-555-0187', '+1 (773) 555-0187', '550187'],
    ...['TL-1003', 'tl1003', 'HTTPS://SHOP.EXAMPLE/U/TL1003'],
    ...['1z 999 aa1 01 2345 6784', '3456784', amount, `$${amount}`],
  ])
    expect([typed, await find(typed)]).toEqual([typed, [ada.orderNumber]])
  expect(await find('4242')).toHaveLength(2)
  for (const typed of [
    'nobody@example.com',
    'Adelheid Olafsen',
    '%',
    '_______',
    "'; drop table",
    '9'.repeat(300),
  ])
    expect([typed, await find(typed)]).toEqual([typed, []])
})

test('[H14o] who was erased is not found, and the list says so', async () => {
  const order = await newPlacedOrder(
    harness,
    { 'TL-2001-1': 1 },
    { request: person('Carla', 'Wexford', '7735550199') },
  )
  expect(await find('wexford')).toEqual([order.orderNumber])
  await env.DB.exec(
    `UPDATE sales_order SET email = '', addresses = '{}' WHERE order_number = '${order.orderNumber}'`,
  )
  for (const typed of ['wexford', '7735550199', 'carla']) expect(await find(typed)).toEqual([])
  expect(await read('?q=wexford')).toContain('No orders found')
  expect(await read('')).toContain('deleted')
})

test('[H14o] each tab lists the orders that wait for that work', async () => {
  const [paid, cash] = [
    await newPlacedOrder(harness, { 'TL-2001-1': 1 }),
    await newPlacedOrder(harness, { 'TL-2001-1': 1 }, { request: cashOrder({ email: 'ben@example.com' }) }),
  ]
  const inTab = async (tab: string) => {
    const html = await read(`?tab=${tab}`)
    return [paid, cash].filter(({ orderNumber }) => html.includes(orderNumber))
  }
  const set = (status: string, { orderNumber }: PlacedOrder) =>
    env.DB.exec(`UPDATE sales_order SET status = '${status}' WHERE order_number = '${orderNumber}'`)
  expect(await inTab('pick')).toEqual([paid, cash])
  await env.DB.exec('INSERT INTO pick_run (id, created_at) VALUES (77, 0)')
  await env.DB.prepare(
    `INSERT INTO pick_item (run_id, order_id, sku, tires, state)
      SELECT 77, id, 'TL-2001', 1, 'picked' FROM sales_order WHERE order_number = ?`,
  )
    .bind(paid.orderNumber)
    .run()
  expect([await inTab('pick'), await inTab('pack')]).toEqual([[cash], [paid]])
  await set('shipped', paid)
  await set('canceled', cash)
  expect([await inTab('sent'), await inTab('canceled')]).toEqual([[paid], [cash]])
  await set('pending_payment', cash)
  expect([await inTab('money'), await inTab('pick'), await inTab('pack')]).toEqual([[cash], [], []])
  expect(await read('?tab=returns')).toContain('No orders here')
})

test('[H14o] pages go on below the last order, also when new ones come in', async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      INSERT INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
        payment_method, addresses, totals, payload_hash, placed_at, updated_at)
      SELECT 'TL-' || printf('%08d', i), 'page-' || i, 'refunded', 'pages@example.com', 0, 0, 0, 0, 0, 100, 'USD', 'checkmo', '{}', '{}', '', i, i FROM n`,
  ).run()
  const seen: string[] = []
  for (let href: string | undefined = '/staff/orders/?q=pages%40example'; href; ) {
    const html = await (await staff.fetch(href)).text()
    seen.push(...[...html.matchAll(/href="\/staff\/orders\/(TL-\d+)"/g)].map(([, one = '']) => one))
    href = /href="([^"]+)">Older orders/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
  expect(seen).toEqual(seen.toSorted().reverse())
})

test('[H14o] names are found with and without their accents, and a bundle by the number of each of its tires', async () => {
  const order = await newPlacedOrder(
    harness,
    { 'TL-2001-1': 1 },
    { request: { ...person('José', 'Núñez Łuka', '7735550123'), email: 'buyer@example.com' } },
  )
  const plain = await newPlacedOrder(
    harness,
    { 'TL-2001-1': 1 },
    { request: { ...person('Jose', 'Nunes', '7735550124'), email: 'other@example.com' } },
  )
  for (const typed of ['nunez', 'NÚÑEZ', 'jose luka', 'Łuka José'])
    expect([typed, await find(typed)]).toEqual([typed, [order.orderNumber]])
  expect((await find('josé')).sort()).toEqual([order.orderNumber, plain.orderNumber].sort())
  await env.DB.prepare(
    `UPDATE sales_order_line SET parts = json_array(parts -> '$[0]', json_set(parts -> '$[0]', '$.stockSku', 'TL-7777', '$.sku', 'TL-7777-1'))
      WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?)`,
  )
    .bind(order.orderNumber)
    .run()
  for (const typed of ['TL-7777', 'TL-7777-1'])
    expect([typed, await find(typed)]).toEqual([typed, [order.orderNumber]])
})
