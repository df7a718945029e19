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

test('[audit B11] each time a pool falls to its low mark, one mail is sent', async () => {
  await setRecipients('contact/email/recipient_email', 'help@shop.example')
  const set = (qty: number) =>
    env.DB.prepare("UPDATE stock SET qty = ? WHERE stock_sku = 'TL-1003'").bind(qty).run()
  await env.DB.exec("UPDATE stock SET low_mark = 2, qty = 9, manage = 1 WHERE stock_sku = 'TL-1003'")
  for (const qty of [3, 2, 1]) await set(qty)
  expect(await deliver('desk-stock')).toBe(1)
  expect(sent).toMatchObject([{ to: ['help@shop.example'], subject: expect.stringContaining('Running low') }])
  expect(sent[0]?.text).toContain('1 left, low mark 2')
  for (const qty of [9, 0]) await set(qty)
  expect(await deliver('desk-stock')).toBe(2)
  expect(sent).toHaveLength(2)
  // The pool was restocked before the mail was sent, so no mail is sent.
  for (const qty of [9, 1, 9]) await set(qty)
  await deliver('desk-stock')
  expect(sent).toHaveLength(2)
})
