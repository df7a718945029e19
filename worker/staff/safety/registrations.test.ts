import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { anonymizeOrders } from '../../account/privacy/customer-data.sql.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { newPlacedOrder, type PlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { textOf } from '../counter/testing/counter.harness.ts'
import { forgetBuyers } from './registrations.sql.ts'
import { findTinBuyers } from './tins/tin-search.sql.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const [manager, yard, counter, books] = [new Browser(), new Browser(), new Browser(), new Browser()]
const [TIN, OTHER] = ['1A2UVWXYA2325', 'U2LLLMLR2425']

beforeAll(async () => {
  await openShop()
  await manager.signInAsStaff('manager')
  await yard.signInAsStaff('yard')
  await counter.signInAsStaff('counter')
  await books.signInAsStaff('books')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  await env.DB.exec("UPDATE sales_order SET status = 'canceled'")
  await env.DB.exec("DELETE FROM config WHERE path = 'staff/tire-dealer'")
  await env.DB.exec("UPDATE stock SET qty = 400 WHERE stock_sku LIKE 'TL-%'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

let keys = 0
/** Sends a form of registrations and returns the page of its redirect. */
async function send(fields: Record<string, string>, browser = yard): Promise<string> {
  keys += 1
  const answer = await browser.fetch('/staff/registrations/form/', {
    method: 'POST',
    body: new URLSearchParams({ key: `registration-${keys}`, ...fields }),
  })
  expect(answer.status).toBe(303)
  return read(answer.headers.get('Location') ?? '', browser)
}
const html = async (path: string, browser = manager) => (await browser.fetch(path)).text()
const read = async (path: string, browser = manager) => textOf(await html(path, browser))
const list = () => read('/staff/registrations/')
/** The ids of the registrations of an order. */
async function idsOf({ orderNumber }: PlacedOrder): Promise<string[]> {
  const { results } = await env.DB.prepare(
    'SELECT r.id FROM registration r JOIN sales_order o ON o.id = r.order_id WHERE o.order_number = ? ORDER BY r.id',
  )
    .bind(orderNumber)
    .all<{ id: number }>()
  return results.map(({ id }) => String(id))
}
async function type(order: PlacedOrder, tin: string, tires: number): Promise<string> {
  const [id = ''] = await idsOf(order)
  return send({ action: 'tin', id, order: order.orderNumber, tin, tires: String(tires) })
}

test('[H14t] a sale of new tires waits with a clock, its TINs are typed by who packs, and used tires never wait', async () => {
  await newPlacedOrder(harness, { 'TL-1001': 1 })
  expect(await list()).toContain('Nothing to register')
  const order = await newPlacedOrder(harness, { 'TL-2001-4': 1, 'TL-1003': 1 })
  expect(await list()).toMatch(/4 new tires to register.*4 without a TIN.*Due in (29|30) days/)
  expect(await read(`/staff/pack/${order.orderNumber}`, yard)).toContain('4 of 4 tires without a TIN')
  expect(await type(order, 'U2LL LMLR 5425', 4)).toContain('It ends with the week and year')
  expect(await type(order, `DOT ${TIN}`, 3)).toMatch(/TIN saved\..*1 of 4 tires without a TIN/)
  expect(await type(order, OTHER, 2)).toContain('There are fewer tires than that.')
  expect(await type(order, OTHER, 1)).toContain('Each tire has its TIN')
})

test('[H14t] the form prints with the slip, its press mails the buyer once, and the sale no longer waits', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 })
  const { orderNumber } = order
  expect(await send({ action: 'form', order: orderNumber })).toContain('Some of these tires have no TIN yet.')
  await type(order, TIN, 2)
  for (const path of [`/staff/slips/?orders=${orderNumber}`, `/staff/registrations/${orderNumber}/form`])
    expect(await read(path, yard)).toMatch(new RegExp(`Tire registration.*2 ${TIN}.*Buyer.*Dealer`))
  await send({ action: 'form', order: orderNumber })
  expect(await send({ action: 'form', order: orderNumber })).toContain('There’s nothing to register.')
  expect(await list()).toContain('Nothing to register')
  const { results } = await env.DB.prepare(
    "SELECT payload FROM outbox WHERE kind = 'registration-form' AND payload LIKE ?",
  )
    .bind(`%${orderNumber}%`)
    .all<{ payload: string }>()
  expect(results).toHaveLength(1)
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  const row = { kind: 'registration-form', payload: JSON.parse(results[0]?.payload ?? '') }
  expect((await buildMail(env, row, parsed.config, Date.now()))?.text).toContain(`2 × ${TIN}`)
})

test('[H14t] the file of a maker is marked as sent and taken back as one; a dealer of a maker gives no forms', async () => {
  const [first, second] = [
    await newPlacedOrder(harness, { 'TL-2001-1': 1 }),
    await newPlacedOrder(harness, { 'TL-2001-4': 1 }),
  ]
  await type(first, TIN, 1)
  await type(second, OTHER, 4)
  await env.DB.exec("INSERT INTO config (path, value) VALUES ('staff/tire-dealer', 'maker')")
  expect(await list()).toContain('or when 40 tires are sold')
  expect(await send({ action: 'form', order: first.orderNumber })).toContain('registers tires by file')
  const [, href = ''] = /href="([^"]+file\?brand=[^"]+)"/.exec(await html('/staff/registrations/')) ?? []
  const file = await html(href.replaceAll('&amp;', '&'), books)
  expect(file.split('\r\n')).toHaveLength(4)
  expect(file).toContain(`${TIN},1,`)
  expect((await counter.fetch(href)).status).toBe(403)
  const ids = [...(await idsOf(first)), ...(await idsOf(second))].join()
  expect(await send({ action: 'file', ids }, yard)).toContain('Your role doesn’t include this.')
  const batch = `registrations registration-${keys + 1}`
  expect(await send({ action: 'file', ids }, manager)).toMatch(
    /2 sales marked as sent\..*Undo.*Nothing to register/,
  )
  expect(await type(first, TIN, 0)).toContain('These tires were registered. Undo that first.')
  await manager.fetch('/staff/audit/form/', {
    method: 'POST',
    body: new URLSearchParams({ batch, key: 'undo-of-file', return: '/staff/registrations/' }),
  })
  expect(await list()).toContain('5 new tires to register')
})

test('[H14t] a TIN finds its buyers and a buyer their TINs, of new and of used tires; an erased buyer stays for five years', async () => {
  await env.DB.exec(
    "UPDATE unit SET tin = '4B9KXXR2419' WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
  )
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1001': 1 })
  await type(order, TIN, 1)
  const search = (q: string) => read(`/staff/registrations/?q=${encodeURIComponent(q)}`, counter)
  const buyer = await env.DB.prepare(
    "SELECT addresses ->> '$.billingAddress.lastname' AS name FROM sales_order WHERE order_number = ?",
  )
    .bind(order.orderNumber)
    .first<{ name: string }>()
  const name = buyer?.name ?? 'nobody'
  for (const q of [TIN, 'dot 1A2U VWXYA 2325', TIN.slice(0, 8)])
    expect(await search(q)).toMatch(new RegExp(`${TIN}.*${name}.*${order.orderNumber}`))
  expect(await search('4B9KXXR2419')).toMatch(new RegExp(`TL-1001.*${name}`))
  for (const q of [name, order.orderNumber]) {
    const found = await search(q)
    expect(found).toContain(TIN)
    expect(found).toContain('4B9KXXR2419')
  }
  expect(await search('1A2UVWXYA2425')).toContain('No sold tire has this TIN, buyer or order.')
  const rename = (lastname: string) =>
    env.DB.prepare(
      "UPDATE sales_order SET addresses = json_set(addresses, '$.billingAddress.lastname', ?) WHERE order_number = ?",
    )
      .bind(lastname, order.orderNumber)
      .run()
  await rename('Núñez')
  for (const q of ['Núñez', 'nunez']) expect(await search(q)).toContain(TIN)
  await rename(name)
  await env.DB.exec(
    `INSERT INTO order_anonymity (order_id, due_at) SELECT id, 0 FROM sales_order WHERE order_number = '${order.orderNumber}'`,
  )
  await env.DB.batch(anonymizeOrders(env.DB, Date.now()))
  expect(await search(TIN)).toContain(name)
  expect(await search('4B9KXXR2419')).toContain('The buyer’s data was erased')
  await forgetBuyers(env.DB, Date.now() + DAY_MS)
  expect(await search(TIN)).toContain('The buyer’s data was erased')
})

test('[H14t] a canceled order has nothing to register, and Today counts the sales that wait', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 2 })
  expect(await read('/staff/')).toMatch(/1 New tires to register/)
  expect(await read('/staff/', yard)).not.toContain('New tires to register')
  await env.DB.exec(
    `UPDATE sales_order_line SET qty = 1 WHERE order_id = (SELECT id FROM sales_order WHERE order_number = '${order.orderNumber}')`,
  )
  expect(await list()).toContain('1 new tire to register')
  await env.DB.exec(`UPDATE sales_order SET status = 'canceled' WHERE order_number = '${order.orderNumber}'`)
  expect(await idsOf(order)).toEqual([])
  expect(await read('/staff/')).not.toContain('New tires to register')
})

test('[H14t] the search for a TIN reads TINs, registrations, units and lines by their indexes, however many there are', async () => {
  const plans: string[] = []
  const prepare = (text: string) => ({
    bind: (...values: unknown[]) => {
      plans.push(text)
      return env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...values)
    },
  })
  const explain = { prepare, batch: (list: D1PreparedStatement[]) => env.DB.batch(list) }
  const steps = (await findTinBuyers(explain as unknown as D1Database, TIN)) as unknown as {
    detail: string
  }[]
  expect(plans).toHaveLength(2)
  const details = steps.map(({ detail }) => detail)
  expect(details).toContainEqual(expect.stringMatching(/^SEARCH t USING INDEX registration_tin_tin /))
  expect(details).toContainEqual(expect.stringMatching(/^SEARCH u USING INDEX unit_tin /))
  expect(details.filter((detail) => detail.startsWith('SCAN'))).toEqual([])
})
