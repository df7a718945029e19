/** Mails about events to the shop's own staff: one mail for each event, written in the batch of the event. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import { cashOrder, newPlacementHarness } from '../../checkout/placement/testing/order-placement.harness.ts'
import { deliverOutbox } from '../../mails.ts'
import { newPlacedOrder } from './testing/order-lifecycle.harness.ts'

interface Sent {
  to: string[]
  subject: string
  text: string
  reply_to?: string
}
let sent: Sent[]

beforeAll(openShop)
beforeEach(async () => {
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push(await new Request(input, init).json<Sent>())
    return Response.json({ id: 'mail' })
  })
  await env.DB.exec('DELETE FROM outbox')
  await env.DB.exec("DELETE FROM config WHERE path LIKE '%/email/recipient_email'")
})
afterEach(() => {
  vi.restoreAllMocks()
})

const setRecipients = (path: string, recipients: string) =>
  env.DB.prepare('INSERT OR REPLACE INTO config (path, value) VALUES (?, ?)').bind(path, recipients).run()
/** Delivers all mails of a kind in the outbox; returns their number. */
async function deliver(kind: string): Promise<number> {
  const { results } = await env.DB.prepare('SELECT id FROM outbox WHERE kind = ?')
    .bind(kind)
    .all<{ id: number }>()
  for (const { id } of results) await deliverOutbox(env, id, Date.now() + 1000)
  return results.length
}

test('[audit B11] each new order sends one mail to the order desk, without a limit', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  const { orderNumber } = await newPlacedOrder(
    newPlacementHarness(FIXTURE_NOW),
    { 'TL-2001-1': 1 },
    { request: cashOrder() },
  )
  expect(await deliver('desk-order')).toBe(1)
  expect(sent).toMatchObject([{ to: ['help@shop.example'], subject: expect.stringContaining(orderNumber) }])
  expect(sent[0]?.text).toContain(`/staff/orders/${orderNumber}`)
  // The limit of mails to one mailbox does not apply to a desk.
  const insert = env.DB.prepare(
    "INSERT INTO outbox (kind, payload, created_at, next_at) VALUES ('desk-order', json_object('orderNumber', ?), 0, 0)",
  ).bind(orderNumber)
  await env.DB.batch(Array.from({ length: 70 }, () => insert))
  await deliver('desk-order')
  expect(sent).toHaveLength(71)
})

test('[audit B11] each desk has its own setting, with several recipients', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  await setRecipients('orders/email/recipient_email', 'pack@shop.example, ship@shop.example')
  await newPlacedOrder(newPlacementHarness(FIXTURE_NOW), { 'TL-2001-1': 1 }, { request: cashOrder() })
  await deliver('desk-order')
  expect(sent.map(({ to }) => to)).toEqual([['pack@shop.example', 'ship@shop.example']])
})

test('[audit B11] the mail about an application to the dealer desk names the company and has no documents', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  const riley = new Browser()
  await riley.signIn()
  const form = new FormData()
  const company = { companyName: 'Rims & Co', companyEmail: 'office@rims.example', ein: '12-3456789' }
  for (const [name, value] of Object.entries(company)) form.set(name, value)
  form.append('documents', new File(['%PDF-1.7 a licence'], 'licence.pdf'))
  expect((await riley.fetch('/api/ext/dealer-documents', { method: 'POST', body: form })).status).toBe(200)
  expect(await deliver('desk-dealer')).toBe(1)
  expect(sent).toMatchObject([{ to: ['help@shop.example'], reply_to: 'office@rims.example' }])
  expect(sent[0]?.text).toContain('Rims & Co')
  expect(sent[0]?.text).not.toMatch(/licence|12-3456789/)
})

const setStock = (sku: string, qty: number, at = 0) =>
  env.DB.prepare('UPDATE stock SET qty = ?, updated_at = ? WHERE stock_sku = ?').bind(qty, at, sku).run()

test('[audit B11] each time a pool falls to its low mark, one mail with its own name is sent', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  for (const qty of [9, 3, 2, 1]) await setStock('TL-2002', qty)
  expect(await deliver('desk-stock')).toBe(1)
  const { name } = (await env.DB.prepare("SELECT name FROM product WHERE sku = 'TL-2002'").first<{
    name: string
  }>()) ?? { name: 'no product' }
  expect(sent).toMatchObject([{ to: ['help@shop.example'], subject: `Running low: ${name}` }])
  expect(sent[0]?.text).toContain(`${name} (TL-2002): 1 left, low mark 2`)
  for (const qty of [9, 0]) await setStock('TL-2002', qty)
  expect(await deliver('desk-stock')).toBe(2)
  expect(sent).toHaveLength(2)
  // The pool was restocked before the mail was sent, so no mail is sent.
  for (const qty of [9, 1, 9]) await setStock('TL-2002', qty)
  await deliver('desk-stock')
  expect(sent).toHaveLength(2)
})

test('[audit B11] pools that run low within a minute are one mail, of another minute another one', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  await env.DB.exec("UPDATE stock SET qty = 20 WHERE stock_sku IN ('TL-2001', 'TL-2002', 'TL-3001')")
  await setStock('TL-2001', 1, 1_000)
  await setStock('TL-2002', 2, 30_000)
  await setStock('TL-3001', 0, 61_000)
  expect(await deliver('desk-stock')).toBe(2)
  expect(sent.map(({ subject }) => subject)[0]).toBe('Running low: 2 products')
  expect(sent[0]?.text).toMatch(/\(TL-2001\): 1 left.*\(TL-2002\): 2 left/s)
  expect(sent[1]?.text).toContain('(TL-3001): 0 left')
})

test('[audit B11] used tires, and tires that staff take off sale or count, are not running low', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  const owner = new Browser()
  await owner.signInAsStaff()
  const change = async (id: string, patch: object) => {
    const key = `low-${id}-${Object.keys(patch)[0]}`
    const body = JSON.stringify({ record: 'unit', id, patch, version: null, key, why: 'Not here' })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await owner.fetch('/api/ext/staff/changes', { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
  }
  for (const sku of ['TL-1002', 'TL-2001', 'TL-2002', 'TL-3001']) await setStock(sku, 20)
  await setStock('TL-1002', 1)
  await change('TL-2001', { state: 'parked' })
  await change('TL-2002', { addTires: -19 })
  expect(await deliver('desk-stock')).toBe(0)
  await setStock('TL-3001', 1)
  expect(await deliver('desk-stock')).toBe(1)
})
