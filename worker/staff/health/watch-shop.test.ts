import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { QUIET_MS } from '../../../schema/staff/health/incidents.ts'
import { rebuildCatalog } from '../../catalog/index/build/rebuild.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { parseConfig } from '../../config.ts'
import type { Env } from '../../env.ts'
import { buildMail } from '../../mails.ts'
import { withDatabaseTimeout } from '../../platform/limits/database-timeout.sql.ts'
import { DatabaseUsage } from '../../platform/metrics/database-usage.ts'
import { RecordedPoints } from '../../platform/testing/data-points.harness.ts'
import { countTripsInSequence } from '../../platform/testing/database-trips.harness.ts'
import { watchShop } from './watch-shop.ts'
import { saveJourney } from './watching.sql.ts'

/** Not at a fifth minute, at which the rules about data points are measured. */
const NOW = 1_800_000_060_000
let points = new RecordedPoints()
let queued: number[] = []

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await rebuildCatalog(env, NOW)
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('alerts/email/recipient_email', 'on-call@shop.example')",
  )
})
beforeEach(async () => {
  points = new RecordedPoints()
  queued = []
  for (const table of ['outbox', 'alert_incident', 'cron_minute', 'payment_call', 'webhook_event'])
    await env.DB.exec(`DELETE FROM ${table}`)
})

const ACCESS = { METRICS_ACCOUNT: 'a'.repeat(32), METRICS_TOKEN: 'a token of the tests, long' }
const OUTBOX = {
  sendBatch: async (messages: { body: { outboxId: number } }[]) =>
    void queued.push(...messages.map(({ body }) => body.outboxId)),
}
const watch = (now: number, more: object = {}) =>
  watchShop({ ...env, OUTBOX, METRICS: points, ...more } as unknown as Env, now)

async function alertMails() {
  const { results } = await env.DB.prepare(
    "SELECT id, payload FROM outbox WHERE kind = 'desk-alert' ORDER BY id",
  ).all<{ id: number; payload: string }>()
  return results.map(({ id, payload }) => ({
    id,
    ...(JSON.parse(payload) as { rule: string; value: number | null; route: string | null }),
  }))
}
async function openIncidents() {
  const { results } = await env.DB.prepare('SELECT rule FROM alert_incident WHERE ended_at IS NULL').all<{
    rule: string
  }>()
  return results.map(({ rule }) => rule)
}

/** Adds a mail that waits since `at`. */
const addMail = (at: number) =>
  env.DB.prepare("INSERT INTO outbox (kind, payload, created_at, next_at) VALUES ('welcome', '{}', ?1, ?1)")
    .bind(at)
    .run()

test('[H12] a quiet minute is a point and a row, with one trip that reads and one that writes', async () => {
  expect(await countTripsInSequence(env.DB, () => watch(NOW))).toBe(2)
  expect(points.of('minute')).toMatchObject([{ outboxAge: 0, catalogAge: 0, cronAge: 0, openAlerts: 0 }])
  expect(await alertMails()).toEqual([])
  const row = await env.DB.prepare('SELECT * FROM cron_minute').first()
  expect(row).toEqual({ minute: NOW / MINUTE_MS, is_catalog_behind: 0, journey: null, failed_queries: null })
})

test('[H12] an incident sends one mail when it begins and one when it ends', async () => {
  await addMail(NOW - 400_000)
  for (let minute = 0; minute < 5; minute += 1) await watch(NOW + minute * MINUTE_MS)
  const [begin, ...others] = await alertMails()
  expect(begin).toMatchObject({ rule: 'mails-late', value: 400 })
  expect(others).toEqual([])
  expect(queued).toEqual([begin?.id])
  expect(points.of('minute').at(-1)).toMatchObject({ openAlerts: 1 })

  await env.DB.exec('UPDATE outbox SET sent_at = 1')
  await watch(NOW + 5 * MINUTE_MS)
  expect(await openIncidents()).toEqual(['mails-late'])
  const quiet = NOW + 4 * MINUTE_MS + QUIET_MS
  // Cron ran meanwhile.
  await env.DB.prepare('INSERT INTO cron_minute VALUES (?, 0, NULL, NULL)')
    .bind(quiet / MINUTE_MS - 1)
    .run()
  await watch(quiet)
  await watch(quiet + MINUTE_MS)
  expect(await openIncidents()).toEqual([])
  expect(await alertMails()).toMatchObject([{ rule: 'mails-late' }, { rule: 'mails-late', value: null }])
})

test('[H12] [H1] a minute reads few rows, also after two days without a journey', async () => {
  const minutes = 2 * 24 * 60
  await env.DB.prepare(
    `WITH RECURSIVE ago(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ago WHERE n < ${minutes})
     INSERT INTO cron_minute SELECT ${NOW / MINUTE_MS} - n, 0, NULL, CASE WHEN n % 5 = 0 THEN '' END FROM ago`,
  ).run()
  const usage = new DatabaseUsage()
  await usage.run(() => watch(NOW, { DB: withDatabaseTimeout(env.DB) }))
  expect(usage.rowsRead).toBeGreaterThan(0)
  expect(usage.rowsRead).toBeLessThan(400)
})

test('[H12] two runs at once write one mail', async () => {
  await addMail(NOW - 400_000)
  await Promise.all([watch(NOW), watch(NOW)])
  expect(await alertMails()).toHaveLength(1)
})

test('[H12] a run whose write fails writes nothing, and the next one opens the incident', async () => {
  await addMail(NOW - 400_000)
  const batch = vi.spyOn(Object.getPrototypeOf(env.DB), 'batch')
  const real = batch.getMockImplementation() ?? Object.getPrototypeOf(env.DB).batch
  batch.mockRestore()
  let calls = 0
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      calls += 1
      return calls === 2 ? Promise.reject(new Error('D1 is away')) : Reflect.apply(real, env.DB, [statements])
    },
  })
  await expect(watch(NOW, { DB })).rejects.toThrow('D1 is away')
  expect([await openIncidents(), await alertMails()]).toEqual([[], []])
  await watch(NOW + MINUTE_MS)
  expect(await alertMails()).toHaveLength(1)
})

test('[H12] the mails go to the alert address, with the value and what to do', async () => {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  const mail = (value: number | null, rule = 'mails-late', route: string | null = null) =>
    buildMail(
      env,
      {
        kind: 'desk-alert',
        payload: { rule, value, route, samples: 1240, since: NOW - 90_000_000, at: NOW },
      },
      parsed.config,
      NOW,
    )
  const begin = await mail(412.4)
  expect(begin).toMatchObject({ to: 'on-call@shop.example', subject: 'Alert: Emails are late' })
  expect(begin?.text).toContain('412 seconds the oldest email has waited; the limit is 300.')
  expect(begin?.text).toContain('Since Jan 14, ')
  expect(begin?.text).toContain('What shoppers notice: Order confirmations')
  expect(begin?.text).toContain('Please look at it now.')
  expect(begin?.text).toContain('runbook mails-late in docs/operations.md')
  expect(begin?.text).toContain('https://shop.example/staff/health/')
  const over = await mail(null)
  expect(over?.subject).toBe('Alert over: Emails are late')
  expect(over?.text).toMatch(/Over at .*, after 25 hours\. It has been quiet for 30 minutes\./)
  const budget = await mail(97.3, 'page-errors-budget')
  expect(budget?.subject).toBe('Look at this today: Pages fail: the budget of 28 days is nearly used')
  expect(budget?.text).toContain(
    '97.3% of the budget of 28 days; the limit is 90. From 1,240 pages within 28 days.',
  )
  expect((await mail(9.4, 'database-rows', '/search'))?.text).toContain(
    '9.4 times the rows of its week (route /search); the limit is 3.',
  )
})

test('[H12] what the database has about orders, payments, webhooks, the catalog, cron and journeys fires the rules', async () => {
  const minute = NOW / MINUTE_MS
  await env.DB.exec(
    `INSERT INTO payment_call VALUES (${minute - 3}, 'stripe', 'pay', 'paid', 30), (${minute - 3}, 'stripe', 'pay', 'timeout', 2), (${minute - 200}, 'paypal_express', 'pay', 'paid', 5), (${minute - 1}, 'stripe', 'read', 'timeout', 90)`,
  )
  await env.DB.exec(
    `INSERT INTO webhook_event (provider, event_id, type, received_at) VALUES ('stripe', 'e1', 't', ${NOW - 1000})`,
  )
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 20}, 0, NULL, NULL)`)
  await saveJourney(env.DB, NOW - 15 * MINUTE_MS, 'ok')
  await saveJourney(env.DB, NOW - 10 * MINUTE_MS, 'add')
  await saveJourney(env.DB, NOW - 5 * MINUTE_MS, 'list')
  await env.DB.exec("INSERT OR REPLACE INTO config (path, value) VALUES ('catalog/version', 'changed')")
  await watch(NOW)
  await env.DB.exec("DELETE FROM config WHERE path = 'catalog/version'")
  expect((await openIncidents()).sort()).toEqual([
    'catalog-behind',
    'cron-missed',
    'journey-fails',
    'payments-fail',
    'webhooks-silent',
  ])
})

test('[H12] rules about data points are measured at every fifth minute, when a token is configured', async () => {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(`${input} ${new Headers(init?.headers).get('Authorization')}`)
    const query = String(init?.body)
    if (query.includes('AS route'))
      return Response.json({ data: [{ route: '/t/*', value: 5, samples: 200 }] })
    return Response.json({ data: [{ value: query.includes("'overloaded'") ? 3 : 0, samples: '500' }] })
  })
  await watch(NOW, ACCESS)
  await watch(NOW + 4 * MINUTE_MS)
  expect(asked).toEqual([])
  await watch(NOW + 4 * MINUTE_MS, ACCESS)
  expect(new Set(asked)).toEqual(
    new Set([
      `https://api.cloudflare.com/client/v4/accounts/${'a'.repeat(32)}/analytics_engine/sql Bearer ${ACCESS.METRICS_TOKEN}`,
    ]),
  )
  expect(await openIncidents()).toContain('database-overloaded')
  expect(await alertMails()).toContainEqual(
    expect.objectContaining({ rule: 'database-rows', value: 5, route: '/t/*' }),
  )
})

test('[H12] a revoked token is an incident after a quarter of an hour, which ends when the queries are answered again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('', { status: 403 }))
  const from = NOW + 4 * MINUTE_MS
  const watchMinutes = async (first: number, last: number, access: object = ACCESS) => {
    for (let minute = first; minute <= last; minute += 1) await watch(from + minute * MINUTE_MS, access)
  }
  await watchMinutes(0, 15)
  expect(await openIncidents()).toEqual([])
  await watchMinutes(16, 16)
  expect(await openIncidents()).toEqual(['metrics-unreadable'])
  expect(await alertMails()).toMatchObject([{ rule: 'metrics-unreadable', value: 960 }])
  fetch.mockImplementation(async () => Response.json({ data: [] }))
  await watchMinutes(17, 21)
  expect(await openIncidents()).toEqual(['metrics-unreadable'])
  await watchMinutes(22, 51)
  expect(await openIncidents()).not.toContain('metrics-unreadable')
})

test('[H12] without a token no query fails, also not after it was removed', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status: 403 }))
  const due = NOW + 4 * MINUTE_MS
  await watch(due, ACCESS)
  await watch(due + 5 * MINUTE_MS)
  await watch(due + 20 * MINUTE_MS)
  expect(await openIncidents()).not.toContain('metrics-unreadable')
})

test('[H12] a minute that stored only its journey says nothing about the catalog', async () => {
  const minute = NOW / MINUTE_MS
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 4}, 0, NULL, NULL)`)
  await saveJourney(env.DB, NOW - MINUTE_MS, 'ok')
  await env.DB.exec("INSERT OR REPLACE INTO config (path, value) VALUES ('catalog/version', 'changed')")
  await watch(NOW)
  await env.DB.exec("DELETE FROM config WHERE path = 'catalog/version'")
  expect(await openIncidents()).toEqual(['catalog-behind'])
})
