import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_QUERY } from '../schema/catalog/listing/listing.ts'
import { readPointer } from './catalog/index/build/catalog-snapshot.ts'
import { openCatalog } from './catalog/index/catalog.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import { handleCron } from './cron.ts'
import type { Env, ShopMessage } from './env.ts'
import { handleQueue } from './queue.ts'

let queued: ShopMessage[] = []
const REBUILD = {
  send: async (body: ShopMessage) => {
    queued.push(body)
  },
}
const shop = { ...env, REBUILD } as unknown as Env

const snapshot = async () => {
  const row = await env.DB.prepare("select value from config where path = 'catalog/snapshot'").first<{
    value: string
  }>()
  return readPointer(row?.value ?? null)
}
const runCron = async (scheduledTime: number) => {
  queued = []
  await handleCron({ scheduledTime }, shop)
  return queued
}
const deliver = async (body: ShopMessage) => {
  const message = { body, timestamp: new Date(), ack: vi.fn(), retry: vi.fn() }
  await handleQueue({ messages: [message] } as unknown as MessageBatch<ShopMessage>, shop)
  return message
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('a request to a host that the test does not replace is refused, so that tests send no mail', async () => {
  const answer = await fetch('https://mail.example/emails', { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([503, 'no test calls an outside service'])
})

test('cron requests an index when it is missing or older than an import; the queue builds it once', async () => {
  expect(await runCron(60_000)).toEqual([{ rebuild: 'catalogue' }])
  expect((await deliver({ rebuild: 'catalogue' })).ack).toHaveBeenCalledOnce()
  const first = await snapshot()
  expect(first?.version).toBe('0')
  expect(await runCron(120_000)).toEqual([])

  await env.DB.prepare("insert into config (path, value) values ('catalog/version', 'import-1')").run()
  expect(await runCron(180_000)).toHaveLength(1)
  await deliver({ rebuild: 'catalogue' })
  const second = await snapshot()
  expect(second?.version).toBe('import-1')
  await deliver({ rebuild: 'catalogue' })
  expect(await snapshot()).toEqual(second)
})

test('a price that cron changed reaches the index without a rebuild', async () => {
  const lowestPrice = async (now: number) => {
    const { listing } = await openCatalog(shop, now, () => undefined)
    const used = { ...EMPTY_QUERY, choices: { condition: ['used'] } }
    return (await listing.prices(used, 'final_price', [], 'ignored')).min
  }
  const now = Date.now()
  expect(await lowestPrice(now)).toBeGreaterThan(100)
  await env.DB.prepare(
    "update product set special_price = 100, special_from = null, special_to = 250000 where sku = 'TL-1001'",
  ).run()
  expect(await runCron(240_000)).toEqual([])
  expect(await lowestPrice(now + 11_000)).toBe(100)
})

test('a message that failed is retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await env.DB.prepare("update config set value = 'import-2' where path = 'catalog/version'").run()
  const KV = { put: async () => Promise.reject(new Error('KV is away')) }
  const message = {
    body: { rebuild: 'catalogue' as const },
    timestamp: new Date(),
    ack: vi.fn(),
    retry: vi.fn(),
  }
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
  const sweep = async () => {
    const sent: { body: { outboxId: number }; delaySeconds: number }[] = []
    const OUTBOX = { sendBatch: async (messages: typeof sent) => void sent.push(...messages) }
    await handleCron({ scheduledTime: now }, { ...shop, OUTBOX } as unknown as Env)
    return sent
  }
  const deliverAll = async (ids: readonly number[]) => {
    const messages = ids.map((outboxId) => ({
      body: { outboxId },
      timestamp: new Date(),
      ack: vi.fn(),
      retry: vi.fn(),
    }))
    await handleQueue({ messages } as unknown as MessageBatch<ShopMessage>, shop)
    return messages
  }

  beforeEach(async () => {
    await env.DB.exec('DELETE FROM outbox')
    vi.restoreAllMocks()
    vi.spyOn(Date, 'now').mockReturnValue(now)
  })

  test('the log has the reason why a mail was refused', async () => {
    await fill(1)
    const { id } = (await env.DB.prepare('SELECT id FROM outbox').first<{ id: number }>()) ?? { id: 0 }
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no room', { status: 503 }))
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    await deliverAll([id])
    expect(log.mock.calls).toEqual([['a mail was not taken', 'account-deleted', 1, '503 no room']])
  })

  test('[audit C7] a mail whose attempt was interrupted is sent within the minute, when its lease ends', async () => {
    await fill(1)
    const { id } = (await env.DB.prepare('SELECT id FROM outbox').first<{ id: number }>()) ?? { id: 0 }
    // The process ends during the request to the mail service, so the reply is never written.
    vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
    void deliverAll([id])
    await vi.waitFor(async () => {
      const row = await env.DB.prepare('SELECT next_at FROM outbox').first<{ next_at: number }>()
      expect(row?.next_at).toBeGreaterThan(now)
    })
    const [message] = await sweep()
    expect(message?.body.outboxId).toBe(id)
    expect(message?.delaySeconds).toBeLessThanOrEqual(20)
    vi.spyOn(Date, 'now').mockReturnValue(now + (message?.delaySeconds ?? 0) * 1000)
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'm-1' }))
    await deliverAll([id])
    // Both attempts have the same key, so the service sends one mail.
    const keys = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
    expect(keys).toEqual([`outbox-${id}`, `outbox-${id}`])
    expect(await env.DB.prepare('SELECT sent_at FROM outbox').first()).toEqual({
      sent_at: now + (message?.delaySeconds ?? 0) * 1000,
    })
  })

  test('[audit C6] after an outage cron queues all due mails at once, and the first success makes failed mails due', async () => {
    await fill(450)
    await fill(2, { nextAt: now + 3_600_000, attempts: 9, lastError: '503 away' })
    await fill(1, { attempts: 9, lastError: '503 away' })
    expect(await sweep()).toHaveLength(451)
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'm-1' }))
    const { results } = await env.DB.prepare('SELECT id FROM outbox WHERE attempts = 9 AND next_at = ?')
      .bind(now)
      .all<{ id: number }>()
    await deliverAll(results.map(({ id }) => id))
    expect(await sweep()).toHaveLength(452)
  })

  test('[audit C6] when the mail service limits the rate, mails wait for the time that it requests', async () => {
    await fill(300)
    const first = (await sweep()).slice(0, 4).map(({ body }) => body.outboxId)
    const request = vi.spyOn(globalThis, 'fetch')
    request.mockImplementationOnce(async () => Response.json({ id: 'm-1' }))
    request.mockImplementation(
      async () => new Response('slow down', { status: 429, headers: { 'Retry-After': '7' } }),
    )
    const messages = await deliverAll(first)
    expect(request).toHaveBeenCalledTimes(2)
    expect(messages[0]?.ack).toHaveBeenCalledOnce()
    for (const message of messages.slice(1)) expect(message.retry).toHaveBeenCalledWith({ delaySeconds: 7 })
    const row = await env.DB.prepare(
      "SELECT attempts, next_at FROM outbox WHERE last_error LIKE '429%'",
    ).first()
    expect(row).toEqual({ attempts: 0, next_at: now + 7_000 })
    // One mail was sent in the last minute, so the queue gets a hundred instead of all.
    expect(await sweep()).toHaveLength(100)
  })
})
