import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { app } from '../../app.ts'

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))
let clock = 0
beforeEach(() => {
  // Each test is later than the time for which a result is shared.
  clock += 1
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + clock * 60_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Report {
  ok: boolean
  schema: string | null
  checks: object
}

async function health(bindings: object = {}) {
  const version = { id: 'version-of-the-test', tag: '', timestamp: '' }
  const request = new Request('https://shop.example/healthz')
  const response = await app.fetch(
    request,
    { ...env, VERSION: version, ...bindings },
    createExecutionContext(),
  )
  const { code, result } = await response.json<{ code: number; result: Report }>()
  expect(code).toBe(response.status)
  return { response, report: result }
}

test('[H2] a healthy shop names its release and schema, and nothing of its contents', async () => {
  const { response, report } = await health()
  expect(response.status).toBe(200)
  expect(response.headers.get('X-Release')).toBe('version-of-the-test')
  expect(response.headers.get('Cache-Control')).toBe('no-cache, no-store')
  expect(report).toMatchObject({ ok: true, release: 'version-of-the-test' })
  expect(report.schema).toMatch(/^\d{4}_\w+\.sql$/)
  expect(Object.keys(report).sort()).toEqual(['checks', 'ok', 'release', 'schema'])
  expect(Object.keys(report.checks).sort()).toEqual(['bucket', 'database', 'namespace', 'object'])
})

test('[H2] a dependency that fails is reported by its name with status 503', async () => {
  const KV = { get: () => Promise.reject(new Error('away')) }
  const { response, report } = await health({ KV })
  expect(response.status).toBe(503)
  expect(report).toMatchObject({
    ok: false,
    checks: { namespace: { ok: false }, database: { ok: true }, bucket: { ok: true }, object: { ok: true } },
  })
})

test('[H2] while a slow dependency is asked, other requests get the report before', async () => {
  await health()
  vi.setSystemTime(Date.now() + 5_000)
  let calls = 0
  let release = () => {}
  const KV = {
    get: () => {
      calls += 1
      return new Promise<void>((resolve) => {
        release = resolve
      })
    },
  }
  const slow = health({ KV })
  for (const { report } of await Promise.all([health({ KV }), health({ KV })])) expect(report.ok).toBe(true)
  release()
  expect((await slow).report.ok).toBe(true)
  expect(calls).toBe(1)
})

test('[H2] many requests ask the dependencies once', async () => {
  let calls = 0
  const KV = {
    get: async () => {
      calls += 1
      return null
    },
  }
  for (let count = 0; count < 20; count += 1) await health({ KV })
  expect(calls).toBe(1)
})
