import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../schema/platform/duration.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import { handleCron } from './cron.ts'
import type { Env } from './env.ts'

const MIDNIGHT = Date.UTC(2027, 0, 15)
let logged: string[] = []

beforeAll(async () => {
  // On a busy machine the change feed would become old between two runs, and reading it again would be logged.
  vi.useFakeTimers({ toFake: ['Date'], now: MIDNIGHT })
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
afterAll(() => {
  vi.useRealTimers()
})
beforeEach(async () => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void logged.push(args.join(' ')))
  await env.DB.exec('DELETE FROM outbox')
  await env.DB.prepare(
    `INSERT INTO outbox (kind, payload, created_at, next_at, sent_at) VALUES ('welcome', '{}', ?1, ?1, ?1), ('welcome', '{}', ?2, ?2, NULL)`,
  )
    .bind(MIDNIGHT - 40 * DAY_MS, MIDNIGHT - HOUR_MS)
    .run()
})

/** Runs cron with queues that fail or accept messages. */
const run = (scheduledTime: number, queuesFail: boolean) => {
  const send = async () => {
    if (queuesFail) throw new Error('the queue is away')
  }
  const bindings = { ...env, OUTBOX: { sendBatch: send }, REBUILD: { send } }
  return handleCron({ scheduledTime }, bindings as unknown as Env)
}
const rows = async () =>
  (await env.DB.prepare("SELECT count(*) n FROM outbox WHERE kind = 'welcome'").first<{ n: number }>())?.n

test('a task that fails does not stop the others, is logged, and makes the run fail for the platform', async () => {
  await env.DB.exec("INSERT INTO sign_in_attempt (id, failures, since, last_at) VALUES ('long ago', 1, 0, 0)")
  await expect(run(MIDNIGHT, true)).rejects.toThrow('cron: mails, prices failed')
  expect(logged.filter((line) => line.startsWith('cron mails Error: the queue is away'))).toHaveLength(1)
  expect(logged.filter((line) => line.startsWith('cron prices Error: the queue is away'))).toHaveLength(1)
  expect(await rows()).toBe(1)
  expect(await env.DB.prepare('SELECT 1 FROM sign_in_attempt').first()).toBeNull()
})

test('rows that a failed hourly run did not delete are deleted by the next one', async () => {
  const fail = () => {
    throw new Error('D1 is away')
  }
  const DB = { prepare: fail, batch: fail }
  await expect(handleCron({ scheduledTime: MIDNIGHT }, { ...env, DB } as unknown as Env)).rejects.toThrow(
    'cron',
  )
  expect(await rows()).toBe(2)
  await run(MIDNIGHT + 60_000, false)
  expect(await rows()).toBe(2)
  await run(MIDNIGHT + HOUR_MS, false)
  expect(await rows()).toBe(1)
  expect(logged.filter((line) => !line.startsWith('cron'))).toEqual([])
})
