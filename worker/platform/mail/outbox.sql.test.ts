import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SANDBOX_KEYS, SandboxHarness } from '../../../sandbox/testing/sandbox.harness.ts'
import { sendMail } from './mail.ts'
import { addOutbox, deleteSent, enqueueOutbox, leaseOutboxRow } from './outbox.sql.ts'

const NOW = 1_760_000_000_000

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))
afterEach(() => vi.restoreAllMocks())

test('an entry with `ifChanged` is not written when the statement before it changed no row', async () => {
  const change = (path: string) =>
    env.DB.prepare(
      'INSERT INTO config (path, value) VALUES (?1, \'"x"\') ON CONFLICT (path) DO NOTHING',
    ).bind(path)
  const entry = { kind: 'order-mail', payload: { orderNumber: 'TL-1' }, now: NOW }
  const run = () =>
    env.DB.batch<{ id: number }>([change('test/outbox'), addOutbox(env.DB, entry, 'ifChanged')])
  const [, first] = await run()
  const [, second] = await run()
  expect(first?.results).toHaveLength(1)
  expect(second?.results).toEqual([])
  const row = await leaseOutboxRow(env.DB, first?.results[0]?.id ?? 0, NOW, 1000)
  expect(row).toMatchObject({ kind: 'order-mail', payload: { orderNumber: 'TL-1' } })
})

test('the queue is notified of written rows, and a failing queue does not throw', async () => {
  const sent: unknown[] = []
  const queue = (send: (messages: unknown) => Promise<void>) =>
    ({ sendBatch: send }) as unknown as Queue<{ outboxId: number }>
  const written = await env.DB.batch([addOutbox(env.DB, { kind: 'order-mail', payload: {}, now: NOW })])
  await enqueueOutbox(
    queue(async (messages) => void sent.push(messages)),
    written,
  )
  expect(sent).toEqual([[{ body: { outboxId: expect.any(Number) } }]])
  await enqueueOutbox(
    queue(async () => Promise.reject(new Error('away'))),
    written,
  )
})

test('[H2] a mail that was sent but whose response was lost is not sent again, even if the order has changed since', async () => {
  const sandbox = new SandboxHarness()
  vi.spyOn(globalThis, 'fetch').mockImplementation(sandbox.fetch)
  const mail = {
    apiKey: SANDBOX_KEYS.MAIL_API_KEY,
    apiUrl: 'https://mail.example',
    from: 'shop@shop.example',
  }
  const mailMessage = { to: 'ada@example.com', subject: 'Order TL-1', html: '', text: 'It is canceled.' }
  await sendMail(mail, mailMessage, 'outbox-1')
  const later = { ...mailMessage, text: 'It is canceled and the money is back.' }
  expect(await sendMail(mail, later, 'outbox-1')).toMatchObject({ ok: true })
  expect([...sandbox.mails.keys()]).toEqual(['outbox-1'])
})

test('mails that were sent long ago are deleted; waiting and recently sent mails are not', async () => {
  await env.DB.exec('DELETE FROM outbox')
  const insert = (sentAt: number | null) =>
    env.DB.prepare(
      "INSERT INTO outbox (kind, payload, created_at, sent_at, next_at) VALUES ('x', '{}', 0, ?, 0)",
    ).bind(sentAt)
  await env.DB.batch([insert(null), insert(NOW - 1), insert(NOW)])
  await deleteSent(env.DB, NOW)
  const { results } = await env.DB.prepare('SELECT sent_at FROM outbox ORDER BY id').all()
  expect(results).toEqual([{ sent_at: null }, { sent_at: NOW }])
})
