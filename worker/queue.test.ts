import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPointer } from './catalog/index/build/catalog-snapshot.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import { handleCron } from './cron.ts'
import type { Env, ShopMessage } from './env.ts'
import { handleQueue } from './queue.ts'

let waiting: ShopMessage[] = []
const REBUILD = {
  send: async (body: ShopMessage) => {
    waiting.push(body)
  },
}
const shop = { ...env, REBUILD } as unknown as Env

const snapshot = async () => {
  const row = await env.DB.prepare("select value from config where path = 'catalog/snapshot'").first<{
    value: string
  }>()
  return readPointer(row?.value ?? null)
}
const minute = async (scheduledTime: number) => {
  waiting = []
  await handleCron({ scheduledTime }, shop)
  return waiting
}
const deliver = async (body: ShopMessage) => {
  const message = { body, ack: vi.fn(), retry: vi.fn() }
  await handleQueue({ messages: [message] } as unknown as MessageBatch<ShopMessage>, shop)
  return message
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('what no test stands in for is not there: a mail that leaves in a test reaches nobody', async () => {
  const answer = await fetch('https://mail.example/emails', { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([503, 'no test asks anybody outside'])
})

test('cron asks for an index where there is none or an import left it behind; the queue builds it once', async () => {
  expect(await minute(60_000)).toEqual([{ rebuild: 'catalogue' }])
  expect((await deliver({ rebuild: 'catalogue' })).ack).toHaveBeenCalledOnce()
  const first = await snapshot()
  expect(first?.version).toBe('0')
  expect(await minute(120_000)).toEqual([])

  await env.DB.prepare("insert into config (path, value) values ('catalog/version', 'import-1')").run()
  expect(await minute(180_000)).toHaveLength(1)
  await deliver({ rebuild: 'catalogue' })
  const second = await snapshot()
  expect(second?.version).toBe('import-1')
  await deliver({ rebuild: 'catalogue' })
  expect(await snapshot()).toEqual(second)
})

test('a price that the sweep changed reaches the index', async () => {
  await env.DB.prepare(
    "update product set special_price = 100, special_from = null, special_to = 250000 where sku = 'TL-1001'",
  ).run()
  expect(await minute(240_000)).toHaveLength(1)
  await deliver({ rebuild: 'catalogue' })
  // By the sweep's own name or by that of the trigger that saw its change.
  expect((await snapshot())?.version).toMatch(/^(prices-240000|product-)/)
})

test('a message that could not be done comes again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await env.DB.prepare("update config set value = 'import-2' where path = 'catalog/version'").run()
  const KV = { put: async () => Promise.reject(new Error('KV is away')) }
  const message = { body: { rebuild: 'catalogue' as const }, ack: vi.fn(), retry: vi.fn() }
  await handleQueue(
    { messages: [message] } as unknown as MessageBatch<ShopMessage>,
    { ...shop, KV } as unknown as Env,
  )
  expect([message.ack.mock.calls.length, message.retry.mock.calls.length]).toEqual([0, 1])
  expect((await snapshot())?.version).not.toBe('import-2')
})

describe('mails', () => {
  const now = 1_800_000_000_000
  const fill = async (
    count: number,
    row: { nextAt?: number; attempts?: number; lastError?: string } = {},
  ) => {
    const { nextAt = now, attempts = 0, lastError = null } = row
    await env.DB.prepare(
      `INSERT INTO outbox (kind, payload, created_at, next_at, attempts, last_error)
       SELECT 'account-deleted', '{"email":"ada@example.com","firstname":"Ada"}', ?1, ?2, ?3, ?4
       FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?5) SELECT i FROM n)`,
    )
      .bind(now, nextAt, attempts, lastError, count)
      .run()
  }
  const swept = async () => {
    const sent: { body: { outboxId: number }; delaySeconds: number }[] = []
    const OUTBOX = { sendBatch: async (messages: typeof sent) => void sent.push(...messages) }
    await handleCron({ scheduledTime: now }, { ...shop, OUTBOX } as unknown as Env)
    return sent
  }
  const deliverAll = async (ids: readonly number[]) => {
    const messages = ids.map((outboxId) => ({ body: { outboxId }, ack: vi.fn(), retry: vi.fn() }))
    await handleQueue({ messages } as unknown as MessageBatch<ShopMessage>, shop)
    return messages
  }

  beforeEach(async () => {
    await env.DB.exec('DELETE FROM outbox')
    vi.restoreAllMocks()
    vi.spyOn(Date, 'now').mockReturnValue(now)
  })

  test('why a mail was not taken is logged', async () => {
    await fill(1)
    const { id } = (await env.DB.prepare('SELECT id FROM outbox').first<{ id: number }>()) ?? { id: 0 }
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no room', { status: 503 }))
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    await deliverAll([id])
    expect(log.mock.calls).toEqual([['a mail was not taken', 'account-deleted', 1, '503 no room']])
  })

  test('[audit C7] a mail whose try was cut off leaves within the minute, at the moment its lease ends', async () => {
    await fill(1)
    const { id } = (await env.DB.prepare('SELECT id FROM outbox').first<{ id: number }>()) ?? { id: 0 }
    // The process ends while the mail service is asked: nothing that comes back is ever written.
    vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
    void deliverAll([id])
    await vi.waitFor(async () => {
      const row = await env.DB.prepare('SELECT next_at FROM outbox').first<{ next_at: number }>()
      expect(row?.next_at).toBeGreaterThan(now)
    })
    const [message] = await swept()
    expect(message?.body.outboxId).toBe(id)
    expect(message?.delaySeconds).toBeLessThanOrEqual(20)
    vi.spyOn(Date, 'now').mockReturnValue(now + (message?.delaySeconds ?? 0) * 1000)
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'm-1' }))
    await deliverAll([id])
    // Both tries under one key: the service sends one mail.
    const keys = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
    expect(keys).toEqual([`outbox-${id}`, `outbox-${id}`])
    expect(await env.DB.prepare('SELECT sent_at FROM outbox').first()).toEqual({
      sent_at: now + (message?.delaySeconds ?? 0) * 1000,
    })
  })

  test('[audit C6] after an outage all that waits is handed on at once, and what failed is woken by the first success', async () => {
    await fill(450)
    await fill(2, { nextAt: now + 3_600_000, attempts: 9, lastError: '503 away' })
    await fill(1, { attempts: 9, lastError: '503 away' })
    expect(await swept()).toHaveLength(451)
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'm-1' }))
    const { results } = await env.DB.prepare('SELECT id FROM outbox WHERE attempts = 9 AND next_at = ?')
      .bind(now)
      .all<{ id: number }>()
    await deliverAll(results.map(({ id }) => id))
    expect(await swept()).toHaveLength(452)
  })

  test('[audit C6] a mail service that is asked too often says when to come again, and is believed', async () => {
    await fill(300)
    const first = (await swept()).slice(0, 4).map(({ body }) => body.outboxId)
    const asked = vi.spyOn(globalThis, 'fetch')
    asked.mockImplementationOnce(async () => Response.json({ id: 'm-1' }))
    asked.mockImplementation(
      async () => new Response('slow down', { status: 429, headers: { 'Retry-After': '7' } }),
    )
    const messages = await deliverAll(first)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(messages[0]?.ack).toHaveBeenCalledOnce()
    for (const waits of messages.slice(1)) expect(waits.retry).toHaveBeenCalledWith({ delaySeconds: 7 })
    const row = await env.DB.prepare(
      "SELECT attempts, next_at FROM outbox WHERE last_error LIKE '429%'",
    ).first()
    expect(row).toEqual({ attempts: 0, next_at: now + 7_000 })
    // One left in the last minute: the queue gets a hundred, not all.
    expect(await swept()).toHaveLength(100)
  })
})
