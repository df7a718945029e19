import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { zipMessage } from '../../../schema/identity/location/delivery-area.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { ORDER_DESK_MESSAGES } from '../../../schema/staff/orders/order-desk.api.ts'
import { ORDER_WORK_MESSAGES } from '../../../schema/staff/orders/order-work.ts'
import { anonymizeOrders } from '../../account/privacy/customer-data.sql.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { shipOrder } from '../../orders/life/order-lifecycle.ts'
import { newPlacedOrder, type PlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const [yard, books] = [new Browser(), new Browser()]
let numbers = 0
/** A tracking number that no other test has. */
const nextTracking = () => {
  numbers += 1
  return `1Z999AA1${String(numbers).padStart(10, '0')}`
}

beforeAll(async () => {
  await openShop()
  await yard.signInAsStaff('yard')
  await books.signInAsStaff('books')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku LIKE 'TL-2%'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

const order = () => newPlacedOrder(harness, { 'TL-2001-1': 1 })
const read = async (path: string, browser = yard) => (await browser.fetch(path)).text()
let keys = 0
const post = ({ orderNumber }: PlacedOrder, fields: Record<string, string>, browser = yard) => {
  keys += 1
  const body = new URLSearchParams({ order: orderNumber, key: `desk-${keys}-key`, ...fields })
  return browser.fetch('/staff/orders/form/', { method: 'POST', body })
}
/** Sends a form and returns the page of its redirect. */
async function submit(placed: PlacedOrder, fields: Record<string, string>): Promise<string> {
  return read((await post(placed, fields)).headers.get('Location') ?? '')
}
const statusHref = (html: string) => /href="(\/order\/[^"]+)"/.exec(html)?.[1] ?? ''
const rows = async (sql: string, ...values: string[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results

test('[H14o] notes are shown newest first with who and when, once for a repeated request, and to staff alone', async () => {
  const placed = await order()
  await submit(placed, { action: 'note', text: 'Riley comes at noon' })
  const html = await submit(placed, { action: 'note', text: '<b>Call</b> first', key: 'the-same-key' })
  await submit(placed, { action: 'note', text: '<b>Call</b> first', key: 'the-same-key' })
  expect(html.indexOf('&lt;b&gt;Call&lt;/b&gt; first')).toBeLessThan(html.indexOf('Riley comes at noon'))
  expect(html).toContain('Yusuf Diaz, ')
  expect(html.match(/Note written, by Yusuf Diaz/g)).toHaveLength(2)
  expect(await rows('SELECT text FROM order_note')).toHaveLength(2)
  expect(await read(statusHref(html), new Browser())).not.toContain('Riley comes at noon')
  expect(await submit(placed, { action: 'note', text: '   ' })).toContain(ORDER_DESK_MESSAGES.wrong)
  expect((await post(placed, { action: 'note', text: 'No' }, books)).status).toBe(403)
  expect((await post({ ...placed, orderNumber: 'TL-00000000' }, { action: 'note', text: 'No' })).status).toBe(
    404,
  )
})

async function ship(placed: PlacedOrder): Promise<{ shipment: string; tracking: string }> {
  const tracking = nextTracking()
  // The mails wait in the outbox.
  const OUTBOX = { sendBatch: async () => undefined } as unknown as typeof env.OUTBOX
  const SHOP = { DB: env.DB, OUTBOX, MOUNTING: env.MOUNTING }
  await shipOrder(
    SHOP,
    placed.orderNumber,
    { carrier: 'UPS', trackingNumber: tracking },
    { by: 'staff:1', now: Date.now() },
  )
  const [row] = await rows('SELECT id FROM order_shipment WHERE tracking_number = ?', tracking)
  return { shipment: String(row?.id), tracking }
}

test('[H14o] a tracking number is corrected after sending: audit, customer’s page, and a mail if the old one was mailed', async () => {
  const placed = await order()
  const { shipment, tracking } = await ship(placed)
  await env.DB.exec("UPDATE outbox SET sent_at = 5 WHERE kind = 'order-shipped'")
  const right = nextTracking()
  const html = await submit(placed, {
    action: 'tracking',
    shipment,
    carrier: 'FedEx',
    trackingNumber: right.toLowerCase(),
  })
  expect(html).toContain(ORDER_DESK_MESSAGES.tracking)
  expect(html).toContain(`New tracking number: FedEx ${right}, by Yusuf Diaz`)
  const page = await read(statusHref(html), new Browser())
  expect(page).toContain(`fedextrack/?trknbr=${right}`)
  expect(page).not.toContain(`tracknum=${tracking}`)
  const log = await read('/staff/audit/')
  expect(log).toContain(`<del>${tracking}</del>`)
  expect(log).toContain(`<ins>${right}</ins>`)
  const [mail] = await rows(
    "SELECT kind, payload FROM outbox WHERE sent_at IS NULL AND kind = 'order-shipped'",
  )
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  const sent = await buildMail(
    env,
    { kind: 'order-shipped', payload: JSON.parse(String(mail?.payload)) },
    parsed.config,
    Date.now(),
  )
  expect(sent?.subject).toBe(`Order ${placed.orderNumber} has a new tracking number`)
  expect(sent?.text).toContain(right)
})

test('[H14o] a mail that still waits gets the corrected number, and no second one is sent', async () => {
  const placed = await order()
  const { shipment } = await ship(placed)
  const right = nextTracking()
  await submit(placed, { action: 'tracking', shipment, carrier: 'UPS', trackingNumber: right })
  const mails = await rows(
    "SELECT payload ->> '$.trackingNumber' AS number FROM outbox WHERE kind = 'order-shipped' AND payload ->> '$.orderNumber' = ?",
    placed.orderNumber,
  )
  expect(mails).toEqual([{ number: right }])
})

test('[H14o] a correction to the number of another parcel, or of another order’s shipment, is refused', async () => {
  const [one, other] = [await order(), await order()]
  const { shipment } = await ship(one)
  const { tracking, shipment: foreign } = await ship(other)
  const change = { action: 'tracking', shipment, carrier: 'UPS', trackingNumber: tracking }
  expect(await submit(one, change)).toContain(CHANGE_MESSAGES['tracking-taken'])
  expect(await submit(one, { ...change, trackingNumber: '<1Z>' })).toContain(CHANGE_MESSAGES.invalid)
  expect((await post(one, { ...change, shipment: foreign, trackingNumber: nextTracking() })).status).toBe(404)
})

test('[H14o] the page of an order shows each tax and fee, its mails, and prints of its slip', async () => {
  const placed = await order()
  expect((await yard.fetch(`/staff/slips/?orders=${placed.orderNumber}`)).status).toBe(200)
  const html = await read(`/staff/orders/${placed.orderNumber}`)
  const [row] = await rows('SELECT totals FROM sales_order WHERE order_number = ?', placed.orderNumber)
  const { fees, grandTotal } = JSON.parse(String(row?.totals)) as {
    fees: { title: string }[]
    grandTotal: number
  }
  for (const { title } of fees) expect(html).toContain(title)
  expect(html).toMatch(/Sales tax, [\d.]+ ?%<\/dt>/)
  expect(html).toContain(`<dt>Total</dt><dd class="num">$${(grandTotal / 100).toFixed(2)}`)
  expect(html).toContain('Order confirmation</a>: waiting since')
  expect(html).toContain('Packing slip printed, by Yusuf Diaz')
})

test('[H14o] notes and tracking numbers go with the buyer’s data, also from the audit log', async () => {
  const placed = await order()
  const { shipment, tracking } = await ship(placed)
  await submit(placed, { action: 'note', text: 'Riley Marsh called' })
  const right = nextTracking()
  await submit(placed, { action: 'tracking', shipment, carrier: 'UPS', trackingNumber: right })
  await env.DB.prepare(
    'INSERT INTO order_anonymity (order_id, due_at) SELECT id, 1 FROM sales_order WHERE order_number = ?',
  )
    .bind(placed.orderNumber)
    .run()
  await env.DB.batch(anonymizeOrders(env.DB, Date.now()))
  expect(await rows("SELECT text FROM order_note WHERE text = 'Riley Marsh called'")).toEqual([])
  const log = JSON.stringify(await rows('SELECT * FROM audit_log'))
  for (const number of [tracking, right]) expect(log).not.toContain(number)
  const left = await rows(
    "SELECT record_id, kind FROM audit_log WHERE record = 'shipment' AND record_id = ?",
    shipment,
  )
  expect(left).toEqual([{ record_id: shipment, kind: 'change' }])
  for (const change of [
    `UPDATE audit_log SET "after" = '{}', "before" = '{}', at = 1`,
    `UPDATE audit_log SET "after" = '{"a":1}'`,
  ])
    await expect(env.DB.exec(change)).rejects.toThrow('audit_log_unchanged')
})

const ADDRESS = {
  ...{
    action: 'address',
    firstName: 'Ada',
    lastName: 'Miller',
    streetAddress: '2800 W Grand Ave',
    apartmentNumber: '',
  },
  ...{ city: 'Chicago', state: 'Illinois', zipCode: '60612', phoneNumber: '(312) 555-0199' },
}

test('[H14o] an address is changed before sending, by the checkout’s rules and only where the total stays', async () => {
  const counter = new Browser()
  await counter.signInAsStaff('counter')
  const placed = await order()
  const change = async (fields: Record<string, string>) =>
    read((await post(placed, { ...ADDRESS, ...fields }, counter)).headers.get('Location') ?? '', counter)
  const addressOf = async () =>
    String(
      (
        await rows(
          'SELECT addresses, grand_total FROM sales_order WHERE order_number = ?',
          placed.orderNumber,
        )
      ).map((row) => JSON.stringify(row)),
    )
  const before = await addressOf()
  expect(await change({ zipCode: '10001' })).toContain(zipMessage('invalid'))
  expect(await change({ streetAddress: '' })).not.toContain('Address changed.')
  expect(await change({ state: 'Hawaii', zipCode: '96813', city: 'Honolulu' })).not.toContain(
    'Address changed.',
  )
  expect(await change({ state: 'Texas', zipCode: '75201', city: 'Dallas' })).toMatch(
    /Nothing was changed: taxes and fees would be \$[\d.]+ (more|less) there/,
  )
  expect(await addressOf()).toBe(before)
  expect((await post(placed, ADDRESS)).status).toBe(403)
  const html = await change({})
  expect(html).toContain('2800 W Grand Ave')
  expect(html).toContain('Address changed: by')
  const after = await addressOf()
  expect(after).toContain('3125550199')
  expect(JSON.stringify(await rows("SELECT * FROM audit_log WHERE record = 'order'"))).not.toContain('2800 W')
  await ship(placed)
  expect(await change({ streetAddress: '1 Other St' })).toContain('Nothing was changed: the order is sent')
  expect(await addressOf()).toBe(after)
})

test('[H14o] an order has tags and one who looks after it; the list is filtered by both', async () => {
  const [placed, plain] = [await order(), await order()]
  const html = await submit(placed, { action: 'tag', tag: ' Rush   Job ' })
  expect(html).toContain('>rush job</a>')
  expect(html).toContain('Tag added')
  expect(await submit(placed, { action: 'tag', tag: 'rush job' })).toContain(ORDER_WORK_MESSAGES.gone)
  expect(await submit(placed, { action: 'tag', tag: '<script>' })).toContain(ORDER_DESK_MESSAGES.wrong)
  const [me] = await rows("SELECT id FROM staff WHERE name = 'Yusuf Diaz' AND role = 'yard'")
  const id = String(me?.id)
  const assigned = await submit(placed, { action: 'assign', staff: id })
  expect(assigned).toContain(ORDER_WORK_MESSAGES.assign)
  expect(assigned).toContain('Looked after by: Yusuf Diaz, by ')
  expect(await read('/staff/audit/')).toMatch(/assigned.*Looks after it<\/dt><dd><ins>Yusuf Diaz<\/ins>/s)
  expect(await submit(placed, { action: 'assign', staff: '999' })).toContain(ORDER_WORK_MESSAGES.gone)
  for (const query of ['tag=rush+job', `assignee=${id}`, `tag=rush+job&assignee=${id}&tab=pick`]) {
    const list = await read(`/staff/orders/?${query}`)
    expect(list).toContain(placed.orderNumber)
    expect(list).toContain('looked after by Yusuf Diaz')
    expect(list).not.toContain(plain.orderNumber)
  }
  expect(await read('/staff/orders/')).toMatch(/Cut-off for today’s orders|cut-off is over/)
  await submit(placed, { action: 'untag', tag: 'rush job' })
  expect(await submit(placed, { action: 'assign', staff: '' })).toContain('Looked after by: nobody, by ')
  expect(await read('/staff/orders/?tag=rush+job')).not.toContain(placed.orderNumber)
  expect((await post(placed, { action: 'tag', tag: 'no' }, books)).status).toBe(403)
})

test('[H14o] a note that names a person is on their start page until they say that it is done', async () => {
  const placed = await order()
  const counter = new Browser()
  await counter.signInAsStaff('counter')
  await submit(placed, { action: 'note', text: '@yusuf the buyer wants it wrapped' })
  const today = await read('/staff/')
  expect(today).toContain('the buyer wants it wrapped')
  expect(await read('/staff/', counter)).not.toContain('the buyer wants it wrapped')
  const [, mention = ''] = /name="mention" value="(\d+)"/.exec(today) ?? []
  await post(placed, { action: 'mention-done', mention }, counter)
  expect(await read('/staff/')).toContain('the buyer wants it wrapped')
  const done = await submit(placed, { action: 'mention-done', mention })
  expect(done).not.toContain('the buyer wants it wrapped')
  expect(done).toContain(ORDER_WORK_MESSAGES['mention-done'])
})

test('[H14o] an email about an order can be read, and sent again once it was sent', async () => {
  const [placed, other] = [await order(), await order()]
  const mailsOf = () =>
    rows(
      "SELECT id FROM outbox WHERE kind = 'order-mail' AND payload ->> '$.orderNumber' = ?",
      placed.orderNumber,
    )
  const [first] = await mailsOf()
  const mail = String(first?.id)
  const page = await read(`/staff/orders/${placed.orderNumber}/mails/${mail}`)
  expect(page).toContain('To ada@example.com.')
  expect(page).toContain(placed.orderNumber)
  expect(page).not.toContain('Send it again')
  expect(await submit(placed, { action: 'mail', mail })).toContain(ORDER_WORK_MESSAGES.gone)
  await env.DB.prepare('UPDATE outbox SET sent_at = 5 WHERE id = ?').bind(Number(mail)).run()
  expect(await read(`/staff/orders/${placed.orderNumber}/mails/${mail}`)).toContain('Send it again')
  await submit(placed, { action: 'mail', mail, key: 'mail-again-once' })
  expect(await submit(placed, { action: 'mail', mail, key: 'mail-again-once' })).toContain('Email sent again')
  expect(await mailsOf()).toHaveLength(2)
  expect(await submit(other, { action: 'mail', mail })).toContain(ORDER_WORK_MESSAGES.gone)
  expect((await yard.fetch(`/staff/orders/${other.orderNumber}/mails/${mail}`)).status).toBe(404)
})

test('[H14o] a sent email whose occasion is over shows its subject, reader and time, and is not sent again', async () => {
  const placed = await order()
  const { orderNumber } = placed
  const payload = { orderNumber, number: 1, state: 'approved' }
  const [row] = await rows(
    "INSERT INTO outbox (kind, payload, created_at, next_at, sent_at) VALUES ('return-update', ?, 1, 1, 5) RETURNING id",
    JSON.stringify(payload),
  )
  expect(await read(`/staff/orders/${orderNumber}`)).toContain(`/mails/${String(row?.id)}"`)
  const answer = await yard.fetch(`/staff/orders/${orderNumber}/mails/${String(row?.id)}`)
  expect(answer.status).toBe(200)
  const page = await answer.text()
  expect(page).toContain(`<h1>Return ${orderNumber}-R1: your return is approved</h1>`)
  expect(page).toContain('To ada@example.com, sent')
  expect(page).toContain('Its text isn’t stored')
  expect(page).not.toContain('Send it again')
})
