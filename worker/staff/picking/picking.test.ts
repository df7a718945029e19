import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { refundOrder } from '../../orders/life/order-lifecycle.ts'
import { newPlacedOrder, type PlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const [yard, books] = [new Browser(), new Browser()]

beforeAll(async () => {
  await openShop()
  await yard.signInAsStaff('yard')
  await books.signInAsStaff('books')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  for (const table of ['pick_item', 'pick_run']) await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec("UPDATE sales_order SET status = 'delivered'")
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku LIKE 'TL-2%' OR stock_sku = 'TL-1003'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

let keys = 0
const post = (fields: Record<string, string | string[]>, browser = yard) => {
  keys += 1
  const body = new URLSearchParams({ key: `picking-${keys}` })
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  return browser.fetch('/staff/pick/form/', { method: 'POST', body })
}
const page = async (path: string, browser = yard) => (await browser.fetch(path)).text()
/** Sends a form and returns the page of its redirect. */
async function submit(fields: Record<string, string | string[]>): Promise<string> {
  return page((await post(fields)).headers.get('Location') ?? '')
}
async function start(...orders: PlacedOrder[]): Promise<string> {
  const answer = await post({ action: 'start', order: orders.map(({ orderNumber }) => orderNumber) })
  const [, run = ''] = /\/pick\/(\d+)$/.exec(answer.headers.get('Location') ?? '') ?? []
  return run
}
/** The skus of the walk, in its order. */
const walk = async (run: string) =>
  [...(await page(`/staff/pick/${run}/list`)).matchAll(/<th scope="row">([^<]+)<\/th>/g)].map(
    ([, sku]) => sku,
  )

test('[H14i] a run has the tires of its orders in the order of the walk, and an order is in one run', async () => {
  await env.DB.exec("INSERT OR REPLACE INTO bin (code, walk) VALUES ('A-1', 1), ('B-9', 2)")
  await env.DB.exec(
    "UPDATE unit SET bin = 'B-9' WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-2001')",
  )
  await env.DB.exec(
    "UPDATE unit SET bin = 'A-1' WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1003')",
  )
  const first = await newPlacedOrder(harness, { 'TL-2001-2': 1, 'TL-1003': 1 })
  const second = await newPlacedOrder(harness, { 'TL-2002-1': 1 })
  const waiting = await page('/staff/pick/')
  for (const { orderNumber } of [first, second]) expect(waiting).toContain(orderNumber)
  const run = await start(first, second)
  expect(await walk(run)).toEqual(['TL-1003', 'TL-2001', 'TL-2002'])
  expect(await page(`/staff/pick/${run}/list`)).toMatch(/TL-2001<\/th><td class="num">2</)
  expect(await page('/staff/pick/')).toContain('Nothing to pick')
  expect(await start(first)).toBe('')
})

test('[H14i] two people who begin a run of the same orders at once share no tire', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  const runs = (await Promise.all([start(order), start(order)])).filter(Boolean)
  const walks = await Promise.all(runs.map((run) => page(`/staff/pick/${run}/list`)))
  expect(walks.filter((html) => html.includes('TL-2001'))).toHaveLength(1)
})

test('[H14i] a scan picks its tire, by number or by the link of the label; another tire is refused with both numbers', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  const run = await start(order)
  const wrong = await submit({ action: 'scan', run, code: 'TL-2002' })
  expect(wrong).toMatch(/Wrong tire: TL-2002 isn’t in this run\. Next is TL-\d+/)
  for (const code of ['', 'https://elsewhere.example/x', '<script>'])
    expect(await submit({ action: 'scan', run, code })).toMatch(/Scan the label|Wrong tire/)
  expect(await submit({ action: 'scan', run, code: 'https://shop.example/U/TL2001' })).toContain(
    'TL-2001 picked.',
  )
  expect(await submit({ action: 'scan', run, code: 'tl-2001' })).toContain('TL-2001 is picked already.')
  const done = await submit({ action: 'scan', run, code: 'TL-1003' })
  expect(done).toContain('All done')
  expect(done).toContain(`/staff/slips/?orders=${order.orderNumber}`)
  const log = await page('/staff/audit/')
  expect(log.match(/<strong>(<a [^>]+>)?Pick [^<]+(<\/a>)?<\/strong> changed/g)).toHaveLength(2)
  expect(log).toMatch(/<del>To pick<\/del>.*<ins>Picked<\/ins>/s)
})

test('[H14i] what is not found is marked, and a mistake is taken back', async () => {
  const run = await start(await newPlacedOrder(harness, { 'TL-2001-1': 1 }))
  const [, item = ''] = /name="item" value="(\d+)"/.exec(await page(`/staff/pick/${run}`)) ?? []
  expect(await submit({ action: 'missing', run, item })).toContain('TL-2001 not found')
  expect(await submit({ action: 'open', run, item })).toContain('TL-2001 back on the list.')
  expect((await post({ action: 'missing', run: '999', item })).status).toBe(404)
})

test('[H14i] a picked order that is canceled stops the run, and its tires go back', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  const run = await start(order)
  await submit({ action: 'scan', run, code: 'TL-2001' })
  await env.DB.prepare("UPDATE sales_order SET status = 'canceled' WHERE order_number = ?")
    .bind(order.orderNumber)
    .run()
  expect(await submit({ action: 'scan', run, code: 'TL-1003' })).toContain('Put the tire back.')
  expect(await page(`/staff/pick/${run}`)).toContain('Canceled. Put TL-2001 back')
})

test('[H14i] packing slips of several orders are one document with address and inspection', async () => {
  const used = await newPlacedOrder(harness, { 'TL-1003': 1 })
  const other = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  const html = await page(`/staff/slips/?orders=${used.orderNumber}+${other.orderNumber}`)
  expect(html.match(/class="sheet"/g)).toHaveLength(2)
  expect(html).toMatch(/Grade [ABC], tread [\d.-]+/)
  expect(html).toContain('/order/')
  expect((await yard.fetch('/staff/slips/?orders=TL-00000000')).status).toBe(404)
})

test('[H14i] picking needs its permission', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  expect((await books.fetch('/staff/pick/')).status).toBe(403)
  expect((await new Browser().fetch('/staff/pick/')).status).toBe(404)
  const start = { action: 'start', order: order.orderNumber }
  expect((await post(start, books)).status).toBe(403)
  expect((await post(start, new Browser())).status).toBe(404)
})

/** Gives the money of a line back and puts its tires on sale again, as the form of refunds does. */
async function restock({ orderNumber }: PlacedOrder, sku: string): Promise<void> {
  const line = await env.DB.prepare(
    'SELECT l.item_id AS id, l.row_total AS total FROM sales_order_line l JOIN sales_order o ON o.id = l.order_id WHERE o.order_number = ? AND l.sku = ?',
  )
    .bind(orderNumber, sku)
    .first<{ id: number; total: number }>()
  const result = await refundOrder(env, orderNumber, {
    ...{ id: `restock-${sku}-${orderNumber}`, amount: line?.total ?? 0, reason: 'Not wanted', by: 'staff:1' },
    ...{ restock: [line?.id ?? 0], now: Date.now() },
  })
  expect(result).toBe('done')
}

test('[H14i] tires whose money is given back with restock leave the run; picked ones are put back first, and nobody packs them', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-2': 1, 'TL-1003': 1, 'TL-2002-1': 1 })
  const run = await start(order)
  await restock(order, 'TL-2002-1')
  expect((await walk(run)).toSorted()).toEqual(['TL-1003', 'TL-2001'])
  expect(await submit({ action: 'scan', run, code: 'TL-2001' })).toContain('TL-2001 picked.')
  await submit({ action: 'scan', run, code: 'TL-1003' })
  await restock(order, 'TL-2001-2')
  const warned = await page(`/staff/pick/${run}`)
  expect(warned).toMatch(/its money was given back.*Put.*TL-2001/s)
  const scanned = await yard.fetch('/staff/pack/form/', {
    method: 'POST',
    body: new URLSearchParams({
      ...{ action: 'scan', order: order.orderNumber, parcel: '1', code: 'TL-2001', key: 'pack-restocked' },
    }),
  })
  expect(await page(scanned.headers.get('Location') ?? '')).toContain(
    'Wrong tire: TL-2001 isn’t in this order. Still to pack: TL-1003',
  )
  const item = String(await env.DB.prepare("SELECT id FROM pick_item WHERE sku = 'TL-2001'").first('id'))
  expect(await submit({ action: 'open', run, item })).not.toContain('its money was given back')
  expect(await walk(run)).toEqual(['TL-1003'])
  expect(await page('/staff/pick/')).not.toContain(order.orderNumber)
})

test('[H14i] a run needs fewer tires of a pool that another line of the order still needs', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-2': 1, 'TL-2001-1': 1 })
  const run = await start(order)
  expect(await page(`/staff/pick/${run}/list`)).toMatch(/TL-2001<\/th><td class="num">3</)
  await restock(order, 'TL-2001-2')
  expect(await page(`/staff/pick/${run}/list`)).toMatch(/TL-2001<\/th><td class="num">1</)
})
