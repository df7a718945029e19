import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import type { Env } from '../../env.ts'
import worker from '../../index.ts'
import { RecordedPoints } from '../testing/data-points.harness.ts'
import { countTripsInSequence } from '../testing/database-trips.harness.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

/** A database that refuses each call because of its load. */
const OVERLOADED = {
  prepare: () => ({ bind: () => OVERLOADED.prepare(), raw: async () => refuse(), all: async () => refuse() }),
  batch: async () => refuse(),
}
const refuse = () => {
  throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
}

/** Sends a request like the platform and returns its answer with the points that it wrote. */
async function send(path: string, init: RequestInit = {}, bindings: object = {}) {
  const points = new RecordedPoints()
  const context = createExecutionContext()
  const VERSION = { id: 'version-of-the-test', tag: '', timestamp: '' }
  const response = await worker.fetch(
    new Request(`https://shop.example${path}`, { redirect: 'manual', ...init }) as Parameters<
      typeof worker.fetch
    >[0],
    { ...env, METRICS: points, VERSION, ...bindings } as unknown as Env,
    context,
  )
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, text, points, requests: points.of('request') }
}

test('[H12] a page is one point with its route, where it came from, and what it asked of D1', async () => {
  // On a busy machine the change feed would become old meanwhile and be read again.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const made = await send('/t/b/halden')
  expect(made.requests).toEqual([
    {
      index: '/t/*',
      method: 'GET',
      status: '2xx',
      source: 'made',
      colo: expect.any(String),
      version: 'version-of-the-test',
      problem: '',
      databaseProblem: '',
      objectProblem: '',
      format: 'html',
      ms: expect.any(Number),
      queries: expect.any(Number),
      rowsRead: expect.any(Number),
      rowsWritten: expect.any(Number),
      databaseMs: expect.any(Number),
    },
  ])
  expect(made.requests[0]?.queries).toBeGreaterThan(0)
  expect(made.requests[0]?.rowsRead).toBeGreaterThan(0)
  const again = await send('/t/b/halden')
  expect(again.requests).toMatchObject([{ index: '/t/*', source: 'memory', queries: 0 }])
  clock.mockRestore()
})

test('[H12] rows that a request writes are counted', async () => {
  const headers = { 'Content-Type': 'application/json', Origin: 'https://shop.example' }
  const body = JSON.stringify({ email: 'reader@example.com' })
  const { requests, status } = await send('/api/ext/mailchimp-subscribe/subscribe', {
    method: 'POST',
    headers,
    body,
  })
  expect(status).toBe(200)
  expect(requests[0]?.rowsWritten).toBeGreaterThan(0)
})

test('[H12] [G9] a point has no address, query, signature or name', async () => {
  const secrets = ['TL-31415926', 'signature-of-the-link', 'somebody@example.com', 'a-token-of-a-session']
  const paths = [
    `/order/TL-31415926/signature-of-the-link`,
    `/search?q=somebody@example.com&token=a-token-of-a-session`,
    `/reclaim/checkout/cart/?quote_id=signature-of-the-link`,
    `/no/such/signature-of-the-link`,
  ]
  for (const path of paths) {
    const { points } = await send(path, { method: 'GET', headers: { Cookie: 'a=a-token-of-a-session' } })
    expect(points.raw).toHaveLength(1)
    for (const secret of secrets) expect(JSON.stringify(points.raw), path).not.toContain(secret)
  }
  const { requests } = await send('/no/such/page', { method: 'PROPFIND' })
  expect(requests).toMatchObject([{ index: 'none', method: 'other', status: '4xx' }])
})

test('[H12] pictures have no point', async () => {
  const { text } = await send('/t/b/halden')
  const picture = /src="(\/pictures\/[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  const { status, points } = await send(picture ?? 'none')
  expect(status).toBe(200)
  expect(points.raw).toEqual([])
  for (const path of ['/icon.svg', '/photos/none.jpg', '/icons/none.png'])
    expect((await send(path)).points.raw, path).toEqual([])
})

test('[H12] a dataset that fails does not fail the request', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const METRICS = {
    writeDataPoint() {
      throw new Error('Analytics Engine is away')
    },
  }
  const { status } = await send('/reviews/', {}, { METRICS })
  expect(status).toBe(200)
  expect(String(warn.mock.calls.flat())).toContain('a data point was not written')
})

test('[H12] a failed request is one line of JSON with route, release and error, and a point with its problem', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { status, requests } = await send('/api/stock/check?sku=TL-1001', {}, { DB: OVERLOADED })
  expect(status).toBe(503)
  expect(requests).toMatchObject([{ index: '/api/stock/check', status: '5xx', problem: 'overloaded' }])
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toMatchObject([
    {
      event: 'request failed',
      status: 503,
      route: '/api/stock/check',
      version: 'version-of-the-test',
      failure: expect.stringContaining('overloaded'),
    },
  ])
})

test('[H12] a stale page is no failed request, and its point says that D1 was overloaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await send('/t/b/halden')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  const { status, requests } = await send('/t/b/halden', {}, { DB: OVERLOADED })
  expect(status).toBe(200)
  expect(requests).toMatchObject([
    { status: '2xx', source: 'stale', problem: '', databaseProblem: 'overloaded' },
  ])
})

let clock = Date.now()
test.each([
  ['overloaded', Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true })],
  ['reset', Object.assign(new Error('Network connection lost.'), { retryable: true })],
  ['reset', new Error('Durable Object reset because its code was updated.')],
  ['reset', new Error("Durable Object's isolate exceeded its memory limit and was reset.")],
  ['reset', new Error('Durable Object exceeded its CPU time limit and was reset.')],
  ['reset', new Error('Durable Object storage operation exceeded timeout which caused object to be reset.')],
  ['reset', new Error('Internal error in Durable Object storage write caused object to be reset.')],
  ['', new Error('D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.')],
  ['', new Error('a mistake of the object')],
])(
  '[H12] the point of a request has the problem %o when its object fails with: %s',
  async (objectProblem, error) => {
    vi.spyOn(console, 'error').mockReturnValue()
    // The answer of /healthz is shared for some seconds.
    clock += HOUR_MS
    vi.spyOn(Date, 'now').mockReturnValue(clock)
    const CART = { getByName: () => ({ read: () => Promise.reject(error) }) }
    const { requests } = await send('/healthz', {}, { CART })
    expect(requests).toMatchObject([{ index: '/healthz', objectProblem, format: 'other' }])
  },
)

test('[H12] a slow request is a line of the log', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
  await send('/contacts/')
  const lines = warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('request slow'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ route: '/contacts/', status: 200 }])
})

test('[H12] [H1] measuring adds no trip to the database', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await send('/t/b/norwind')
  expect(await countTripsInSequence(env.DB, () => send('/t/b/norwind'))).toBe(0)
})
