/** Each rule has a fault that fires it and a quiet hour that does not. */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type PointKind, type PointValues, toDataPoint } from '../../../schema/platform/metrics/data-point.ts'
import { isFiring, type Measurement } from '../../../schema/staff/health/alert-rule.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import { incidentChanges, type OpenIncident, QUIET_MS } from '../../../schema/staff/health/incidents.ts'
import { OBJECTIVE_RULES } from '../../../schema/staff/health/objective-rules.ts'
import { type ReadingRows, toReadings } from '../../../schema/staff/health/readings.ts'
import { measurePoints } from './measure-points.ts'
import { FakeAnalyticsEngine } from './testing/analytics-engine.harness.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * 60
const WEEK = 7 * DAY
const HOURS = 60
const PAYMENT: PointValues<'payment'> = {
  provider: 'stripe',
  step: 'pay',
  outcome: 'paid',
  version: 'v1',
  ms: 700,
}

const REQUEST: PointValues<'request'> = {
  method: 'GET',
  status: '2xx',
  source: 'memory',
  colo: 'ORD',
  version: 'v1',
  problem: '',
  databaseProblem: '',
  objectProblem: '',
  format: 'html',
  ms: 40,
  queries: 1,
  rowsRead: 50,
  rowsWritten: 0,
  databaseMs: 5,
}
const VITALS = { page: 'product', device: 'phone', connection: '4g', lcp: 1_800, inp: 80, cls: 0, ttfb: 200 }
const NO_EVENTS: PointValues<'funnel'> = {
  list: 0,
  product: 0,
  add: 0,
  remove: 0,
  'checkout-personal': 0,
  'checkout-shipping': 0,
  'checkout-payment': 0,
  purchase: 0,
}

/** Returns an engine with a quiet hour and the week before it. */
function quietShop(): FakeAnalyticsEngine {
  const engine = new FakeAnalyticsEngine(NOW)
  for (const ago of [1, 3, 8, 50, 2 * DAY, 5 * DAY]) add(engine, 'request', REQUEST, ago, 200)
  for (const ago of [10, 300]) add(engine, 'vitals', VITALS, ago, 200)
  for (const ago of [20, WEEK + 20]) add(engine, 'funnel', { ...NO_EVENTS, 'checkout-personal': 1 }, ago, 100)
  for (const ago of [20, WEEK + 20]) add(engine, 'funnel', { ...NO_EVENTS, purchase: 1 }, ago, 60)
  add(engine, 'queue', { queue: 'treadline-outbox', version: 'v1', messages: 4, age: 2 }, 3, 10)
  return engine
}

function add<Kind extends PointKind>(
  engine: FakeAnalyticsEngine,
  kind: Kind,
  values: PointValues<Kind>,
  minutesAgo: number,
  weight: number,
): void {
  engine.write(toDataPoint(kind, kind === 'request' ? '/t/*' : kind, values), minutesAgo, weight)
}

/** Adds weeks in which nothing was wrong, so that a short fault uses little of the budgets. */
function busyShop(engine: FakeAnalyticsEngine): void {
  for (const [ago, weight] of [
    [10 * DAY, 1_000_000],
    [3 * HOURS, 10_000],
    [30, 200],
    [1, 200],
  ] as const) {
    add(engine, 'request', REQUEST, ago, weight)
    add(engine, 'payment', PAYMENT, ago, weight)
  }
}

const [BROKEN, SLOW, TIMEOUT]: [PointValues<'request'>, PointValues<'request'>, PointValues<'payment'>] = [
  { ...REQUEST, status: '5xx' },
  { ...REQUEST, ms: 700 },
  { ...PAYMENT, outcome: 'timeout' },
]

/** Each one in a busy shop. */
const OBJECTIVE_FAULTS: Record<string, (engine: FakeAnalyticsEngine) => void> = {
  'page-errors-fast-burn': (engine) => add(engine, 'request', BROKEN, 2, 30),
  'page-errors-slow-burn': (engine) => add(engine, 'request', BROKEN, 3 * HOURS, 100),
  'page-errors-budget': (engine) => add(engine, 'request', BROKEN, 20 * DAY, 950),
  'page-latency-fast-burn': (engine) => add(engine, 'request', SLOW, 2, 4_000),
  'page-latency-slow-burn': (engine) => add(engine, 'request', SLOW, 3 * HOURS, 8_000),
  'page-latency-budget': (engine) => add(engine, 'request', SLOW, 20 * DAY, 50_000),
  'checkout-errors-fast-burn': (engine) => add(engine, 'payment', TIMEOUT, 2, 10),
  'checkout-errors-slow-burn': (engine) => {
    const failed = { ...REQUEST, status: '5xx', problem: 'exception', format: 'other' }
    engine.write(toDataPoint('request', '/checkout/form/', failed), 3 * HOURS, 50)
  },
  'checkout-errors-budget': (engine) => add(engine, 'payment', TIMEOUT, 20 * DAY, 480),
}

const POINT_FAULTS: Record<string, (engine: FakeAnalyticsEngine) => void> = {
  'requests-fail': (engine) => add(engine, 'request', { ...REQUEST, problem: 'exception' }, 2, 10),
  'requests-slow': (engine) => add(engine, 'request', { ...REQUEST, ms: 900, format: 'other' }, 6, 60),
  'database-overloaded': (engine) =>
    add(engine, 'request', { ...REQUEST, databaseProblem: 'overloaded' }, 2, 1),
  'objects-overloaded': (engine) => add(engine, 'request', { ...REQUEST, objectProblem: 'overloaded' }, 2, 1),
  'objects-reset': (engine) => add(engine, 'request', { ...REQUEST, objectProblem: 'reset' }, 8, 21),
  'database-rows': (engine) => {
    engine.write(toDataPoint('request', '/search', { ...REQUEST, rowsRead: 90 }), 3 * DAY, 2_000)
    engine.write(toDataPoint('request', '/search', { ...REQUEST, rowsRead: 900 }), 20, 100)
  },
  'pages-slow': (engine) => add(engine, 'vitals', { ...VITALS, lcp: 4_000 }, 60, 300),
  'fewer-purchases': (engine) => add(engine, 'funnel', { ...NO_EVENTS, 'checkout-personal': 1 }, 30, 200),
  'queues-late': (engine) =>
    add(engine, 'queue', { queue: 'treadline-counts', version: 'v1', messages: 1, age: 400 }, 5, 1),
}

const QUIET_ROWS: ReadingRows = {
  now: NOW,
  oldestMailAt: NOW - 20_000,
  stuckOrders: 0,
  oldestRefundAt: NOW - 3_600_000,
  isCatalogBehind: false,
  currentMinute: NOW / 60_000 - 1,
  lastMinute: NOW / 60_000 - 1,
  outcomes: [
    { outcome: 'paid', count: 40 },
    { outcome: 'declined', count: 20 },
  ],
  unconfirmedPayments: 1,
  queries: { failed: [], failingSince: null },
  journeys: ['ok', 'ok', 'ok'],
}

const READING_FAULTS: Record<string, Partial<ReadingRows>> = {
  'payments-fail': { outcomes: [...QUIET_ROWS.outcomes, { outcome: 'timeout', count: 2 }] },
  'webhooks-silent': { unconfirmedPayments: 5 },
  'mails-late': { oldestMailAt: NOW - 301_000 },
  'orders-stuck': { stuckOrders: 1 },
  'refunds-unclear': { oldestRefundAt: NOW - 21 * 3_600_000 },
  'catalog-behind': { isCatalogBehind: true, currentMinute: NOW / 60_000 - 4 },
  'cron-missed': { lastMinute: NOW / 60_000 - 4 },
  'metrics-unreadable': { queries: { failed: ['queues-late'], failingSince: NOW / 60_000 - 16 } },
  'journey-fails': { journeys: ['add', 'ok', 'list'] },
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns the names of the rules that fire. */
async function firing(engine: FakeAnalyticsEngine, rows: ReadingRows): Promise<string[]> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(engine.fetch)
  const access = { account: 'a', token: 't', dataset: 'treadline', apiUrl: 'https://api.example' }
  const points = await measurePoints(access, ALERT_RULES)
  expect(points.failed).toEqual([])
  const measured = new Map(points.measured)
  const readings = toReadings(rows)
  for (const { name, source } of ALERT_RULES)
    if (source.kind === 'readings') measured.set(name, source.measure(readings))
  expect([...measured.keys()].sort()).toEqual(ALERT_RULES.map(({ name }) => name).sort())
  return ALERT_RULES.filter((rule) => isFiring(rule, measured.get(rule.name) as Measurement)).map(
    ({ name }) => name,
  )
}

describe('[H12] the rules of the alerts', () => {
  test('each rule has a fault here', () => {
    const faults = [POINT_FAULTS, OBJECTIVE_FAULTS, READING_FAULTS].flatMap(Object.keys)
    expect(faults.sort()).toEqual(ALERT_RULES.map(({ name }) => name).sort())
  })

  test('a quiet hour fires no rule, nor does a shop without visitors or a new one', async () => {
    expect(await firing(quietShop(), QUIET_ROWS)).toEqual([])
    const nothing = {
      ...QUIET_ROWS,
      oldestMailAt: null,
      oldestRefundAt: null,
      currentMinute: null,
      lastMinute: null,
      queries: null,
    }
    const busy = quietShop()
    busyShop(busy)
    expect(await firing(busy, QUIET_ROWS)).toEqual([])
    const newShop = { ...nothing, isCatalogBehind: true, outcomes: [], journeys: [] }
    expect(await firing(new FakeAnalyticsEngine(NOW), newShop)).toEqual([])
  })

  test.each(Object.entries(POINT_FAULTS))('%s fires on its fault alone', async (name, breakShop) => {
    const engine = quietShop()
    breakShop(engine)
    expect(await firing(engine, QUIET_ROWS)).toEqual([name])
  })

  test.each(Object.entries(OBJECTIVE_FAULTS))('%s fires on its fault alone', async (name, breakShop) => {
    const engine = quietShop()
    busyShop(engine)
    breakShop(engine)
    expect(await firing(engine, QUIET_ROWS)).toEqual([name])
  })

  test.each([
    '/checkout/form/',
    '/api/order',
    '/api/ext/checkout',
    '/api/ext/paypal/setExpressCheckout',
    '/api/ext/afterpay/checkout',
  ])('failures of %s are failures of the checkout', async (route) => {
    const engine = quietShop()
    busyShop(engine)
    const failed = { ...REQUEST, status: '5xx', problem: 'exception', format: 'other' }
    engine.write(toDataPoint('request', route, failed), 3 * HOURS, 50)
    expect(await firing(engine, QUIET_ROWS)).toEqual(['checkout-errors-slow-burn'])
  })

  test('a fast burn is over five minutes after its cause', async () => {
    const engine = quietShop()
    busyShop(engine)
    add(engine, 'request', BROKEN, 6, 60)
    expect(await firing(engine, QUIET_ROWS)).toEqual([])
  })

  test('one bad event is no alert of an objective, however few events there are', async () => {
    const least = OBJECTIVE_RULES.map(({ minSamples }) => minSamples)
    const counts = new Set([1, 2, 20, ...least.flatMap((count) => [count - 1, count, count + 1])])
    const objectives = new Set(OBJECTIVE_RULES.map(({ name }) => name))
    for (const count of counts) {
      const engine = new FakeAnalyticsEngine(NOW)
      if (count > 1) {
        add(engine, 'request', REQUEST, 1, count - 1)
        add(engine, 'payment', PAYMENT, 1, count - 1)
      }
      add(engine, 'request', { ...BROKEN, ms: 700 }, 1, 1)
      add(engine, 'payment', TIMEOUT, 1, 1)
      const fired = (await firing(engine, QUIET_ROWS)).filter((name) => objectives.has(name))
      expect(fired, `${count} events`).toEqual([])
    }
  })

  test.each(Object.entries(READING_FAULTS))('%s fires on its fault alone', async (name, fault) => {
    expect(await firing(quietShop(), { ...QUIET_ROWS, ...fault })).toEqual([name])
  })

  test('few samples fire no rule', async () => {
    const engine = new FakeAnalyticsEngine(NOW)
    add(engine, 'request', { ...REQUEST, status: '5xx', problem: 'exception', ms: 9_000 }, 1, 50)
    expect(await firing(engine, { ...QUIET_ROWS, outcomes: [{ outcome: 'timeout', count: 19 }] })).toEqual([])
  })

  test('a query that fails is logged without the token, and leaves its rule as it is', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no access', { status: 403 }))
    const access = { account: 'a', token: 'the-secret', dataset: 'treadline', apiUrl: 'https://api.example' }
    const { measured, failed } = await measurePoints(access, ALERT_RULES)
    expect(measured).toEqual(new Map())
    expect([...failed].sort()).toEqual([POINT_FAULTS, OBJECTIVE_FAULTS].flatMap(Object.keys).sort())
    expect(String(warn.mock.calls.flat())).toContain('403')
    expect(String(warn.mock.calls.flat())).not.toContain('the-secret')
    const open = [{ rule: 'requests-fail', openedAt: 0, firedAt: 0 }]
    expect(incidentChanges(ALERT_RULES, new Map(), open, NOW)).toEqual({ opened: [], fired: [], ended: [] })
  })

  test('the alert about rows names the route, and the query of its runbook names the release', async () => {
    const engine = quietShop()
    POINT_FAULTS['database-rows']?.(engine)
    engine.write(toDataPoint('request', '/search', { ...REQUEST, version: 'v2', rowsRead: 4_000 }), 5, 300)
    vi.spyOn(globalThis, 'fetch').mockImplementation(engine.fetch)
    const access = { account: 'a', token: 't', dataset: 'treadline', apiUrl: 'https://api.example' }
    const { measured } = await measurePoints(access, ALERT_RULES)
    expect(measured.get('database-rows')).toMatchObject({ route: '/search' })
    const [, runbook = ''] = readFileSync('docs/operations.md', 'utf8').split('\n#### database-rows\n')
    const query = /```clickhouse\n([^`]*)```/.exec(runbook)?.[1] ?? ''
    expect(engine.query(query)).toEqual([
      { version: 'v2', requests: 300, rows_read: 4_000 },
      { version: 'v1', requests: 2_100, rows_read: (2_000 * 90 + 100 * 900) / 2_100 },
    ])
  })

  test('the rules about objects name both kinds that are counted', () => {
    const texts = ALERT_RULES.filter(({ name }) => name.startsWith('objects-')).flatMap((rule) => [
      rule.subject,
      rule.title,
    ])
    expect(texts).toHaveLength(4)
    for (const text of texts) expect(text).toMatch(/cart (?:and|or) chat object/i)
  })

  test('docs/operations.md says what to do about each rule, under its name', () => {
    const text = readFileSync('docs/operations.md', 'utf8')
    const missing = ALERT_RULES.filter(({ name }) => !text.includes(`\n#### ${name}\n`))
    expect(missing.map(({ name }) => name)).toEqual([])
  })
})

describe('[H12] incidents', () => {
  const rule = ALERT_RULES.find(({ name }) => name === 'mails-late')
  if (!rule) throw new Error('no such rule')
  const changes = (value: number, open: OpenIncident[], now = NOW) =>
    incidentChanges([rule], new Map([[rule.name, { value, samples: 1 }]]), open, now)

  test('an incident is opened once and ends after half an hour of quiet', () => {
    expect(changes(400, [])).toEqual({
      opened: [{ rule: rule.name, value: 400, route: null, samples: 1 }],
      fired: [],
      ended: [],
    })
    const open = [{ rule: rule.name, openedAt: NOW - 60_000, firedAt: NOW }]
    expect(changes(400, open)).toEqual({ opened: [], fired: [rule.name], ended: [] })
    expect(changes(10, open, NOW + QUIET_MS - 1)).toEqual({ opened: [], fired: [], ended: [] })
    expect(changes(10, open, NOW + QUIET_MS)).toEqual({
      opened: [],
      fired: [],
      ended: [{ rule: rule.name, openedAt: NOW - 60_000 }],
    })
  })
})
