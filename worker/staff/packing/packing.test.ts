import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BEFORE_SENT } from '../../../schema/catalog/product/product.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { PACKING_MESSAGES } from '../../../schema/staff/packing/packing-form.ts'
import { SECOND_INSPECTION_MESSAGES } from '../../../schema/staff/packing/second-inspection.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import {
  newPlacedOrder,
  type PlacedOrder,
  statusOf,
} from '../../orders/life/testing/order-lifecycle.harness.ts'
import { textOf } from '../counter/testing/counter.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const [yard, phone, books, manager] = [new Browser(), new Browser(), new Browser(), new Browser()]
const UPS = '1Z999AA10123456784'

beforeAll(async () => {
  await openShop()
  await yard.signInAsStaff('yard')
  await phone.signInAsStaff('pin')
  await books.signInAsStaff('books')
  await manager.signInAsStaff('manager')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  for (const table of ['order_parcel_item', 'order_parcel', 'order_shipment', 'pick_item', 'pick_run'])
    await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec("UPDATE sales_order SET status = 'delivered'")
  await env.DB.exec("UPDATE stock SET qty = 400 WHERE stock_sku LIKE 'TL-2%' OR stock_sku = 'TL-1003'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

let keys = 0
const post = (path: string, fields: Record<string, string>, browser = yard) => {
  keys += 1
  return browser.fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ key: `packing-${keys}`, ...fields }),
  })
}
const read = async (path: string, browser = yard) => (await browser.fetch(path)).text()
/** Sends a form of packing and returns the page of its redirect. */
async function pack(
  { orderNumber: order }: PlacedOrder,
  fields: Record<string, string>,
  browser = yard,
): Promise<string> {
  const answer = await post('/staff/pack/form/', { order, parcel: '1', ...fields }, browser)
  expect(answer.status).toBe(303)
  return read(answer.headers.get('Location') ?? '', browser)
}
const scan = (order: PlacedOrder, code: string, parcel = '1') => pack(order, { action: 'scan', code, parcel })

/** Places an order whose tires are all picked. */
async function pickedOrder(units: Record<string, number>): Promise<PlacedOrder> {
  const order = await newPlacedOrder(harness, units)
  const started = await post('/staff/pick/form/', { action: 'start', order: order.orderNumber })
  const run = started.headers.get('Location')?.split('/').at(-1) ?? ''
  for (const [, sku = ''] of (await read(`/staff/pick/${run}/list`)).matchAll(/<th scope="row">([^<]+)</g))
    await post('/staff/pick/form/', { action: 'scan', run, code: sku })
  return order
}
/** What is stored in the parcels of an order: `1:TL-2001×2`. */
async function contentsOf({ orderNumber }: PlacedOrder): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT p.number || ':' || i.sku || '×' || i.tires AS text FROM order_parcel p JOIN order_parcel_item i ON i.parcel_id = p.id
      JOIN sales_order o ON o.id = p.order_id WHERE o.order_number = ? ORDER BY 1`,
  )
    .bind(orderNumber)
    .all<{ text: string }>()
  return results.map(({ text }) => text)
}
async function mailText(payload: Record<string, unknown>): Promise<string> {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  return (await buildMail(env, { kind: 'order-shipped', payload }, parsed.config, Date.now()))?.text ?? ''
}
const mailsOf = async ({ orderNumber }: PlacedOrder) =>
  (
    await env.DB.prepare(
      "SELECT payload FROM outbox WHERE kind = 'order-shipped' AND json_extract(payload, '$.orderNumber') = ? ORDER BY id",
    )
      .bind(orderNumber)
      .all<{ payload: string }>()
  ).results.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)

test('[H14o] an order is packed and sent by two scans and one press, and its status and mail are as always', async () => {
  const order = await pickedOrder({ 'TL-2001-4': 1 })
  expect(await read('/staff/pack/')).toContain(order.orderNumber)
  const packed = await scan(order, 'HTTPS://SHOP.EXAMPLE/U/TL2001')
  expect(packed).toContain('TL-2001 is in parcel 1.')
  expect(await contentsOf(order)).toEqual(['1:TL-2001×4'])
  expect(await scan(order, UPS.toLowerCase())).toContain(`UPS ${UPS}`)
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.sent)
  expect(await statusOf(order)).toBe('shipped')
  expect(await mailsOf(order)).toEqual([
    { orderNumber: order.orderNumber, carrier: 'UPS', trackingNumber: UPS },
  ])
  expect(await read(`/staff/orders/${order.orderNumber}`)).toContain(UPS)
  expect(await read('/staff/pack/')).toContain('Nothing to pack')
})

test('[H14o] a wrong scan is refused with both numbers, a second scan and a number in use too', async () => {
  const [order, other] = [
    await pickedOrder({ 'TL-2001-1': 1, 'TL-1003': 1 }),
    await pickedOrder({ 'TL-2001-1': 1 }),
  ]
  const wrong = await scan(order, 'TL-2002')
  expect(wrong).toContain('Wrong tire: TL-2002 isn’t in this order. Still to pack: TL-1003')
  for (const code of ['', '<script>', '12'])
    expect(await scan(order, code)).toMatch(/Scan the label|Wrong tire/)
  await scan(order, 'TL-2001')
  expect(await scan(order, 'TL-2001')).toContain('TL-2001: All of these are in a parcel already.')
  expect(await pack(order, { action: 'tires', sku: 'TL-2001', tires: '2' })).toContain(
    'All of these are in a parcel',
  )
  expect(await contentsOf(order)).toEqual(['1:TL-2001×1'])
  await scan(order, UPS)
  await scan(other, 'TL-2001')
  expect(await scan(other, UPS)).toContain('Another parcel has this tracking number.')
  const [, item = ''] = await pickIds(order)
  const undone = await post('/staff/pick/form/', { action: 'open', run: await runOf(order), item })
  expect(await read(undone.headers.get('Location') ?? '')).toContain('It’s in a parcel. Take it out first.')
})

const pickIds = async ({ orderNumber }: PlacedOrder) =>
  (
    await env.DB.prepare(
      'SELECT i.id FROM pick_item i JOIN sales_order o ON o.id = i.order_id WHERE order_number = ? ORDER BY i.sku',
    )
      .bind(orderNumber)
      .all<{ id: number }>()
  ).results.map(({ id }) => String(id))
const runOf = async ({ orderNumber }: PlacedOrder) =>
  String(
    await env.DB.prepare(
      'SELECT i.run_id FROM pick_item i JOIN sales_order o ON o.id = i.order_id WHERE order_number = ?',
    )
      .bind(orderNumber)
      .first('run_id'),
  )

test('[H14o] address labels are one document for several orders, a label for each packed parcel', async () => {
  const two = await pickedOrder({ 'TL-2001-1': 1, 'TL-1003': 1 })
  const one = await pickedOrder({ 'TL-2001-1': 1 })
  const labels = async () =>
    textOf(await read(`/staff/address-labels/?orders=${two.orderNumber}+${one.orderNumber}`))
  expect(await labels()).toContain('No parcel to label')
  await scan(two, 'TL-2001')
  await scan(two, 'TL-1003', '2')
  await scan(one, 'TL-2001')
  expect((await labels()).match(/Ada Miller.*?Parcel \d of \d/g)?.map((text) => text.slice(-25))).toEqual([
    `${two.orderNumber} Parcel 1 of 2`,
    `${two.orderNumber} Parcel 2 of 2`,
    `${one.orderNumber} Parcel 1 of 1`,
  ])
  expect(await read('/staff/pack/')).toContain('/staff/address-labels/?orders=')
  await env.DB.exec("UPDATE sales_order SET status = iif(id % 2, 'canceled', 'refunded')")
  expect(await labels()).toContain('No parcel to label')
  expect((await yard.fetch('/staff/address-labels/?orders=TL-00000000')).status).toBe(404)
})

test('[H14o] an order leaves in parcels, and each mail lists its own tires', async () => {
  const order = await pickedOrder({ 'TL-2001-4': 1, 'TL-1003': 1 })
  await scan(order, 'TL-2001')
  await pack(order, { action: 'tires', sku: 'TL-2001', tires: '3' })
  await scan(order, UPS)
  await pack(order, { action: 'send' })
  expect(await read('/staff/orders/?tab=pack')).toContain(order.orderNumber)
  await scan(order, 'TL-2001', '2')
  await scan(order, 'TL-1003', '2')
  await pack(order, {
    action: 'label',
    parcel: '2',
    carrier: 'FedEx',
    trackingNumber: '1234 5678 9012',
    weight: '62',
  })
  expect(await read('/staff/orders/?tab=send')).toContain(order.orderNumber)
  expect(await contentsOf(order)).toEqual(['1:TL-2001×3', '2:TL-1003×4', '2:TL-2001×1'])
  expect(await pack(order, { action: 'send', parcel: '2' })).toContain('All sent')
  const [first, second] = await Promise.all(
    (await mailsOf(order)).map(async (payload) => await mailText(payload)),
  )
  expect(first).toContain('3 × ')
  expect(first).toContain('The other tires come in packages of their own.')
  expect(second?.match(/1 × /g)).toHaveLength(2)
  expect(await pack(order, { action: 'tires', sku: 'TL-2001', tires: '0' })).toContain(
    'This parcel was sent already.',
  )
})

test('[H14o] who sends a parcel twice, or at the same moment as somebody else, sends one mail', async () => {
  const order = await pickedOrder({ 'TL-2001-1': 1 })
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.empty)
  await scan(order, 'TL-2001')
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.noLabel)
  await scan(order, UPS)
  await Promise.all([1, 2, 3].map(() => pack(order, { action: 'send' })))
  await pack(order, { action: 'send' })
  expect(await mailsOf(order)).toHaveLength(1)
})

test('[H14o] an order that is canceled while picked shows a stop page, and its tires go back', async () => {
  await env.DB.exec("INSERT OR REPLACE INTO bin (code, walk) VALUES ('A-12', 1)")
  await env.DB.exec(
    "UPDATE unit SET bin = 'A-12' WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-2001')",
  )
  const order = await pickedOrder({ 'TL-2001-2': 1 })
  await scan(order, 'TL-2001')
  await scan(order, UPS)
  expect(await pack(order, { action: 'put-back' })).toContain(PACKING_MESSAGES.notEnded)
  await env.DB.prepare("UPDATE sales_order SET status = 'canceled' WHERE order_number = ?")
    .bind(order.orderNumber)
    .run()
  expect(await read('/staff/pack/')).toContain('Canceled: put tires back')
  const stop = await scan(order, 'TL-2001')
  expect(stop).toMatch(/Stop\..*Canceled/s)
  expect(stop).toContain('Put back to A-12')
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.refused)
  expect(await pack(order, { action: 'put-back' })).toContain(PACKING_MESSAGES.back)
  expect(await contentsOf(order)).toEqual([])
  expect(await read('/staff/pack/')).not.toContain('Canceled: put tires back')
  expect(await mailsOf(order)).toEqual([])
})

test('[H14o] a packed tire whose money was given back with restock is taken out before its parcel is sent', async () => {
  const order = await pickedOrder({ 'TL-2001-1': 1, 'TL-2002-1': 1 })
  for (const code of ['TL-2001', 'TL-2002', UPS]) await scan(order, code)
  await env.DB.prepare(
    "UPDATE sales_order_line SET restocked_at = 1 WHERE sku = 'TL-2002-1' AND order_id = (SELECT id FROM sales_order WHERE order_number = ?)",
  )
    .bind(order.orderNumber)
    .run()
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.restocked)
  expect(await mailsOf(order)).toEqual([])
  await pack(order, { action: 'tires', sku: 'TL-2002', tires: '0' })
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.sent)
  expect(await contentsOf(order)).toEqual(['1:TL-2001×1'])
})

test('[H14o] of two lines with the same tires, one that went back into the stock no longer waits to be packed', async () => {
  const order = await pickedOrder({ 'TL-2001-1': 1, 'TL-2001-2': 1 })
  await env.DB.exec("UPDATE sales_order_line SET restocked_at = 1 WHERE sku = 'TL-2001-2'")
  await scan(order, 'TL-2001')
  expect(await contentsOf(order)).toEqual(['1:TL-2001×1'])
  await scan(order, UPS)
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.sent)
  expect(await read('/staff/pack/')).not.toContain(order.orderNumber)
  expect((await post('/staff/pack/form/', { action: 'find', code: 'TL-2001' })).headers.get('Location')).toBe(
    '/staff/pack/',
  )
})

test('[H14o] a shared phone packs and sees no customer; to send needs its permission', async () => {
  const order = await pickedOrder({ 'TL-2001-1': 1 })
  expect((await books.fetch('/staff/pack/')).status).toBe(403)
  expect((await new Browser().fetch('/staff/pack/')).status).toBe(404)
  const page = await pack(order, { action: 'scan', code: 'TL-2001' }, phone)
  expect(page).not.toContain('See the order')
  expect(
    (await post('/staff/pack/form/', { action: 'send', order: order.orderNumber, parcel: '1' }, phone))
      .status,
  ).toBe(403)
  const found = await post('/staff/pack/form/', { action: 'find', code: order.orderNumber.slice(3) }, phone)
  expect(found.headers.get('Location')).toBe(`/staff/pack/${order.orderNumber}`)
  expect((await phone.fetch('/staff/pack/TL-00000000')).status).toBe(404)
})

/** Makes the second inspection of TL-2001 due; `takenBy` made the first one. */
async function makeInspectionDue(takenBy: string): Promise<void> {
  const report = {
    ...{ grooves: [[7, 7, 6]], repairs: 'None', sidewalls: 'No cuts', beads: 'Clean', airTest: BEFORE_SENT },
    ...{ grade: 'B', firstInspection: { by: 'Casey', on: '2026-01-02' } },
    secondInspection: { by: BEFORE_SENT, on: '' },
  }
  await env.DB.prepare("UPDATE product SET passport = ? WHERE sku = 'TL-2001'")
    .bind(JSON.stringify(report))
    .run()
  await env.DB.prepare(
    `UPDATE unit SET second_by = NULL, taken_by = (SELECT id FROM staff WHERE role = ? ORDER BY id LIMIT 1)
      WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-2001')`,
  )
    .bind(takenBy)
    .run()
}
/** Types the grooves of TL-2001; returns the page that answers. */
async function inspect(
  { orderNumber: order }: PlacedOrder,
  depths: readonly string[],
  { again = false, browser = yard } = {},
): Promise<string> {
  keys += 1
  const fields = { action: 'inspect', order, parcel: '1', sku: 'TL-2001', key: `packing-${keys}` }
  const body = new URLSearchParams({ ...fields, ...(again ? { again: '1' } : {}) })
  for (const depth of depths) body.append('depth', depth)
  const answer = await browser.fetch('/staff/pack/form/', { method: 'POST', body })
  const to = answer.headers.get('Location')
  return to ? read(to, browser) : answer.text()
}

test('[H14o] a tire whose second inspection is due is measured at the scan, by another person, and differences are asked again', async () => {
  const order = await pickedOrder({ 'TL-2001-1': 1 })
  await makeInspectionDue('yard')
  const own = await scan(order, 'TL-2001')
  expect(own).toContain('Second inspection of')
  expect(own).toContain(SECOND_INSPECTION_MESSAGES.own)
  expect(await inspect(order, ['7', '7', '6'])).toContain(SECOND_INSPECTION_MESSAGES.own)
  expect(await pack(order, { action: 'tires', sku: 'TL-2001', tires: '1' })).toContain(
    CHANGE_MESSAGES['not-inspected'],
  )
  expect(await contentsOf(order)).toEqual([])

  await makeInspectionDue('owner')
  expect(await scan(order, 'TL-2001')).toContain('report: ')
  for (const depths of [['7', '7'], ['7', 'x', '6'], []])
    expect(await inspect(order, depths)).toContain(SECOND_INSPECTION_MESSAGES.depths)
  const asked = await inspect(order, ['7', '5.5', '6'])
  expect(asked).toContain(SECOND_INSPECTION_MESSAGES.again)
  expect(asked).toContain('name="again"')
  expect(await inspect(order, ['7', '5.5', '6'], { again: true })).toContain(
    SECOND_INSPECTION_MESSAGES.mismatch,
  )
  expect(await contentsOf(order)).toEqual([])
  expect(await inspect(order, ['7', '6', '6,5'], { again: true })).toContain(PACKING_MESSAGES.inspected)
  expect(await contentsOf(order)).toEqual(['1:TL-2001×1'])
  expect(
    await env.DB.prepare(
      `SELECT u.second_by = s.id AS isYard, p.passport ->> '$.secondInspection.by' = s.name AS isNamed, a.why
        FROM product p JOIN unit u ON u.product_id = p.id JOIN staff s ON s.id = u.second_by
        JOIN audit_log a ON a.record = 'unit' AND a.record_id = p.sku WHERE p.sku = 'TL-2001' ORDER BY a.id DESC`,
    ).first(),
  ).toEqual({ isYard: 1, isNamed: 1, why: 'Measured 7 · 6 · 6.5' })
})

test('[H14o] a parcel whose tire lost its second inspection stays, and a manager packs a tire that differs', async () => {
  const order = await pickedOrder({ 'TL-2001-1': 1 })
  await env.DB.exec("UPDATE product SET passport = NULL WHERE sku = 'TL-2001'")
  await scan(order, 'TL-2001')
  await scan(order, UPS)
  await makeInspectionDue('owner')
  expect(await pack(order, { action: 'send' })).toContain(CHANGE_MESSAGES['not-inspected'])
  expect(await scan(order, 'TL-2001')).toContain('Second inspection of')
  expect(await inspect(order, ['7', '3', '6'], { browser: manager })).toContain(
    SECOND_INSPECTION_MESSAGES.again,
  )
  expect(await inspect(order, ['7', '3', '6'], { again: true, browser: manager })).toContain(
    PACKING_MESSAGES.inspected,
  )
  expect(await pack(order, { action: 'send' })).toContain(PACKING_MESSAGES.sent)
  await env.DB.exec("UPDATE product SET passport = NULL WHERE sku = 'TL-2001'")
})

/** A small generator of numbers, so that a failed run can be repeated. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
    yield state / 2_147_483_648
}

test('[H14o] whatever several people scan at once, a tire is in one parcel at most and parcels hold the order’s tires alone', async () => {
  const order = await pickedOrder({ 'TL-2001-4': 1, 'TL-2002-2': 1, 'TL-1003': 1 })
  const other = await pickedOrder({ 'TL-2002-1': 1 })
  const random = numbers(7)
  const next = (below: number) => Math.floor((random.next().value ?? 0) * below)
  const skus = ['TL-2001', 'TL-2002', 'TL-1003', 'TL-2003', 'TL-9999']
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(
      Array.from({ length: 4 }, () => {
        const parcel = String(next(3) + 1)
        const sku = skus[next(skus.length)] ?? ''
        const fields: Record<string, string> =
          next(2) === 0 ? { action: 'scan', code: sku } : { action: 'tires', sku, tires: String(next(5)) }
        return post('/staff/pack/form/', { order: order.orderNumber, parcel, ...fields })
      }),
    )
    const { results } = await env.DB.prepare(
      `SELECT i.sku, sum(i.tires) AS packed, (SELECT tires FROM pick_item p WHERE p.order_id = i.order_id AND p.sku = i.sku) AS picked
        FROM order_parcel_item i JOIN sales_order o ON o.id = i.order_id WHERE o.order_number = ? GROUP BY i.sku`,
    )
      .bind(order.orderNumber)
      .all<{ sku: string; packed: number; picked: number }>()
    for (const { sku, packed, picked } of results)
      expect([round, sku, packed <= picked]).toEqual([round, sku, true])
  }
  expect(await contentsOf(other)).toEqual([])
})
