import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CARRIER_MESSAGES } from '../../../schema/staff/carriers/carrier-form.ts'
import { TRACKING_PROBLEMS } from '../../../schema/staff/carriers/tracking-file.ts'
import { FILE_MESSAGES } from '../../../schema/staff/csv/csv-messages.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import type { TrackingMessage } from '../../env.ts'
import { newPlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { continueTracking, type TrackingEnv } from './send-tracking.ts'
import { deleteOldTrackingFiles } from './tracking-file.sql.ts'

const { fetch } = globalThis
const yard = new Browser()
let harness: PlacementHarness
let keys = 0

beforeAll(async () => {
  await openShop()
  await yard.signInAsStaff('yard')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  for (const table of [
    'order_parcel_item',
    'order_parcel',
    'order_shipment',
    'pick_item',
    'tracking_file',
    'outbox',
  ])
    await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec("UPDATE sales_order SET status = 'delivered'")
  await env.DB.exec("UPDATE stock SET qty = 400 WHERE stock_sku LIKE 'TL-2%' OR stock_sku = 'TL-1003'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

/** Places an order for TL-2001 whose tires are packed into this many parcels. */
async function packedOrder(parcels = 1): Promise<string> {
  const { orderNumber } = await newPlacedOrder(harness, { [`TL-2001-${parcels === 1 ? 1 : 2}`]: 1 })
  for (let number = 1; number <= parcels; number += 1) {
    await env.DB.prepare(
      `INSERT INTO order_parcel (order_id, number, created_at) SELECT id, ?, 0 FROM sales_order WHERE order_number = ?`,
    )
      .bind(number, orderNumber)
      .run()
  }
  await env.DB.prepare(`INSERT OR IGNORE INTO pick_run (id, created_at) VALUES (7, 0)`).run()
  await env.DB.prepare(
    `INSERT INTO pick_item (run_id, order_id, sku, tires, state) SELECT 7, id, 'TL-2001', ?, 'picked' FROM sales_order WHERE order_number = ?`,
  )
    .bind(parcels, orderNumber)
    .run()
  await env.DB.prepare(
    `INSERT INTO order_parcel_item (parcel_id, order_id, sku, tires) SELECT p.id, p.order_id, 'TL-2001', 1 FROM order_parcel p
      JOIN sales_order o ON o.id = p.order_id WHERE o.order_number = ?`,
  )
    .bind(orderNumber)
    .run()
  return orderNumber
}
async function upload(text: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  keys += 1
  const body = new FormData()
  body.set('key', `carriers-${keys}`)
  body.set('file', new File([text], 'labels.csv', { type: 'text/csv' }))
  return yard.fetch('/staff/carriers/upload', { method: 'POST', body })
}
/** Uploads rows of reference and tracking number; returns the address of what they would do. */
async function uploadRows(rows: readonly (readonly [reference: string, number: string])[]): Promise<string> {
  const answer = await upload(`Reference,Tracking number\n${rows.map((row) => row.join()).join('\n')}\n`)
  expect(answer.status).toBe(303)
  return answer.headers.get('Location') ?? ''
}
const read = async (path: string) => (await yard.fetch(path)).text()
/** Presses a button on the page of a file and returns the page that follows, with its address. */
async function press(path: string, action: 'send' | 'save'): Promise<{ page: string; to: string }> {
  keys += 1
  const fields = { action, file: path.split('/').at(-1) ?? '', key: `carriers-${keys}` }
  const answer = await yard.fetch('/staff/carriers/form', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const to = answer.headers.get('Location') ?? ''
  return { page: await read(to), to }
}
const mails = async () =>
  (
    await env.DB.prepare(
      "SELECT payload ->> '$.orderNumber' || ' ' || (payload ->> '$.trackingNumber') AS text FROM outbox WHERE kind = 'order-shipped' ORDER BY id",
    ).all<{ text: string }>()
  ).results.map(({ text }) => text)
const ups = (at: number) => `1Z999AA1${String(at).padStart(10, '0')}`

test('[H14o] chosen parcels are a CSV file, which the audit log and the page remember', async () => {
  const order = await packedOrder(2)
  const page = await read('/staff/carriers')
  expect(page).toContain(`value="${order}.1"`)
  expect(page).not.toContain('In a file already')
  const file = await yard.fetch(`/staff/carriers/parcels?parcel=${order}.2&parcel=TL-00000000.1`)
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const [header, row, end] = (await file.text()).split('\r\n')
  expect(header).toMatch(/^\uFEFF?reference,order,parcel,parcels,name,/)
  expect(row).toMatch(new RegExp(`^${order}\\.2,${order},2,2,.*,1 x TL-2001$`))
  expect(end).toBe('')
  expect(await read('/staff/carriers')).toContain('In a file already')
  expect(
    await env.DB.prepare("SELECT kind FROM audit_log WHERE record = 'parcel' AND record_id = ?")
      .bind(`${order}.2`)
      .all(),
  ).toMatchObject({ results: [{ kind: 'print' }] })
  const none = await yard.fetch('/staff/carriers/parcels')
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining(CARRIER_MESSAGES.choose)])
})

test('[H14o] a file with tracking numbers is shown first; one press sends its parcels and each buyer one mail', async () => {
  const [first, second, canceled, sent] = [
    await packedOrder(2),
    await packedOrder(),
    await packedOrder(),
    await packedOrder(),
  ]
  await press(await uploadRows([[sent, ups(9)]]), 'send')
  await env.DB.exec(`UPDATE sales_order SET status = 'canceled' WHERE order_number = '${canceled}'`)
  const path = await uploadRows([
    [`${first}.1`, ups(1)],
    [`${first}.2`, ups(2)],
    [second, ups(9)],
    [canceled, ups(3)],
    [sent, ups(4)],
    ['TL-00000000', ups(5)],
    ['Ann', ups(6)],
  ])
  const shown = await read(path)
  expect(shown).toContain('Send 2 parcels')
  for (const problem of ['taken', 'ended', 'sent', 'order', 'reference'] as const)
    expect(shown).toContain(TRACKING_PROBLEMS[problem])
  expect(await mails()).toEqual([`${sent} ${ups(9)}`])

  expect((await press(path, 'send')).page).toContain('2 parcels sent.')
  expect(await read(`/staff/orders/${first}`)).toContain('<dd>On its way</dd>')
  expect((await press(path, 'send')).page).toContain(CARRIER_MESSAGES.nothing)
  const again = await uploadRows([[`${first}.1`, ups(1)]])
  expect(await read(again)).toContain('All parcels of this file are sent.')
  expect(await mails()).toEqual([`${sent} ${ups(9)}`, `${first} ${ups(1)}`, `${first} ${ups(2)}`])
})

test('[H14o] saved numbers wait in the yard and are undone as one, until their parcels are sent', async () => {
  const [first, second] = [await packedOrder(), await packedOrder()]
  const path = await uploadRows([
    [first, ups(1)],
    [second, ups(2)],
  ])
  const { page, to } = await press(path, 'save')
  expect(page).toContain('2 parcels now with a number. Nothing was sent.')
  expect(await mails()).toEqual([])
  expect(await read(`/staff/pack/${first}`)).toContain(`UPS ${ups(1)}`)
  const batch = new URL(to, 'https://shop.example').searchParams.get('saved') ?? ''
  const undo = new URLSearchParams({ batch, key: `carriers-undo-${keys}`, return: path })
  await yard.fetch('/staff/audit/form/', { method: 'POST', body: undo })
  expect(await read(`/staff/pack/${first}`)).not.toContain(ups(1))
  expect((await press(path, 'send')).page).toContain('2 parcels sent.')
})

test('[H14o] many parcels are sent in runs: one that is killed or repeated sends each parcel once', async () => {
  const orders: string[] = []
  for (let at = 0; at < 23; at += 1) orders.push(await packedOrder())
  const path = await uploadRows(orders.map((order, at) => [order, ups(at)]))
  const [, page] = await Promise.all([press(path, 'send'), press(path, 'send')])
  expect(page.page).toMatch(/parcels? sent\.|Nothing was sent/)
  const id = Number(path.split('/').at(-1))
  const messages: unknown[] = []
  const queue = { send: async (message: unknown) => void messages.push(message) }
  const tracking = { ...env, REBUILD: queue } as unknown as TrackingEnv
  await continueTracking(tracking, { tracking: id, refused: 0 }, Date.now())
  await continueTracking(tracking, { tracking: id, refused: 0 }, Date.now())
  expect((await mails()).toSorted()).toEqual(orders.map((order, at) => `${order} ${ups(at)}`).toSorted())
  expect(await read(path)).toContain('All parcels of this file are sent.')
  // Who left may not send any more.
  const last = await packedOrder()
  const late = await uploadRows([[last, ups(30)]])
  await env.DB.exec("UPDATE tracking_file SET sent_key = 'carriers-late', sent_by = 999999")
  await continueTracking(tracking, { tracking: Number(late.split('/').at(-1)), refused: 0 }, Date.now())
  expect(await mails()).not.toContain(`${last} ${ups(30)}`)
})

test('[H14o] parcels that cannot be sent do not stop those behind them', async () => {
  const orders: string[] = []
  for (let at = 0; at < 22; at += 1) orders.push(await packedOrder())
  const path = await uploadRows(orders.map((order, at) => [order, ups(60 + at)]))
  const sendable = orders.at(-1) ?? ''
  // The tires of all others were put back into the stock with their refund.
  await env.DB.prepare(
    `UPDATE sales_order_line SET restocked_at = 1 WHERE order_id IN (SELECT id FROM sales_order
      WHERE order_number IN (SELECT value FROM json_each(?1)) AND order_number <> ?2)`,
  )
    .bind(JSON.stringify(orders), sendable)
    .run()
  const page = (await press(path, 'send')).page
  expect(page).toContain('0 parcels sent. 20 parcels not sent')
  expect(page).toContain('2 more parcels will follow')
  // The run of the queue and the one that it asks for.
  const messages: TrackingMessage[] = [{ tracking: Number(path.split('/').at(-1)), refused: 0 }]
  const queue = { send: async (message: TrackingMessage) => void messages.push(message) }
  const tracking = { ...env, REBUILD: queue } as unknown as TrackingEnv
  for (const message of messages) await continueTracking(tracking, message, Date.now())
  expect(await mails()).toEqual(expect.arrayContaining([`${sendable} ${ups(81)}`]))
  expect((await mails()).filter((mail) => orders.includes(mail.split(' ')[0] ?? ''))).toHaveLength(1)
})

test('[H14o] files that cannot be read are refused with words, and old ones are deleted', async () => {
  for (const [text, message] of [
    ['', FILE_MESSAGES.empty],
    ['Reference;Tracking number\n', FILE_MESSAGES.semicolons],
    ['Name,City\nAnn,Chicago\n', CARRIER_MESSAGES.header],
    ['Reference,Tracking number\n', FILE_MESSAGES.empty],
    [new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0]), FILE_MESSAGES.workbook],
    [`Reference,Tracking number\n${'A,B\n'.repeat(501)}`, CARRIER_MESSAGES.rows],
  ] as const) {
    const answer = await upload(text)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(message)])
  }
  const path = await uploadRows([['TL-00000000', ups(1)]])
  await deleteOldTrackingFiles(env.DB, Date.now() + 29 * 86_400_000)
  expect((await yard.fetch(path)).status).toBe(200)
  await deleteOldTrackingFiles(env.DB, Date.now() + 31 * 86_400_000)
  expect((await yard.fetch(path)).status).toBe(404)
})
