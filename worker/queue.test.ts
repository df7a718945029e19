import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { handleCron } from './cron.ts'
import { loadFixture } from './db/fixture.ts'
import type { Env, ShopMessage } from './env.ts'
import { readPointer } from './kv/catalogue-snapshot.ts'
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
  expect((await snapshot())?.version).toBe('prices-240000')
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
